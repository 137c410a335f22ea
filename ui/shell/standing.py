"""The view-model of what each place has: what waits there, and whether anything can be seen. No Qt."""

from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.shell import operations


class Standing:
    """Asked for anew whenever something may have changed; until it is known, nothing waits and all is folded."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._asking = self._again = False
        self.waiting: dict[str, int] = {}
        self.filled: frozenset[str] = frozenset()
        self.changed: Signal[[]] = Signal()
        self._busy = True
        self._unlisten = door.listen(self._on_event)

    def ask(self) -> None:
        """Read it anew; asked again meanwhile, it is read once more afterwards."""
        if self._asking:
            self._again = True
            return
        self._asking = True
        operations.standing(self._door, self._on_answer, self._on_fault)

    def close(self) -> None:
        self._unlisten()

    def _on_event(self, event: Json) -> None:
        """After every turn, and whenever the mind has come to rest."""
        if event.get("event") != "state":
            return
        busy = bool(event["state"].get("busy"))
        if self._busy and not busy:
            self.ask()
        self._busy = busy

    def _on_answer(self, waiting: dict[str, int], filled: frozenset[str]) -> None:
        if (waiting, filled) != (self.waiting, self.filled):
            self.waiting, self.filled = waiting, filled
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
