"""The view-model of moving in: what a file of another program holds, and taking it in. No Qt."""

from enum import StrEnum
from pathlib import Path

from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.settings import operations
from ui.settings.operations import Arrived


class Moving(StrEnum):
    """What is going on."""

    NOTHING = "nothing"
    LOOKING = "looking"
    TAKING_IN = "taking in"
    STOPPING = "stopping"


class MovingIn:
    """One file or folder at a time. `offered` waits for the person's word, `taken` tells what came of it.

    `share` is how much of it is done (0–1) while it is taken in.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._path: Path | None = None
        self.doing = Moving.NOTHING
        self.share = 0.0
        self.fault: Fault | None = None
        self.offered: Arrived | None = None
        self.taken: Arrived | None = None
        self.changed: Signal[[]] = Signal()

    def look(self, path: Path) -> None:
        """Look what a file or a folder holds; nothing is taken in."""
        if self._begin(Moving.LOOKING):
            self._path = path
            operations.look_into(self._door, path, self._looked, self._failed)

    def take_in(self) -> None:
        """Take in what was looked at."""
        path = self._path
        if self.offered is not None and path is not None and self._begin(Moving.TAKING_IN):
            operations.move_in(self._door, path, self._took, self._failed, self._came)

    def give_up(self) -> None:
        """Take in nothing: leave what is offered, or stop what is under way."""
        if self.doing is Moving.TAKING_IN:
            self.doing = Moving.STOPPING
            operations.stop_moving_in(self._door)
        elif self.doing is Moving.NOTHING:
            self._clear()
        self.changed.emit()

    def _begin(self, doing: Moving) -> bool:
        if self.doing is not Moving.NOTHING:
            return False
        self._clear()
        self.doing = doing
        self.changed.emit()
        return True

    def _clear(self) -> None:
        self.fault = self.offered = self.taken = None
        self.share = 0.0

    def _end(self) -> None:
        self.doing = Moving.NOTHING
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self._end()

    def _looked(self, found: Arrived) -> None:
        if found.is_empty:
            self.taken = found
        else:
            self.offered = found
        self._end()

    def _came(self, report: Json) -> None:
        if report.get("of"):
            self.share = report["done"] / report["of"]
            self.changed.emit()

    def _took(self, found: Arrived) -> None:
        self.taken = found
        self._end()
