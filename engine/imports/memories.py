"""What other memories kept, one by one: Continuity's export (`continuity-memory-v1`), and the lines of before it.

What came before Continuity (3.1.0) is sections of lines `priority|timestamp|content`, priority 1–3 ([C] §11).
"""

import re
from collections.abc import Iterator
from datetime import datetime
from math import isnan
from typing import Any, Final

from engine.imports.records import Arrival, PastMemory, Skipped, moment

CONTINUITY = "Continuity"
LONGEST = 8000
TEN = 10.0
EMPTY = "holds no text that can be kept"
LINE: Final = re.compile(r"\s*([123])\|([^|]*)\|(.*\S)\s*", re.DOTALL)
WEIGHTS: Final = {"1": 9, "2": 6, "3": 4}
"""What a priority is worth of ten ([C] §11)."""
SECTIONS: Final = (("user", "fact"), ("topic", "ARTIFACT"))
"""What a section's name holds, and what its lines are; any other is of what that companion was."""
OWN: Final = "CORE"
BROUGHT: Final = ("bootloaded", "migration-3.1.0")
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


def is_bootload(value: Any) -> bool:
    """Whether JSON is sections of such lines."""
    return isinstance(value, dict) and any(
        LINE.fullmatch(line) for section in value.values() for line in _lines(section)
    )


def bootload(value: Row, latest: datetime) -> Arrival:
    """Their memories; a claim about the person is a fact, which waits for their word."""
    found: list[PastMemory] = []
    skipped: list[Skipped] = []
    for section, lines in value.items():
        kind = next((kind for word, kind in SECTIONS if word in section.casefold()), OWN)
        for number, line in enumerate(_lines(lines), 1):
            read = LINE.fullmatch(line)
            if read is None:
                skipped.append(Skipped(f"{section}, line {number}", EMPTY))
                continue
            priority, stamp, words = read.groups()
            row = {
                "type": kind,
                "content": words,
                "importance": WEIGHTS[priority],
                "timestamp": stamp,
                "tags": [*BROUGHT, section],
            }
            made = memory(row, "type", "content", latest, most=TEN)
            if made is not None:
                found.append(made)
    return Arrival(CONTINUITY, memories=tuple(found), skipped=tuple(skipped))


def _lines(section: Any) -> Iterator[str]:
    """A section is one text of several lines, or a list of them."""
    for part in section if isinstance(section, list) else [section]:
        if isinstance(part, str):
            yield from (line for line in part.splitlines() if line.strip())


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
    if isinstance(given, bool) or not isinstance(given, int | float):
        return otherwise
    if isinstance(given, float) and isnan(given):
        return otherwise
    # Bounded before it is divided: a whole number may be too large to be any other.
    return min(most, max(0.0, given)) / most


def text(row: Any, name: str) -> str:
    """What a field says, or nothing."""
    given = row.get(name) if isinstance(row, dict) else None
    return given.strip() if isinstance(given, str) else ""
