"""The one door to SQLCipher: opening a connection, and turning its errors into the vault's.

Nothing else imports the driver. Its connections look like `sqlite3`'s, so those types stand for them.
"""

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.vault.errors import (
    DamagedVaultError,
    DiskFullError,
    ReadOnlyError,
    StorageFaultError,
    VaultBusyError,
    VaultError,
)

if TYPE_CHECKING:
    from sqlite3 import Connection, Cursor, DatabaseError, IntegrityError, OperationalError, Row, connect
else:
    from sqlcipher3.dbapi2 import (
        Connection,
        Cursor,
        DatabaseError,
        IntegrityError,
        OperationalError,
        Row,
        connect,
    )

__all__ = [
    "READ_ONLY_CONNECTION",
    "Connection",
    "Cursor",
    "DatabaseError",
    "IntegrityError",
    "OperationalError",
    "Row",
    "address",
    "border",
    "file_border",
    "is_cut",
    "is_damage",
    "open_file",
]  # fmt: skip

BUSY_TIMEOUT_S = 5.0
FULL_BELOW_BYTES = 256 * 1024
SMALLEST = 512  # bytes: SQLite's least page
GUARD_MEMORY = "PRAGMA cipher_memory_security = ON"
"""Locks and wipes all memory of SQLite's: in the whole process, and from then on."""

# Primary result codes of SQLite that are faults of the world; all others are bugs of ours and pass.
_BUSY, _LOCKED, _NOMEM, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _PERM, _NOTADB = (
    5, 6, 7, 8, 10, 11, 13, 14, 3, 26,
)  # fmt: skip
# Of a reading connection this can only be our own attempt to write; read-only files have extended codes.
READ_ONLY_CONNECTION = _READONLY
_FAULTS: dict[int, tuple[type[VaultError], str]] = {
    _BUSY: (VaultBusyError, "Another program is using the vault."),
    _LOCKED: (VaultBusyError, "Another program is using the vault."),
    _NOMEM: (StorageFaultError, "There is not enough memory to work with the vault."),
    _READONLY: (ReadOnlyError, "The vault cannot be written."),
    _PERM: (ReadOnlyError, "The vault may not be opened: permission is missing."),
    _CANTOPEN: (ReadOnlyError, "The vault cannot be opened for writing."),
    _IOERR: (StorageFaultError, "The disk failed to read or write the vault."),
    _CORRUPT: (DamagedVaultError, "The vault file is damaged."),
    _NOTADB: (DamagedVaultError, "The vault file is damaged, or this key is not its own."),
    _FULL: (DiskFullError, "The disk is full."),
}


def is_cut(path: Path) -> bool:
    """Whether the file is too small for any database: SQLite takes one of a byte for a new one and would fill it."""
    return path.stat().st_size < SMALLEST


def open_file(database: str, key: bytes | None) -> "Connection":
    """A connection in autocommit, rows by name, keyed where `key` (32 bytes) is given.

    `database` is a SQLite address (`file:…`). Another thread may close the connection, never use it.
    """
    connection = connect(
        database, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT_S
    )
    connection.row_factory = Row
    try:
        _prepare(connection, key)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: "Connection", key: bytes | None) -> None:
    # SQLCipher reports failed pages on stderr by itself; they reach a person as an error instead.
    connection.execute("PRAGMA cipher_log_level = NONE")
    if key is not None:
        connection.execute(GUARD_MEMORY)
        connection.set_key(f"x'{key.hex()}'")  # type: ignore[attr-defined]  # SQLCipher adds it
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA foreign_keys = ON")


def address(path: Path) -> str:
    """`path` as SQLite's `file:` address: what must exist already, read and written."""
    return path.absolute().as_uri() + "?mode=rw"


@contextmanager
def border(place: Path | None = None) -> Iterator[None]:
    """Turn SQLite's faults into the vault's errors; `place` is looked at to tell a full disk."""
    try:
        yield
    except DatabaseError as error:
        fault = _of_sqlite(error, place)
        if fault is None:
            raise
        raise fault from error


@contextmanager
def file_border() -> Iterator[None]:
    """Turn the file system's faults into the vault's errors, around our own handling of files."""
    try:
        yield
    except OSError as error:
        fault = _of_system(error)
        if fault is None:
            raise
        raise fault from error


def is_damage(error: BaseException) -> bool:
    """Whether a raw driver error speaks of the file itself."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in {_CORRUPT, _NOTADB}


def _of_sqlite(error: DatabaseError, place: Path | None) -> VaultError | None:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in {_IOERR, _CANTOPEN} and _is_full(place):
        code = _FULL
    fault = _FAULTS.get(code)
    return fault[0](fault[1]) if fault else None


def _of_system(error: OSError) -> VaultError | None:
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return DiskFullError("The disk is full.")
    if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return ReadOnlyError("The folder cannot be written.")
    if error.errno == errno.EIO:
        return StorageFaultError("The disk failed to read or write.")
    return None


def _is_full(place: Path | None) -> bool:
    if place is None:
        return False
    try:
        return shutil.disk_usage(place).free < FULL_BELOW_BYTES
    except OSError:
        return False
