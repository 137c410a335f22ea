"""What other memories kept, one memory at a time, and Continuity's export (`continuity-memory-v1`)."""

from datetime import datetime
from math import isnan
from typing import Any

from engine.imports.moments import moment
from engine.imports.records import Arrival, PastMemory, Skipped

CONTINUITY = "Continuity"
LONGEST = 8000
TEN = 10.0
EMPTY = "holds no text that can be kept"
Row = dict[str, Any]


def is_continuity(value: Any) -> bool:
    """Whether JSON is an export of Continuity's."""
    return isinstance(value, dict) and isinstance(value.get("memories"), list) and "metadata" in value


def continuity(value: Row, latest: datetime) -> Arrival:
    """Its memories, without vectors; what it kept of itself is told apart by whoever takes them in."""
    found: list[PastMemory] = []
    skipped: list[Skipped] = []
    for number, row in enumerate(value["memories"]):
        made = memory(row, "type", "content", latest, most=TEN) if isinstance(row, dict) else None
        if made is None:
            skipped.append(Skipped(f"memory {number + 1}", EMPTY))
        else:
            found.append(made)
    return Arrival(CONTINUITY, memories=tuple(found), skipped=tuple(skipped))


def memory(row: Row, kind: str, words_in: str, latest: datetime, *, most: float) -> PastMemory | None:
    """None for one without a text. `most` is what the program calls the highest importance."""
    words = text(row, words_in)
    if not words:
        return None
    tags = row.get("tags")
    named = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else []
    return PastMemory(
        text(row, kind) or "conversation",
        words[:LONGEST],
        share(row.get("importance"), most),
        tuple(each.strip()[:100] for each in named[:20] if isinstance(each, str) and each.strip()),
        moment(row.get("timestamp") or row.get("date"), latest),
    )


def share(given: Any, most: float = 1.0, otherwise: float = 0.5) -> float:
    """A number of 0 to `most` as one of 0–1; what is none is `otherwise`."""
    if isinstance(given, bool) or not isinstance(given, int | float) or isnan(given):
        return otherwise
    return min(most, max(0.0, given)) / most


def text(row: Any, name: str) -> str:
    """What a field says, or nothing."""
    given = row.get(name) if isinstance(row, dict) else None
    return given.strip() if isinstance(given, str) else ""
