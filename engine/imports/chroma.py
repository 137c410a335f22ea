"""A Chroma's own file, read as it lies: to open it by Chroma would write to the person's folder."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.imports.errors import ArchiveError

MOST = 200_000
DOCUMENT = "chroma:document"
"""The key under which the text of a row stands."""
NAMES = "SELECT name FROM collections ORDER BY name"
ROWS = """
    SELECT e.id, m.key, coalesce(m.string_value, m.float_value, m.int_value)
    FROM collections c
    JOIN segments s ON s.collection = c.id
    JOIN embeddings e ON e.segment_id = s.id
    JOIN embedding_metadata m ON m.id = e.id
    WHERE c.name = ?
    ORDER BY e.id
"""


def collections(path: Path) -> list[str]:
    """The names of what a Chroma holds; none where there is no file. Raises ArchiveError."""
    return [str(name) for (name,) in _asked(path, NAMES)]


def rows(path: Path, collection: str) -> list[dict[str, Any]]:
    """The fields of each row of a collection, in order. Raises ArchiveError."""
    kept: dict[int, dict[str, Any]] = {}
    for number, key, value in _asked(path, ROWS, collection):
        kept.setdefault(number, {})[str(key)] = value
    return list(kept.values())


def _asked(path: Path, sql: str, *parameters: str) -> list[tuple[Any, ...]]:
    if not path.is_file() or path.is_symlink():
        return []
    found: list[tuple[Any, ...]] = []
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            for row in file.execute(sql, parameters):
                found.append(row)
                if len(found) > 20 * MOST:
                    raise ArchiveError(f"{path.name} holds more than {MOST:,} memories.")
    except (sqlite3.Error, OverflowError, UnicodeDecodeError):
        raise ArchiveError(f"{path.name} is damaged, or of another version of Chroma.") from None
    return found
