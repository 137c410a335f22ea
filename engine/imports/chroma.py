"""A Chroma's own file, read as it lies: to open it by Chroma would write to the person's folder."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.errors import CompanionError
from engine.imports.archive import LARGEST, GoOn, unhindered
from engine.imports.records import ArchiveError

MOST, FIELDS = 200_000, 10
"""How many memories there may be, and how many fields one has on average."""
LONGEST = 16 * 1024 * 1024
"""Bytes of one value; a memory has a few hundred."""
STEPS, MOST_STEPS = 1_000_000, 1_000_000_000
"""Instructions of SQLite between two looks, and in all: some ten seconds, many times what `MOST` take."""
TABLES = ("collections", "segments", "embeddings", "embedding_metadata")
REAL = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name IN (?, ?, ?, ?)"
"""A view, or a table that is made up by a module, may have no end."""
DOCUMENT = "chroma:document"
"""The key under which the text of a row stands."""
OTHER = "The Chroma is damaged, or of another version of Chroma."
NAMES = "SELECT name FROM collections ORDER BY name"
ROWS = """
    SELECT e.id, m.key, coalesce(m.string_value, m.float_value, m.int_value)
    FROM collections c
    JOIN segments s ON s.collection = c.id
    JOIN embeddings e ON e.segment_id = s.id
    JOIN embedding_metadata m ON m.id = e.id
    WHERE c.name = ?
"""


Source = Path | bytes | None
"""Where its file lies, or what was packed of it; None where there is none."""


def collections(source: Source, go_on: GoOn = unhindered) -> list[str]:
    """The names of what a Chroma holds; none where there is no file. Raises ArchiveError."""
    return [str(name) for (name,) in _asked(source, go_on, NAMES)]


def rows(source: Source, collection: str, go_on: GoOn = unhindered) -> list[dict[str, Any]]:
    """The fields of each row of a collection, in order. Raises ArchiveError."""
    kept: dict[int, dict[str, Any]] = {}
    for number, key, value in _asked(source, go_on, ROWS, collection):
        kept.setdefault(number, {})[str(key)] = value
    # Sorted here: SQLite would read all of it, however much, before the first is counted.
    return [kept[number] for number in sorted(kept)]


def _asked(source: Source, go_on: GoOn, sql: str, *parameters: str) -> list[tuple[Any, ...]]:
    if source is None or (isinstance(source, Path) and (not source.is_file() or source.is_symlink())):
        return []
    found: list[tuple[Any, ...]] = []
    size = 0
    try:
        with closing(_opened(source)) as file:
            _bound(file, go_on)
            if file.execute(REAL, TABLES).fetchone() != (len(TABLES),):
                raise ArchiveError(OTHER)
            for row in file.execute(sql, parameters):
                found.append(row)
                size += sum(len(one) for one in row if isinstance(one, str | bytes))
                if len(found) > FIELDS * MOST or size > LARGEST:
                    raise ArchiveError(f"The Chroma holds more than {MOST:,} memories.")
    except (sqlite3.Error, OverflowError, UnicodeDecodeError):
        # Where it was stopped because it is not wanted any more, that is what is said.
        go_on()
        raise ArchiveError(OTHER) from None
    return found


def _opened(source: Path | bytes) -> sqlite3.Connection:
    """Nothing is written to it, nor beside it. Raises ArchiveError, sqlite3.Error."""
    if isinstance(source, Path):
        if source.stat().st_size > LARGEST:
            raise ArchiveError(f"The Chroma is larger than {LARGEST // 2**20} MB.")
        return sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    file = sqlite3.connect(":memory:")
    # What was packed has no log beside it, and is not to be looked for.
    whole = source[:18] + b"\1\1" + source[20:] if source[18:20] == b"\2\2" else source
    file.deserialize(whole)
    return file


def _bound(file: sqlite3.Connection, go_on: GoOn) -> None:
    """What stands in the file is the work of whoever sent it, its tables too: it is to end, whatever it says."""
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    file.execute("PRAGMA trusted_schema = OFF")
    left = MOST_STEPS // STEPS

    def look() -> bool:
        nonlocal left
        left -= 1
        try:
            go_on()
        except CompanionError:
            return True
        return left < 0

    file.set_progress_handler(look, STEPS)
