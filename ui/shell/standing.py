"""The view-models of what the shell tells of the mind: what waits in each place, and whether it thinks alone. No Qt."""

from ui.doors import Door, Fault, Json
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


class Thinking:
    """`paused` is None until it is known; it is read anew after every turn and every run, as these may change it."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.paused: bool | None = None
        self.changed: Signal[[]] = Signal()
        self.failed: Signal[[Fault]] = Signal()
        self._unwatch = operations.watch_rest(door, self.ask)
        self._unlisten = door.listen(self._on_event)

    def ask(self) -> None:
        """Read it anew; the answer comes by `changed`, where it is another."""
        operations.thinking(self._door, self._told, self._passed_over)

    def switch(self) -> None:
        """Let nothing be thought of alone, or let it go on."""
        operations.let_think(self._door, self._told, self.failed.emit, on=self.paused is True)

    def close(self) -> None:
        self._unwatch()
        self._unlisten()

    def _on_event(self, event: Json) -> None:
        if event.get("event") == "night" and event.get("stage") == "ended":
            self.ask()

    def _told(self, paused: bool) -> None:
        if paused is not self.paused:
            self.paused = paused
            self.changed.emit()

    def _passed_over(self, _: Fault) -> None:
        """The mind is shut: its state tells that already."""
