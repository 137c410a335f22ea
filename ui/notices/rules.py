"""How often anything comes unasked: three times in one time together, five minutes apart. It has no clock."""

from datetime import datetime, timedelta

MOST = 3
APART = timedelta(minutes=5)


class Restraint:
    """Counts what was told. An Episode (None while there is none) allows `MOST`; two lie at least `APART`."""

    def __init__(self) -> None:
        self._episode: str | None = None
        self._count = 0
        self._last: datetime | None = None

    def allows(self, now: datetime, episode: str | None) -> bool:
        """Whether one may be told at `now`; a clock that was put back holds nothing up for ever."""
        if self._last is not None and timedelta(0) <= now - self._last < APART:
            return False
        return episode != self._episode or self._count < MOST

    def told(self, now: datetime, episode: str | None) -> None:
        """One was told."""
        self._count = self._count + 1 if episode == self._episode else 1
        self._episode, self._last = episode, now
