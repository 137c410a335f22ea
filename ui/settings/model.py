"""The view-models of what a person may do with all of their data: have it, correct it as files, erase it; and of what
memories call where they are. No Qt.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings import operations
from ui.settings.operations import PlaceName, ReadBack, WholeVault, Written


class Reach(StrEnum):
    """How much of it erasing everything erases: what is known, or all of this home, or the models too."""

    KNOWN = "known"
    HOME = "home"
    MODELS = "models"


class Doing(StrEnum):
    """What is going on."""

    NOTHING = "nothing"
    WRITING = "writing"
    COPYING = "copying"
    ARCHIVING = "archiving"
    LOOKING = "looking"
    READING = "reading"
    COUNTING = "counting"
    ERASING = "erasing"
    RETURNING = "returning"


class YourData:
    """One thing at a time. `offered`, `found` and `held` wait for the person's word; the others tell what was done."""

    def __init__(self, door: Door, program: Door) -> None:
        self._door, self._program = door, program
        self._folder: Path | None = None
        self.copied = self.archived = ""
        self.leaving = self.returning = False
        self.found: WholeVault | None = None
        self.doing = Doing.NOTHING
        self.fault: Fault | None = None
        self.written: Written | None = None
        self.offered: ReadBack | None = None
        self.taken: ReadBack | None = None
        self.held: Mapping[str, int] | None = None
        self.erased: Mapping[str, int] | None = None
        self.changed: Signal[[]] = Signal()
        self.gone: Signal[[]] = Signal()  # everything was erased: what is shown elsewhere is no more

    def write(self, folder: Path, day: date, *, private: bool = False) -> None:
        """Write everything into a folder of its own below `folder`, called after the day; what is private by choice."""
        if self._begin(Doing.WRITING):
            place = folder / f"Companion {day.isoformat()}"
            operations.write(self._door, place, self._wrote, self._failed, private=private)

    def copy(self, folder: Path) -> None:
        """Write an encrypted copy of all of it into a folder."""
        if self._begin(Doing.COPYING):
            operations.copy_vault(self._door, folder, self._has_copied, self._failed)

    def archive(self, folder: Path) -> None:
        """Write all of it to one file in the clear, into a folder."""
        if self._begin(Doing.ARCHIVING):
            operations.archive_vault(self._door, folder, self._has_archived, self._failed)

    def look_back(self, path: Path) -> None:
        """Look what an archive or a copy would put in the place of all of it."""
        if self._begin(Doing.LOOKING):
            operations.look_back(self._program, path, self._found, self._failed)

    def put_back(self) -> None:
        """Have what was looked at take the place of all of it."""
        found = self.found
        if found is not None and self._begin(Doing.RETURNING):
            operations.put_back(self._program, found.path, self._returns, self._failed)

    def look(self, folder: Path) -> None:
        """Look what reading an export back would change."""
        if self._begin(Doing.LOOKING):
            self._folder = folder
            operations.preview(self._door, folder, self._looked, self._failed)

    def take_over(self) -> None:
        """Read back what was looked at."""
        folder = self._folder
        if self.offered is not None and folder is not None and self._begin(Doing.READING):
            operations.read_back(self._door, folder, self._took, self._failed)

    def count(self) -> None:
        """Count what erasing everything would erase."""
        if self._begin(Doing.COUNTING):
            operations.holdings(self._door, self._counted, self._failed)

    def erase(self, confirmation: str, reach: Reach = Reach.KNOWN) -> None:
        """Erase everything, as far as is chosen, where the person typed that they want it."""
        if self.held is None or not self.confirms(confirmation) or not self._begin(Doing.ERASING):
            return
        if reach is Reach.KNOWN:
            operations.erase(self._door, self._gone, self._failed)
        else:
            models = reach is Reach.MODELS
            operations.erase_home(self._program, models=models, success=self._leaves, failure=self._failed)

    def give_up(self) -> None:
        """Change nothing."""
        if self.doing is Doing.NOTHING:
            self._clear()
            self.changed.emit()

    @staticmethod
    def confirms(typed: str) -> bool:
        """Whether the person typed the word."""
        return operations.confirms(typed)

    def _begin(self, doing: Doing) -> bool:
        if self.doing is not Doing.NOTHING:
            return False
        self._clear()
        self.doing = doing
        self.changed.emit()
        return True

    def _clear(self) -> None:
        self.fault = self.written = self.offered = self.taken = self.held = self.erased = None
        self.found = None
        self.copied = self.archived = ""
        self.leaving = self.returning = False

    def _end(self) -> None:
        self.doing = Doing.NOTHING
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self._end()

    def _has_copied(self, copy: str) -> None:
        self.copied = copy
        self._end()

    def _has_archived(self, archive: str) -> None:
        self.archived = archive
        self._end()

    def _found(self, found: WholeVault) -> None:
        self.found = found
        self._end()

    def _returns(self) -> None:
        self.returning = True
        self._end()

    def _leaves(self) -> None:
        self.leaving = True
        self._end()
        self.gone.emit()

    def _wrote(self, written: Written) -> None:
        self.written = written
        self._end()

    def _looked(self, found: ReadBack) -> None:
        if found.is_empty:
            self.taken = found
        else:
            self.offered = found
        self._end()

    def _took(self, found: ReadBack) -> None:
        self.taken = found
        self._end()

    def _counted(self, held: Mapping[str, int]) -> None:
        self.held = held
        self._end()

    def _gone(self, erased: Mapping[str, int]) -> None:
        self.erased = erased
        self._end()
        self.gone.emit()


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
