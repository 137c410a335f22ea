"""The cache: what can be made again, encrypted in a second file that no backup needs.

It may be deleted at any time. A damaged or foreign file is replaced without a word, and a disk without space
only means that less is kept. SQLCipher authenticates a blob page by page, its digest as a whole.
"""

import hashlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

from engine.vault.errors import VaultClosedError, VaultError
from engine.vault.files import remove_database
from engine.vault.storage.sqlcipher import (
    Connection,
    DatabaseError,
    address,
    border,
    file_border,
    is_damage,
    open_file,
)

log = logging.getLogger(__name__)

DEFAULT_LIMIT_BYTES = 512 * 1024 * 1024
T = TypeVar("T")

# The last-used mark stands apart from the blob: touching it must not rewrite megabytes.
_TABLES = (
    """CREATE TABLE IF NOT EXISTS entries (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL,
        digest BLOB NOT NULL, used INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS blobs (
        id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE, data BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX IF NOT EXISTS entries_used ON entries (used)",
)
_NEXT_USE = "(SELECT COALESCE(MAX(used), 0) + 1 FROM entries)"


class Cache:
    """Named blobs within a bound of bytes; the least recently used go first. Callable from any thread."""

    def __init__(self, path: Path | None, key: bytes | None, limit: int) -> None:
        self._path = path
        self._key = key
        self._limit = limit
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._closed = False

    @classmethod
    def at(cls, path: Path, key: bytes, limit: int = DEFAULT_LIMIT_BYTES) -> Self:
        """The cache in the file `path`, opened at its first use."""
        return cls(path, key, limit)

    @classmethod
    def in_memory(cls, limit: int = DEFAULT_LIMIT_BYTES) -> Self:
        return cls(None, None, limit)

    def put(self, name: str, blob: bytes) -> bool:
        """Keep `blob` under `name`, in place of what was there; False where there is no room for it."""
        if len(blob) > self._limit:
            self.remove(name)
            return False
        try:
            self._do(lambda connection: self._write(connection, name, blob))
        except VaultClosedError:
            raise
        except VaultError as error:
            log.warning("cache entry not kept: %s", type(error).__name__)
            return False
        return True

    def get(self, name: str) -> bytes | None:
        """The blob under `name`, exactly as it was put, or None."""
        return self._do(lambda connection: _read(connection, name))

    def remove(self, prefix: str) -> int:
        """Drop every entry whose name begins with `prefix`; returns how many there were."""
        query = "DELETE FROM entries WHERE substr(name, 1, ?) = ?"
        return self._do(lambda connection: connection.execute(query, (len(prefix), prefix)).rowcount)

    def clear(self) -> None:
        """Drop everything, and the file with it: nothing is left in its free pages."""
        with self._lock, file_border(), border(self._path and self._path.parent):
            self._discard()

    def size(self) -> int:
        """Bytes of the blobs that are kept."""
        query = "SELECT COALESCE(SUM(bytes), 0) FROM entries"
        return int(self._do(lambda connection: connection.execute(query).fetchone()[0]))

    def close(self) -> None:
        """Idempotent."""
        with self._lock:
            self._closed = True
            self._let_go()

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction, once more on a fresh file where the present one is damaged."""
        with self._lock, file_border(), border(self._path and self._path.parent):
            if self._closed:
                raise VaultClosedError("The cache is closed.")
            try:
                return _in_transaction(self._opened(), work)
            except DatabaseError as error:
                if not is_damage(error) or self._path is None:
                    raise
                log.info("the cache was not readable and is made anew")
                self._discard()
                return _in_transaction(self._opened(), work)

    def _opened(self) -> Connection:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> Connection:
        if self._path is None:
            connection = open_file("file::memory:", None)
        else:
            self._path.touch(mode=0o600)
            connection = open_file(address(self._path), self._key)
        try:
            _prepare(connection)
        except DatabaseError:
            connection.close()
            raise
        return connection

    def _discard(self) -> None:
        self._let_go()
        if self._path is not None:
            remove_database(self._path)

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _write(self, connection: Connection, name: str, blob: bytes) -> None:
        connection.execute("DELETE FROM entries WHERE name = ?", (name,))
        _make_room(connection, self._limit - len(blob))
        digest = hashlib.sha256(blob).digest()
        entry = connection.execute(
            f"INSERT INTO entries (name, bytes, digest, used) VALUES (?, ?, ?, {_NEXT_USE}) RETURNING id",  # noqa: S608 - ours
            (name, len(blob), digest),
        ).fetchone()["id"]
        connection.execute("INSERT INTO blobs (id, data) VALUES (?, ?)", (entry, blob))


def _prepare(connection: Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA journal_size_limit = 4194304")
    for statement in _TABLES:
        connection.execute(statement)


def _in_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
        return result
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _read(connection: Connection, name: str) -> bytes | None:
    query = "SELECT e.id, e.digest, b.data FROM entries e JOIN blobs b USING (id) WHERE e.name = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        return None
    if hashlib.sha256(row["data"]).digest() != row["digest"]:
        connection.execute("DELETE FROM entries WHERE id = ?", (row["id"],))
        return None
    connection.execute(f"UPDATE entries SET used = {_NEXT_USE} WHERE id = ?", (row["id"],))  # noqa: S608 - a constant
    return bytes(row["data"])


def _make_room(connection: Connection, allowed: int) -> None:
    """Drop the least recently used entries until the rest takes at most `allowed` bytes."""
    connection.execute(
        "DELETE FROM entries WHERE id IN (SELECT id FROM "
        "(SELECT id, SUM(bytes) OVER (ORDER BY used DESC) AS running FROM entries) WHERE running > ?)",
        (allowed,),
    )
