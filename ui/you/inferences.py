"""The view-model of what is inferred about the person: by room, one chosen with what it rests on. No Qt."""

from ui.doors import Door, Fault, Loading
from ui.facts import Changes
from ui.observable import Signal
from ui.you import operations
from ui.you.operations import OnRoots
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
        self.besides: tuple[Root, ...] | None = None
        self.listed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()
        self.told: Signal[[Inferred]] = Signal()  # what was taken back
        self.failed: Signal[[Fault]] = Signal()
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
        self.sources = self.besides = None
        self.detailed.emit()
        if self.current is not None:
            operations.why(self._door, ref, self._explained, self.failed.emit)

    def go(self) -> None:
        """Take the chosen one back; of a memory it is shown first what would go with it."""
        if self.current is None:
            return
        if not self.current.is_memory or self.besides is not None:
            self._take_back(self.current)
            return
        operations.reach(self._door, self.current.ref, self._reaching(self.current.ref), self.failed.emit)

    def keep(self) -> None:
        """Do not take it back after all."""
        self.besides = None
        self.detailed.emit()

    def _take_back(self, one: Inferred) -> None:
        def done() -> None:
            self.current = self.sources = self.besides = None
            self.told.emit(one)
            self.detailed.emit()
            self.load()

        operations.take_back(self._door, one.ref, done, self.failed.emit)

    def _reaching(self, ref: str) -> OnRoots:
        def found(besides: tuple[Root, ...]) -> None:
            if self.current is not None and self.current.ref == ref:
                self.besides = besides
                self.detailed.emit()

        return found

    def _explained(self, why: Why) -> None:
        if self.current is not None and self.current.ref == why.inferred.ref:
            self.sources = why.sources
            self.detailed.emit()

    def _loaded(self, found: list[Inferred]) -> None:
        self.loading, self.found = Loading.READY, found
        if self.current is not None and self.current not in found:
            self.current = self.sources = self.besides = None
            self.detailed.emit()
        self.listed.emit()

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault = Loading.FAILED, fault
        self.listed.emit()
