"""How often anything comes unasked: three times a day in one time together, five minutes apart. It has no clock.

What is due is not held back by it: a reminder that does not come is worse than one too many.
"""

from datetime import date, datetime, timedelta

MOST = 3
APART = timedelta(minutes=5)


class Restraint:
    """Counts what was told unasked. An Episode (None while there is none) allows `MOST` a day, `APART` each."""

    def __init__(self) -> None:
        self._counted: tuple[date, str | None] | None = None
        self._count = 0
        self._last: datetime | None = None

    def allows(self, now: datetime, episode: str | None) -> bool:
        """Whether one may be told at `now`; a clock that was put back holds nothing up for ever."""
        if self._last is not None and timedelta(0) <= now - self._last < APART:
            return False
        return self._counted != (now.date(), episode) or self._count < MOST

    def told(self, now: datetime, episode: str | None) -> None:
        """One was told, and counts."""
        counted = (now.date(), episode)
        self._count = self._count + 1 if self._counted == counted else 1
        self._counted, self._last = counted, now

    def told_due(self, now: datetime) -> None:
        """Something due was told: it does not count, but the next thing unasked keeps its distance from it."""
        self._last = now
