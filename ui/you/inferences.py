"""The view-model of what is inferred about the person: by room, one chosen with what it rests on. No Qt."""

from functools import partial

from ui.doors import Door, Fault, Loading
from ui.facts import Changes
from ui.observable import Signal
from ui.you import operations
from ui.you.model import ASKER
from ui.you.records import Inferred, Root, Why


class Inferences:
    """What the rooms assert. A change of facts may take some of it along, so that it is read anew then."""

    def __init__(self, door: Door, changes: Changes) -> None:
        self._door = door
        self.found: list[Inferred] = []
        self.room = ""
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.current: Inferred | None = None
        self.sources: tuple[Root, ...] | None = None
        self.steps = changes.steps[ASKER]  # those of the facts beside it: one place goes back in one order
        self._place = 0
        self.listed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()
        self.told: Signal[[Inferred]] = Signal()  # what was taken back
        self.returned: Signal[[Inferred]] = Signal()  # what stands again
        self.failed: Signal[[Fault]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew
        changes.made.connect(lambda _: self.load())

    def load(self) -> None:
        """Read everything; what is shown stays meanwhile."""
        self.loading, self.fault = Loading.LOADING, None
        operations.inferred(self._door, self._loaded, self._not_loaded)
        self.listed.emit()

    def shown(self) -> list[Inferred]:
        """What the list shows, newest first."""
        return [one for one in self.found if self.room in {"", one.room}]

    def count(self, room: str) -> int:
        """How much of it is of one room; of all where none is named."""
        return sum(room in {"", one.room} for one in self.found)

    def choose_room(self, room: str) -> None:
        self.room = room
        self.listed.emit()

    def select(self, ref: str) -> None:
        """Choose one; what it rests on is then read."""
        if self.current is not None and self.current.ref == ref:
            return
        self.current = next((one for one in self.found if one.ref == ref), None)
        self.sources = None
        self.detailed.emit()
        if self.current is not None:
            operations.why(self._door, ref, self._explained, self.failed.emit)

    def go(self) -> None:
        """Take the chosen one back, with what rests on it; the next one stands in its place."""
        one = self.current
        if one is None or not one.can_go:
            return
        self._place = self.shown().index(one) if one in self.shown() else 0
        self._take_back(one)

    def _take_back(self, one: Inferred) -> None:
        note = self.steps.noting()

        def done() -> None:
            note(partial(self._bring_back, one) if one.can_return else None)
            self.current = self.sources = None
            self.told.emit(one)
            self.load()

        operations.take_back(self._door, one.ref, done, self.failed.emit)

    def _bring_back(self, one: Inferred) -> None:
        note = self.steps.noting()

        def back() -> None:
            note(partial(self._take_back, one))
            self.returned.emit(one)
            self.load()

        operations.bring_back(self._door, one.ref, back, self.failed.emit)

    def _explained(self, why: Why) -> None:
        if self.current is not None and self.current.ref == why.inferred.ref:
            self.sources = why.sources
            self.detailed.emit()

    def _loaded(self, found: list[Inferred]) -> None:
        self.loading, self.found = Loading.READY, found
        if self.current is not None and self.current not in found:
            self.current = self.sources = None
            self.detailed.emit()
        shown = self.shown()
        if self.current is None and shown:
            self.select(shown[min(self._place, len(shown) - 1)].ref)
        self.listed.emit()

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault = Loading.FAILED, fault
        self.listed.emit()
        if self.found:
            self.unread.emit(fault)
