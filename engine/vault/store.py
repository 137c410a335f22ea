"""The vault's own tables: documents, under names that can be exported as a file anywhere, and vectors."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.clock import Clock
from engine.errors import InvalidInputError
from engine.vault.records import Document, Migration, Schema
from engine.vault.storage.sqlcipher import Connection, Cursor, Row
from engine.vault.storage.unit import UnitOfWork

MAX_PATH_BYTES = 512
MAX_NAME_BYTES = 200
# The greatest character there is: prefix ≤ x < prefix + LAST covers every text that begins with the prefix.
LAST = "\U0010ffff"

Reading = Callable[[], AbstractContextManager[Connection]]
Vectors = NDArray[np.float32]

SCHEMA = Schema(
    "vault",
    (
        Migration(
            1,
            (
                """CREATE TABLE vault_documents (
                    path TEXT PRIMARY KEY, text TEXT NOT NULL, meta TEXT NOT NULL,
                    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
                ) STRICT""",
                """CREATE TABLE vault_spaces (
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL
                ) STRICT""",
                # Clustered by space and owner: loading a space is one run over neighbouring pages.
                """CREATE TABLE vault_vectors (
                    space INTEGER NOT NULL REFERENCES vault_spaces (id),
                    owner TEXT NOT NULL, data BLOB NOT NULL,
                    PRIMARY KEY (space, owner)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX vault_vectors_owner ON vault_vectors (owner)",
            ),
        ),
        # Why a room hid something, and what it takes to bring that back (`engine.reasons`).
        Migration(
            2,
            (
                """CREATE TABLE vault_reasons (
                    room TEXT NOT NULL, owner TEXT NOT NULL, because TEXT NOT NULL,
                    PRIMARY KEY (room, owner, because)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX vault_reasons_because ON vault_reasons (room, because)",
                """CREATE TABLE vault_hidden (
                    room TEXT NOT NULL, owner TEXT NOT NULL, was TEXT NOT NULL,
                    PRIMARY KEY (room, owner)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
    ),
)

_SPACE = "SELECT id, dimension FROM vault_spaces WHERE name = ?"


def valid_path(path: str) -> str:
    """`path` in canonical Unicode form. Raises InvalidInputError unless it is relative, plain and bounded."""
    checked = valid_prefix(path)
    names = checked.split("/")
    if not all(names):
        raise InvalidInputError("path", "is empty, or begins, ends or is doubled with a slash")
    if any(name in {".", ".."} for name in names):
        raise InvalidInputError("path", "may not go up or stay with '.' and '..'")
    if any(len(name.encode()) > MAX_NAME_BYTES for name in names):
        raise InvalidInputError("path", f"has a name longer than {MAX_NAME_BYTES} bytes")
    return checked


def valid_prefix(prefix: str) -> str:
    """`prefix` in canonical Unicode form; it may end anywhere. Raises InvalidInputError."""
    checked = unicodedata.normalize("NFC", prefix)
    if "\\" in checked or ":" in checked or not all(map(_is_plain, checked)):
        raise InvalidInputError("path", "may not hold backslashes, colons or control characters")
    if len(checked.encode()) > MAX_PATH_BYTES:
        raise InvalidInputError("path", f"is longer than {MAX_PATH_BYTES} bytes")
    return checked


def _is_plain(character: str) -> bool:
    # Controls, surrogates and line ends; the last code point bounds ranges of names and is never one itself.
    return character != LAST and unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}


