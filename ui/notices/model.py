"""The view-model of notifications: looks for what is worth one, and says so where it may. No Qt.

Unasked comes at most three times a day in one time together, five minutes apart. What is due is not held back by that:
a reminder that does not come is worse than one too many.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from ui.doors import Door, Fault
from ui.notices.records import Found, Notice, Wishes
from ui.notices.sources import DUE, UNASKED, Look, Source
from ui.observable import Signal

MOST = 3
APART = timedelta(minutes=5)

AMBIENT_EVERY = timedelta(minutes=10)
"""How often anything but what is due is looked for, unless something stirred."""


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


class Attention(Protocol):
    """Whether the person wants to be told anything now, and how much of it."""

    def open(self, now: datetime) -> bool:
        """Whether a notification may come: it is wanted, this is no quiet hour, and no window fills the screen."""

    def open_at_hours(self) -> bool:
        """Whether what was asked for at an hour may come: any notification is wanted, also in quiet hours."""

    def discreet(self) -> bool:
        """Whether none may hold any of the person's words."""

    def elsewhere(self) -> bool:
        """Whether the person looks at something else than this window, which shows all but what is due by itself."""

    def wishes(self) -> Wishes:
        """What of all that could be told is wished."""


class Told(Protocol):
    """Keeps which things were told of on a day, over a restart."""

    def told(self, day: date) -> frozenset[str]:
        """The ids told of on that day."""

    def told_lately(self, day: date) -> frozenset[str]:
        """The ids told of in the week up to that day."""

    def quiet_until(self) -> datetime | None:
        """Until when the person wished for quiet; None where they did not."""

    def keep_quiet_until(self, until: datetime | None) -> None:
        """They wish for it until then, or no more."""

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        """They were told of; what is older than a week is forgotten."""


class Notices:
    """`came` brings each notice; `quiet_until` silences all.

    What is due goes first and is never counted, then what is wished of the rest in the order of `UNASKED`: one at a
    time, each once on its day, and what is no matter of a day once a week at most.
    """

    def __init__(
        self, door: Door, attention: Attention, told: Told, episode: Callable[[], str | None]
    ) -> None:
        self._door, self._attention, self._told, self._episode = door, attention, told, episode
        self._restraint = Restraint()
        self._asking = False
        self._ambient_from: datetime | None = None
        self.quiet_until: datetime | None = told.quiet_until()
        self.came: Signal[[Notice]] = Signal()

    def look(self, now: datetime) -> None:
        """See whether anything is worth telling that was not told today. Cheap where nothing may be told anyway."""
        if self._asking or not self._open(now, at_hour=True):
            return
        self._asking = True
        self._ask(self._wanted(now), now)

    def be_quiet(self, until: datetime | None) -> None:
        """Let nothing come until then, over a restart too; None ends it."""
        self.quiet_until = until
        self._told.keep_quiet_until(until)

    def stir(self) -> None:
        """Something came of itself: the next look is for everything."""
        self._ambient_from = None

    def _wanted(self, now: datetime) -> Sequence[Source]:
        due = self._ambient_from
        waits = due is not None and timedelta(0) <= due - now
        if not self._open(now) or waits or not self._attention.elsewhere() or not self._may_unasked(now):
            return (DUE,)
        self._ambient_from = now + AMBIENT_EVERY
        wished = self._attention.wishes().kinds
        return (DUE, *(source for kind, source in UNASKED.items() if kind in wished))

    def _ask(self, sources: Sequence[Source], now: datetime) -> None:
        """Ask one source after another, until one has something."""
        if not sources:
            self._asking = False
            return
        source, *rest = sources
        day = now.date()
        look = Look(
            now,
            self._told.told(day),
            self._told.told_lately(day),
            self._attention.wishes(),
            not self._open(now),
        )

        def found(found: Found | None) -> None:
            if found is None:
                self._ask(rest, now)
            else:
                self._asking = False
                self._tell(found, now, is_due=source is DUE)

        source(self._door, look, found, self._not_read)

    def _open(self, now: datetime, *, at_hour: bool = False) -> bool:
        """Whether anything may come now; with `at_hour` whether what was asked for at an hour may."""
        if self.quiet_until is not None and now < self.quiet_until:
            return False
        return self._attention.open_at_hours() if at_hour else self._attention.open(now)

    def _may_unasked(self, now: datetime) -> bool:
        """Whether what is not due may come now."""
        return self._restraint.allows(now, self._episode())

    def _tell(self, found: Found, now: datetime, *, is_due: bool) -> None:
        if not self._open(now, at_hour=found.at_hour) or not (is_due or self._may_unasked(now)):
            return
        self._told.keep_told(now.date(), self._told.told(now.date()) | found.ids)
        if is_due:
            self._restraint.told_due(now)
        else:
            self._restraint.told(now, self._episode())
        self.came.emit(found.notice.without_words() if self._attention.discreet() else found.notice)

    def _not_read(self, _: Fault) -> None:
        """The mind is shut, or cannot be read: its state tells that already."""
        self._asking = False
