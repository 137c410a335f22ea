"""The unit of work: what belongs together is written together or not at all."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.vault.errors import UnitError
from engine.vault.storage.sqlcipher import Connection, Cursor

Parameters = Sequence[Any] | dict[str, Any]


class Transaction:
    """One write transaction of a thread, shared by the units that join it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.units: list[UnitOfWork] = []
        self.spoiled = False
        connection.execute("BEGIN IMMEDIATE")

    def enter(self) -> "UnitOfWork":
        """A unit that joins; the one it begins in must still be open."""
        if self.units:
            self.units[-1].require_open()
        unit = UnitOfWork(self)
        self.units.append(unit)
        return unit

    def leave(self, unit: "UnitOfWork") -> None:
        """Take `unit` off the stack; one left uncommitted spoils the whole, and the last one rolls back."""
        self.units.remove(unit)
        if unit.committed:
            return
        self.spoiled = True
        if not self.units and self.connection.in_transaction:
            self.connection.execute("ROLLBACK")


class UnitOfWork:
    """The handle of a `with vault.unit()` block. Rolls back unless committed; belongs to its thread."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self.committed = False

    def execute(self, sql: str, parameters: Parameters = ()) -> Cursor:
        self.require_open()
        return self._transaction.connection.execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Parameters]) -> Cursor:
        self.require_open()
        return self._transaction.connection.executemany(sql, parameters)

    def commit(self) -> None:
        """Agree to what was written; the outermost unit of the thread makes it durable."""
        self.require_open()
        units = self._transaction.units
        if units[-1] is not self:
            raise UnitError("an inner unit is still open")
        if len(units) == 1:
            self._transaction.connection.execute("COMMIT")
        self.committed = True

    def require_open(self) -> None:
        """Raises UnitError unless something can still be written and agreed to."""
        if self.committed:
            raise UnitError("this unit is already committed")
        if self not in self._transaction.units:
            raise UnitError("this unit is over")
        if self._transaction.spoiled:
            raise UnitError("an inner unit was not committed, so the whole is rolled back")
        # SQLite rolls back by itself on some faults; going on would write outside any transaction.
        if not self._transaction.connection.in_transaction:
            raise UnitError("a fault has rolled this unit back")
