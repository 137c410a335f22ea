"""What every part of the store shares: whose it is, reading rows, and the form of times and lists."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.vault import Row, Vault

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CHUNK = 500  # ids in one statement
STANDS = "archived_at IS NULL AND withdrawn_at IS NULL"
OURS = "companion = ? AND (person IS NULL OR person = ?)"


class Reading:
    """Reads of one companion with one person; on a thread with an open unit they see what it has written."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def _rows(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        with self._vault.read() as connection:
            return connection.execute(sql, tuple(parameters)).fetchall()


def microseconds(at: datetime) -> int:
    """A time as it is stored."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    """A stored time, in UTC."""
    return _EPOCH + timedelta(microseconds=value)


def moment_or_none(value: int | None) -> datetime | None:
    """A stored time that may be missing."""
    return None if value is None else moment(value)


def microseconds_or_none(at: datetime | None) -> int | None:
    """A time that may be missing, as it is stored."""
    return None if at is None else microseconds(at)


def marks(values: Collection[Any]) -> str:
    """As many placeholders as values."""
    return ", ".join("?" * len(values))


def chunks(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """`values` in pieces that fit into one statement."""
    for start in range(0, len(values), _CHUNK):
        yield values[start : start + _CHUNK]
