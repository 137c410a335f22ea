"""What other memories kept: Continuity's export (`continuity-memory-v1`) and Elara Core's folder ([E] §11.2)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from math import isnan
from pathlib import Path
from typing import Any

from engine.imports.archive import parsed, read_bytes
from engine.imports.errors import ArchiveError
from engine.imports.moments import moment
from engine.imports.records import Arrival, PastCorrection, PastItem, PastMemory, Skipped

CONTINUITY, ELARA = "Continuity", "Elara Core"
LONGEST = 8000
MOST = 200_000
TEN = 10.0
STATE, CORRECTIONS, HANDOFF = "elara-state.json", "elara-corrections.json", "elara-handoff.json"
FILES = (STATE, CORRECTIONS, HANDOFF)
"""What shows a folder to be Elara Core's."""
CHROMA = Path("chromadb") / "chroma.sqlite3"
COLLECTIONS = ("elara_memories", "elara_conversations")
KINDS = {"next_plans": "plan", "reminders": "reminder", "promises": "promise", "unfinished": "unfinished"}
EMPTY = "holds no text that can be kept"
# Chroma's own tables, read as they lie: to open them by Chroma would write to the person's folder.
ROWS = """
    SELECT c.name, e.id, m.key, coalesce(m.string_value, m.float_value, m.int_value)
    FROM collections c
    JOIN segments s ON s.collection = c.id
    JOIN embeddings e ON e.segment_id = s.id
    JOIN embedding_metadata m ON m.id = e.id
    WHERE c.name IN (?, ?)
    ORDER BY e.id
"""
Row = dict[str, Any]


def is_continuity(value: Any) -> bool:
    """Whether JSON is an export of Continuity's."""
    return isinstance(value, dict) and isinstance(value.get("memories"), list) and "metadata" in value


def continuity(value: Row, latest: datetime) -> Arrival:
    """Its memories, without vectors; what it kept of itself is told apart by whoever takes them in."""
    found: list[PastMemory] = []
    skipped: list[Skipped] = []
    for number, row in enumerate(value["memories"]):
        made = _memory(row, "type", "content", latest, most=TEN) if isinstance(row, dict) else None
        if made is None:
            skipped.append(Skipped(f"memory {number + 1}", EMPTY))
        else:
            found.append(made)
    return Arrival(CONTINUITY, memories=tuple(found), skipped=tuple(skipped))


def is_elara(folder: Path) -> bool:
    """Whether a folder is Elara Core's."""
    return any((folder / name).is_file() for name in (*FILES, CHROMA))


def elara(folder: Path, latest: datetime) -> Arrival:
    """Its corrections, its handoff, and its memories with their dates. Raises ArchiveError."""
    skipped: list[Skipped] = []
    memories = tuple(_memories(folder / CHROMA, latest, skipped))
    return Arrival(
        ELARA,
        memories=memories,
        corrections=tuple(_corrections(_json(folder / CORRECTIONS), skipped)),
        items=tuple(_items(_json(folder / HANDOFF), skipped)),
        skipped=tuple(skipped),
    )


def _json(path: Path) -> Any:
    return parsed(path.name, read_bytes(path)) if path.is_file() and not path.is_symlink() else None


def _corrections(value: Any, skipped: list[Skipped]) -> Iterator[PastCorrection]:
    rows = value.get("corrections", list(value.values())) if isinstance(value, dict) else value
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        mistake, correction = (_text(row, name) for name in ("mistake", "correction"))
        if not mistake or not correction:
            skipped.append(Skipped(f"correction {number + 1}", EMPTY))
            continue
        yield PastCorrection(
            mistake,
            correction,
            _text(row, "context"),
            _text(row, "correction_type") == "technical",
            _text(row, "fails_when"),
            _text(row, "fine_when"),
        )


def _items(value: Any, skipped: list[Skipped]) -> Iterator[PastItem]:
    for name, what in KINDS.items():
        rows = value.get(name) if isinstance(value, dict) else None
        for row in rows if isinstance(rows, list) else []:
            text = row.strip() if isinstance(row, str) else _text(row, "text")
            if text:
                yield PastItem(what, text[:500])
            else:
                skipped.append(Skipped(f"{what} of the handoff", EMPTY))


def _memories(path: Path, latest: datetime, skipped: list[Skipped]) -> Iterator[PastMemory]:
    if not path.is_file():
        return
    kept: dict[tuple[str, int], Row] = {}
    try:
        # Read-only: what is another program's stays as it is.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            for name, number, key, value in file.execute(ROWS, COLLECTIONS):
                kept.setdefault((name, number), {"collection": name})[str(key)] = value
                if len(kept) > MOST:
                    raise ArchiveError(f"{path.name} holds more than {MOST:,} memories.")
    except sqlite3.Error:
        raise ArchiveError(f"{path.name} is damaged, or of another version of Chroma.") from None
    for (name, number), row in kept.items():
        if name == COLLECTIONS[1]:
            row["type"] = "conversation"
        made = _memory(row, "type", "chroma:document", latest, most=1.0)
        if made is None:
            skipped.append(Skipped(f"{name} {number}", EMPTY))
        else:
            yield made


def _memory(row: Row, kind: str, text: str, latest: datetime, *, most: float) -> PastMemory | None:
    """None for one without a text. `most` is what the program calls the highest importance."""
    words = _text(row, text)
    if not words:
        return None
    given = row.get("importance")
    importance = given / most if isinstance(given, int | float) and not isinstance(given, bool) else 0.5
    tags = row.get("tags")
    named = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else []
    return PastMemory(
        _text(row, kind) or "conversation",
        words[:LONGEST],
        min(1.0, max(0.0, importance)) if not isnan(importance) else 0.5,
        tuple(each.strip()[:100] for each in named[:20] if isinstance(each, str) and each.strip()),
        moment(row.get("timestamp") or row.get("date"), latest),
    )


def _text(row: Any, name: str) -> str:
    given = row.get(name) if isinstance(row, dict) else None
    return given.strip() if isinstance(given, str) else ""
