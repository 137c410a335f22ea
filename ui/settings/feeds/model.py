"""The view-model of feeds: which there are, and what was done with them last. No Qt."""

from collections.abc import Sequence
from enum import StrEnum

from engine.senses.feeds.records import Feed, Outcome
from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings.feeds import operations


class Doing(StrEnum):
    """What is going on."""

    NOTHING = "nothing"
    ADDING = "adding"
    READING = "reading"
    CHANGING = "changing"


class FeedList:
    """One thing at a time. `known` is None until it was read; `read` is what came of reading last, `removed` the feed
    that was removed last and can be put back. Each change clears what was told of the one before.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self.known: Sequence[Feed] | None = None
        self.doing = Doing.NOTHING
        self.fault: Fault | None = None
        self.read: Sequence[Outcome] = ()
        self.removed: Feed | None = None
        self.changed: Signal[[]] = Signal()
        self.added: Signal[[]] = Signal()

    def load(self) -> None:
        """Read which there are; what is shown stays meanwhile."""
        operations.feeds(self._door, self._told, self._failed)

    def add(self, address: str) -> None:
        """Read a feed from now on."""
        if address.strip() and self._begin(Doing.ADDING):
            operations.add(self._door, address.strip(), self._added, self._failed)

    def read_now(self, feed: Feed | None = None) -> None:
        """Read one, or all that the person wants to be read."""
        if self._begin(Doing.READING):
            named = "" if feed is None else feed.id
            operations.fetch(self._door, self._was_read, self._failed, named)

    def allow(self, feed: Feed) -> None:
        """Read what another program proposed, from now on and at once."""
        if self._begin(Doing.READING):
            operations.allow(
                self._door,
                feed.id,
                lambda: operations.fetch(self._door, self._was_read, self._failed, feed.id),
                self._failed,
            )

    def remove(self, feed: Feed) -> None:
        """Read it no more."""
        if self._begin(Doing.CHANGING):
            operations.remove(self._door, feed.id, self._was_removed, self._failed)

    def put_back(self) -> None:
        """The one that was removed last is read again."""
        feed = self.removed
        if feed is not None and self._begin(Doing.ADDING):
            operations.add_back(self._door, feed, self._was_read, self._failed)

    def _begin(self, doing: Doing) -> bool:
        if self.doing is not Doing.NOTHING:
            return False
        self.doing, self.fault, self.read, self.removed = doing, None, (), None
        self.changed.emit()
        return True

    def _added(self, outcomes: Sequence[Outcome]) -> None:
        self.added.emit()
        self._was_read(outcomes)

    def _was_read(self, outcomes: Sequence[Outcome]) -> None:
        self.doing, self.read = Doing.NOTHING, outcomes
        self.load()

    def _was_removed(self, feed: Feed) -> None:
        self.doing, self.removed = Doing.NOTHING, feed
        self.load()

    def _told(self, known: Sequence[Feed]) -> None:
        self.known = known
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.doing, self.fault = Doing.NOTHING, fault
        self.changed.emit()
