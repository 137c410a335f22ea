"""The view-model of notifications: looks for what is due, and says so where it may. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Protocol

from engine.intent.records import ItemKind, ItemStatus
from ui.doors import Door, Fault
from ui.notices import wording
from ui.notices.rules import Restraint
from ui.observable import Signal
from ui.reminders import operations
from ui.reminders.operations import Item

PLACE = "reminders"


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told: a title, a text, and the place that a click opens.

    `plain` are title and text without any of the person's words: for a locked screen, which anybody may read.
    """

    title: str
    text: str
    place: str
    plain: tuple[str, str]

    def without_words(self) -> "Notice":
        """The same, discreetly."""
        return replace(self, title=self.plain[0], text=self.plain[1])


class Attention(Protocol):
    """Whether the person wants to be told anything now, and how much of it."""

    def open(self, now: datetime) -> bool:
        """Whether a notification may come: it is wanted, and this is no quiet hour."""

    def discreet(self) -> bool:
        """Whether none may hold any of the person's words."""


class Told(Protocol):
    """Keeps which things were told of on a day, over a restart."""

    def told(self, day: date) -> frozenset[str]:
        """The ids told of on that day."""

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        """They were told of; earlier days are forgotten."""


class Notices:
    """`came` brings each notice. What is due is told once on its day, all of it in one; `quiet_until` silences all."""

    def __init__(
        self, door: Door, attention: Attention, told: Told, episode: Callable[[], str | None]
    ) -> None:
        self._door, self._attention, self._told, self._episode = door, attention, told, episode
        self._restraint = Restraint()
        self._asking = False
        self.quiet_until: datetime | None = None
        self.came: Signal[[Notice]] = Signal()

    def look(self, now: datetime) -> None:
        """See whether anything is due that was not told today. Cheap where nothing may be told anyway."""
        if self._asking or not self._may(now):
            return
        self._asking = True

        def found(items: Sequence[Item]) -> None:
            self._asking = False
            self._tell([one for one in items if _is_due(one, now.date())], now)

        operations.items(self._door, found, self._not_read)

    def _may(self, now: datetime) -> bool:
        silenced = self.quiet_until is not None and now < self.quiet_until
        return not silenced and self._attention.open(now) and self._restraint.allows(now, self._episode())

    def _tell(self, due: list[Item], now: datetime) -> None:
        told = self._told.told(now.date())
        fresh = [one for one in due if one.id not in told]
        if not fresh or not self._may(now):
            return
        self._told.keep_told(now.date(), told | {one.id for one in fresh})
        self._restraint.told(now, self._episode())
        notice = Notice(*wording.due(fresh), PLACE, wording.plain())
        self.came.emit(notice.without_words() if self._attention.discreet() else notice)

    def _not_read(self, _: Fault) -> None:
        """The mind is shut, or cannot be read: its state tells that already."""
        self._asking = False


def _is_due(item: Item, today: date) -> bool:
    """A reminder on its day; what was promised, once it is late."""
    if item.status is not ItemStatus.OPEN:
        return False
    due = item.due is not None and item.due <= today
    return due or (item.what is ItemKind.PROMISE and item.overdue)