class Documents:
    """Virtual files such as `notes/2026/11/21/evening.md`."""

    def __init__(self, reading: Reading, clock: Clock) -> None:
        self._reading = reading
        self._clock = clock

    def put(self, unit: UnitOfWork, path: str, text: str, meta: Mapping[str, Any] | None = None) -> None:
        """Write or replace the document at `path`; `meta` holds JSON values. Raises InvalidInputError."""
        now = self._clock.now().isoformat()
        unit.execute(
            "INSERT INTO vault_documents (path, text, meta, created_at, updated_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (path) DO UPDATE SET text = excluded.text, meta = excluded.meta, "
            "updated_at = excluded.updated_at",
            (valid_path(path), text, json.dumps(dict(meta or {}), ensure_ascii=False), now, now),
        )

    def get(self, path: str) -> Document | None:
        query = "SELECT path, text, meta, created_at, updated_at FROM vault_documents WHERE path = ?"
        with self._reading() as connection:
            row = connection.execute(query, (valid_path(path),)).fetchone()
        return None if row is None else _document(row)

    def list(self, prefix: str = "") -> list[str]:
        """Paths that begin with `prefix`, in order."""
        first = valid_prefix(prefix)
        query = "SELECT path FROM vault_documents WHERE path >= ? AND path < ? ORDER BY path"
        with self._reading() as connection:
            return [row["path"] for row in connection.execute(query, (first, first + LAST))]

    def remove(self, unit: UnitOfWork, path: str) -> bool:
        """Take the document away; False where there was none."""
        return unit.execute("DELETE FROM vault_documents WHERE path = ?", (valid_path(path),)).rowcount > 0


def _document(row: Row) -> Document:
    return Document(
        path=row["path"],
        text=row["text"],
        meta=json.loads(row["meta"]),
        created_at=datetime.fromisoformat(row["created_at"]),
        updated_at=datetime.fromisoformat(row["updated_at"]),
    )


class VectorStore:
    """Vectors by named space and owner, kept as float16. A space holds vectors of one dimension."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def put(self, unit: UnitOfWork, space: str, owner: str, vector: Vectors) -> None:
        """Write or replace the vector of `owner`: one dimension, finite, each number within ±65,504."""
        data = _packed(vector)
        unit.execute(
            "INSERT INTO vault_vectors (space, owner, data) VALUES (?, ?, ?) "
            "ON CONFLICT (space, owner) DO UPDATE SET data = excluded.data",
            (self._space(unit, space, vector.shape[0]), owner, data),
        )

    def load(self, space: str, prefix: str = "") -> tuple[list[str], Vectors]:
        """Owners that begin with `prefix`, in order, and their vectors: float32, shape (n, dimension)."""
        query = (
            "SELECT owner, data FROM vault_vectors "
            "WHERE space = ? AND owner >= ? AND owner < ? ORDER BY owner"
        )
        with self._reading() as connection:
            found = connection.execute(_SPACE, (space,)).fetchone()
            if found is None:
                return [], np.zeros((0, 0), np.float32)
            cursor = connection.execute(query, (found["id"], prefix, prefix + LAST))
            return _unpacked(cursor, found["dimension"])

    def remove(self, unit: UnitOfWork, owner: str) -> int:
        """Take the vectors of `owner` out of every space; returns how many there were."""
        return unit.execute("DELETE FROM vault_vectors WHERE owner = ?", (owner,)).rowcount

    @staticmethod
    def _space(unit: UnitOfWork, name: str, dimension: int) -> int:
        unit.execute(
            "INSERT INTO vault_spaces (name, dimension) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            (name, dimension),
        )
        row = unit.execute(_SPACE, (name,)).fetchone()
        if row["dimension"] != dimension:
            raise InvalidInputError(
                "vector", f"{name} holds {row['dimension']} numbers a vector, not {dimension}"
            )
        return int(row["id"])


def _packed(vector: Vectors) -> bytes:
    if vector.ndim != 1 or vector.shape[0] == 0:
        raise InvalidInputError("vector", f"one row of numbers is wanted, not shape {vector.shape}")
    with np.errstate(over="ignore"):
        half = vector.astype(np.float16)
    if not np.isfinite(half).all():
        raise InvalidInputError("vector", "holds numbers that are not finite or too large to keep")
    return half.tobytes()


def _unpacked(rows: Cursor, dimension: int) -> tuple[list[str], Vectors]:
    rows.row_factory = None
    found = rows.fetchall()
    packed = np.frombuffer(b"".join([data for _, data in found]), np.float16)
    return [owner for owner, _ in found], packed.reshape(len(found), dimension).astype(np.float32)
