"""The vault: one encrypted file that is the single source of truth."""

import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from engine.clock import Clock, SystemClock
from engine.vault.archive import Manifest, OnRows, counted, untold, write_archive
from engine.vault.backup import CACHE_NAME, FILE_PURPOSE, backup_before_migration, examine, write_backup
from engine.vault.errors import DamagedVaultError, KeyMissingError, UnitError, VaultBusyError, WrongKeyError
from engine.vault.files import draft_of, publish
from engine.vault.keys.derivation import DataKey
from engine.vault.keys.header import header_path, read_header
from engine.vault.records import Health, Schema
from engine.vault.storage.cache import Cache
from engine.vault.storage.connections import Connections, Pair
from engine.vault.storage.schema import migrate, pending, versions
from engine.vault.storage.sqlcipher import (
    READ_ONLY_CONNECTION,
    Connection,
    DatabaseError,
    OperationalError,
    Row,
    address,
    border,
    file_border,
    is_cut,
    is_damage,
    open_file,
)
from engine.vault.storage.unit import Transaction, UnitOfWork
from engine.vault.store import SCHEMA, Documents, VectorStore

# Whoever writes is a thread of this process, so slow and not gone; a lock lets others wait unfairly long on a busy
# machine, and what a person said must not be lost to that.
QUEUE_TIMEOUT_S = 60.0


class _ThreadState(threading.local):
    """What the present thread is in the middle of."""

    transaction: Transaction | None = None
    reading: int = 0


