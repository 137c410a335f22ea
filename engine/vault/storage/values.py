"""Values as every room stores them: times as whole microseconds, many ids in one statement."""

from collections.abc import Iterator, Sequence, Sized
from datetime import UTC, datetime, timedelta
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 400
"""Values in one statement; SQLite takes some thousands, and a room adds its own."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(at: datetime) -> int:
    """Since 1970 in UTC, exact; `at` is timezone-aware."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def moment(stored: int) -> datetime:
    """The time in UTC that `microseconds` gave."""
    return _EPOCH + timedelta(microseconds=stored)


def microseconds_or_none(at: datetime | None) -> int | None:
    """A time that may be missing, as it is stored."""
    return None if at is None else microseconds(at)


def moment_or_none(stored: int | None) -> datetime | None:
    """A stored time that may be missing."""
    return None if stored is None else moment(stored)


def marks(values: Sized) -> str:
    """As many placeholders as values."""
    return ", ".join("?" * len(values))


def chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """`values` in pieces that fit into one statement."""
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
