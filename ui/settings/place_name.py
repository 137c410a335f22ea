"""The view-model of what memories call where you are: the person's label, or the machine's name. No Qt."""

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings import operations
from ui.settings.operations import PlaceName


class PlaceNaming:
    """`known` is as the mind has it, None until it was read."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.known: PlaceName | None = None
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()

    def load(self) -> None:
        """Read how it is called."""
        operations.place_name(self._door, self._told, self._failed)

    def name(self, label: str) -> None:
        """Call it so from now on; an empty label means the machine's name again."""
        operations.name_place(self._door, label.strip(), self._told, self._failed)

    def _told(self, known: PlaceName) -> None:
        self.known, self.fault = known, None
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self.changed.emit()
