"""Time as a port, so that a week can be played in a second."""

import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Where the mind reads the time."""

    def now(self) -> datetime:
        """The present, timezone-aware, in UTC."""

    def local(self) -> datetime:
        """The present in the person's own time zone, timezone-aware."""

    def monotonic(self) -> float:
        """Seconds that never run backwards; only differences mean anything."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def local(self) -> datetime:
        return datetime.now(UTC).astimezone()

    def monotonic(self) -> float:
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is told to move; for scenarios and tests."""

    def __init__(self, start: datetime) -> None:
        if start.tzinfo is None:
            raise ValueError("a clock needs a timezone-aware start")
        self._local = start
        self._elapsed = 0.0

    def now(self) -> datetime:
        return self._local.astimezone(UTC)

    def local(self) -> datetime:
        return self._local

    def monotonic(self) -> float:
        return self._elapsed

    def advance(self, span: timedelta) -> None:
        """Move on by `span`; a negative one sets the wall clock back while monotonic time stands."""
        self._local += span
        self._elapsed += max(0.0, span.total_seconds())


@contextmanager
def timed(clock: Clock, spent: MutableMapping[str, float], name: str) -> Iterator[None]:
    """Add the seconds of a `with` block to `spent[name]`, also where it raises."""
    began = clock.monotonic()
    try:
        yield
    finally:
        spent[name] = spent.get(name, 0.0) + clock.monotonic() - began
