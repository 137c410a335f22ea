"""The view-model of thinking alone: whether it may, and the switch for it. No Qt."""

from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.shell import operations


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