class Vault:
    """Rows, documents, vectors and a cache, encrypted at rest. Safe to use from several threads.

    `read()` and `unit()` give a thread its own connections. A committed unit survives SIGKILL and power cuts.
    """

    def __init__(
        self, database: str, file_key: bytes | None, path: Path | None, cache: Cache, clock: Clock
    ) -> None:
        self._database = database
        self._file_key = file_key
        self.path = path
        self._clock = clock
        self._state = _ThreadState()
        self._writing = threading.Lock()
        self._connections = Connections(self._connect)
        self.documents = Documents(self.read, clock)
        self.vectors = VectorStore(self.read)
        self.cache = cache

    @classmethod
    def open(cls, path: Path, key: DataKey, schemas: Sequence[Schema], clock: Clock | None = None) -> Self:
        """Open the vault at `path`; create it where none is, migrate it forward where it is older.

        An existing vault is backed up into `backups/` before it is migrated; nothing is overwritten. Raises
        WrongKeyError, DamagedVaultError, NewerSchemaError, ReadOnlyError, DiskFullError, VaultBusyError.
        """
        clock = clock or SystemClock()
        rooms = (SCHEMA, *schemas)
        file_key = key.derive(FILE_PURPOSE)
        _check_header(path, key)
        if not path.exists():
            _create(path, file_key, rooms)
        _bring_forward(path, file_key, rooms, clock)
        cache = Cache.at(path.with_name(CACHE_NAME), key.derive("cache file"))
        return cls(address(path), file_key, path, cache, clock)

    @classmethod
    def throwaway(cls, schemas: Sequence[Schema] = (), clock: Clock | None = None) -> Self:
        """A vault in memory, shared by the threads of this process; nothing of it ever reaches a disk."""
        database = f"file:/companion-{secrets.token_hex(8)}?vfs=memdb"
        vault = cls(database, None, None, Cache.in_memory(), clock or SystemClock())
        # Memory lives as long as a connection to it: this one stays until the vault is closed.
        vault._anchor = vault._connect()
        migrate(vault._anchor, (SCHEMA, *schemas))
        return vault

    _anchor: Connection | None = None

    @property
    def is_throwaway(self) -> bool:
        return self.path is None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the vault throughout the block, and cannot write.

        Inside a unit it is the unit's own, so that it sees what the unit has written.
        """
        with border(self._place()):
            if self._state.transaction is not None:
                yield self._state.transaction.connection
                return
            with self._connections.borrowed() as pair, self._snapshot(pair) as connection:
                yield connection

    def rows(self, sql: str, parameters: Iterable[Any] = ()) -> list[Row]:
        """Everything that a query finds, as `read` sees it."""
        with self.read() as connection:
            return connection.execute(sql, tuple(parameters)).fetchall()

    @contextmanager
    def unit(self) -> Iterator[UnitOfWork]:
        """A unit of work, rolled back unless committed; an inner one on the same thread joins the outer."""
        with border(self._place()):
            if self._state.transaction is not None:
                with _joined(self._state.transaction) as unit:
                    yield unit
                return
            if self._state.reading:
                raise UnitError("a unit cannot begin inside a read")
            with (
                self._connections.borrowed() as pair,
                self._transaction(pair) as transaction,
                _joined(transaction) as unit,
            ):
                yield unit

    def backup(self, target: Path) -> None:
        """Write a whole copy to `target` while the vault is in use, and its key header beside it.

        The copy has the same key. Raises TargetExistsError, DiskFullError, ReadOnlyError.
        """
        if self.path is None or self._file_key is None:
            raise UnitError("a throwaway vault has nothing to back up")
        with border(target.parent):
            connection = self._connect()
            try:
                write_backup(connection, self.path, target)
            finally:
                connection.close()

    def archive(self, target: Path, tell: OnRows = untold) -> Manifest:
        """Write every row to `target` in the clear, as it stands at one moment, while the vault is in use.

        Raises TargetExistsError, DiskFullError, ReadOnlyError.
        """
        with self.read() as connection:
            return write_archive(connection, target, tell)

    def archived(self) -> dict[str, int]:
        """What `archive` would write: rows by table, of those that have any."""
        with self.read() as connection:
            return counted(connection)

    def compact(self) -> None:
        """Write the file anew without its free pages, and empty its journal: nothing deleted is left in it.

        Needs room for a second copy for a moment. Raises VaultBusyError, DiskFullError.
        """
        with border(self._place()), self._writing_alone():
            connection = self._anchor or self._connect()
            try:
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                if connection is not self._anchor:
                    connection.close()

    def check(self) -> Health:
        """Whether the file is whole: structure, references, and every page's authentication.

        Looked at on fresh connections, and called damaged only when two looks agree.
        """
        with border(self._place()):
            return examine(self._connect)

    def close(self) -> None:
        """Let running blocks end and close every connection. Idempotent."""
        self._connections.close()
        self.cache.close()
        if self._anchor is not None:
            self._anchor.close()
            self._anchor = None

    def _connect(self) -> Connection:
        connection = open_file(self._database, self._file_key)
        if self._file_key is not None:
            _make_durable(connection)
        return connection

    def _place(self) -> Path | None:
        return None if self.path is None else self.path.parent

    @contextmanager
    def _snapshot(self, pair: Pair) -> Iterator[Connection]:
        connection = pair.reader
        if not self._state.reading:
            connection.execute("BEGIN")
        self._state.reading += 1
        try:
            yield connection
        except OperationalError as error:
            if error.sqlite_errorcode == READ_ONLY_CONNECTION:
                raise UnitError("a read cannot write") from error
            raise
        finally:
            self._state.reading -= 1
            if not self._state.reading and connection.in_transaction:
                connection.execute("ROLLBACK")

    @contextmanager
    def _transaction(self, pair: Pair) -> Iterator[Transaction]:
        with self._writing_alone():
            try:
                self._state.transaction = Transaction(pair.writer)
                yield self._state.transaction
            finally:
                self._state.transaction = None

    @contextmanager
    def _writing_alone(self) -> Iterator[None]:
        # Threads of this process queue here; SQLite's own waiting is for other processes.
        if not self._writing.acquire(timeout=QUEUE_TIMEOUT_S):
            raise VaultBusyError("Another part of the program is writing for too long.")
        try:
            yield
        finally:
            self._writing.release()


@contextmanager
def _joined(transaction: Transaction) -> Iterator[UnitOfWork]:
    unit = transaction.enter()
    try:
        yield unit
    finally:
        transaction.leave(unit)


def _make_durable(connection: Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # forgetting leaves nothing in freed pages


def _check_header(path: Path, key: DataKey) -> None:
    """Refuse a wrong key before the file is touched, where a header can tell."""
    try:
        header = read_header(header_path(path))
    except KeyMissingError:
        return
    header.confirmed(key)


def _create(path: Path, file_key: bytes, schemas: Sequence[Schema]) -> None:
    """Build a new vault aside and put it in its place whole: so an empty file is always a damaged one."""
    if path.with_name(path.name + "-wal").exists():
        raise DamagedVaultError("The vault file is missing, but its journal is still there.")
    with border(path.parent), draft_of(path) as draft:
        connection = open_file(address(draft), file_key)
        try:
            migrate(connection, schemas)
        finally:
            connection.close()
        with suppress(FileExistsError):  # another process was quicker: its file stands
            publish(draft, path)


def _bring_forward(path: Path, file_key: bytes, schemas: Sequence[Schema], clock: Clock) -> None:
    with file_border():
        if is_cut(path):
            raise DamagedVaultError("The vault file is empty.")
    with border(path.parent):
        connection = open_file(address(path), file_key)
        try:
            _require_readable(connection, path)
            _make_durable(connection)
            if pending(connection, schemas):
                backup_before_migration(connection, path, clock)
                migrate(connection, schemas)
        finally:
            connection.close()


def _require_readable(connection: Connection, path: Path) -> None:
    try:
        versions(connection)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        # With a header the key is proven right by now, so it is the file; without one nobody can tell.
        if header_path(path).exists():
            raise DamagedVaultError("The vault file is damaged.") from error
        raise WrongKeyError(
            "The vault does not open with this key; its first page may also be damaged."
        ) from error
