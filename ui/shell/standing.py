"""The view-model of what each place has: what waits there, and whether anything can be seen. No Qt."""

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.shell import operations


class Standing:
    """Asked for anew whenever something may have changed; until it is known, nothing waits and all is folded."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._asking = self._again = False
        self._known: operations.Stands | None = None
        self.waiting: dict[str, int] = {}
        self.filled: frozenset[str] = frozenset()
        self.absent: frozenset[str] = frozenset()  # places of what this companion does not have
        self.changed: Signal[[]] = Signal()
        self._unwatch = operations.watch_rest(door, self.ask)

    def ask(self) -> None:
        """Read it anew; asked again meanwhile, it is read once more afterwards."""
        if self._asking:
            self._again = True
            return
        self._asking = True
        operations.standing(self._door, self._on_answer, self._on_fault)

    def close(self) -> None:
        self._unwatch()

    def _on_answer(self, found: operations.Stands) -> None:
        if found != self._known:
            self._known = found
            self.waiting, self.filled, self.absent = found
            self.changed.emit()
        self._end()

    def _on_fault(self, _: Fault) -> None:
        """The places tell for themselves what is wrong."""
        self._end()

    def _end(self) -> None:
        self._asking, again = False, self._again
        self._again = False
        if again:
            self.ask()
