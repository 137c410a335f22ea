"""The History place: a shelf whose talks are saved to a file that the person names."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.shelf import ShelfPlace, Telling
from ui.theme import Theme
from ui.trail.filters import TalkFilters
from ui.trail.model import Times
from ui.trail.operations import Episode

translate = QCoreApplication.translate


class TrailPlace(ShelfPlace[Episode]):
    """Draws `Times`; asks where to when talks are to be saved. `export_wanted` asks for all that is kept, as files."""

    export_wanted = Signal()

    def __init__(
        self, times: Times, telling: Telling[Episode], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(times, telling, theme, parent)
        self._times = times
        self.filters = TalkFilters(times, theme, self)
        self.add_bar(self.filters)
        self.filters.export_wanted.connect(self.export_wanted)
        self._saving: Sequence[Episode] = ()
        self.dialog: QFileDialog | None = None
        times.save_wanted.connect(self._ask_where)

    def _ask_where(self, talks: Sequence[Episode]) -> None:
        """Opened, never executed: no nested event loop."""
        self._saving = talks
        self.dialog = QFileDialog(self, translate("Trail", "Where shall it be saved?"))
        self.dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.dialog.setNameFilter(translate("Trail", "Markdown (*.md)"))
        self.dialog.setDefaultSuffix("md")
        self.dialog.selectFile(file_name(talks))
        self.dialog.fileSelected.connect(self._save_to)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _save_to(self, path: str) -> None:
        self._times.gather(self._saving, lambda text: self.bar.tell(save_talks(text, Path(path))))


def file_name(talks: Sequence[Episode]) -> str:
    """What the file is called unless the person says otherwise: the day of the talk, or of the first and last."""
    days = sorted(f"{one.started.astimezone():%Y-%m-%d}" for one in talks)
    span = days[0] if len(talks) == 1 else f"{days[0]} – {days[-1]}"
    words = translate("Trail", "Talk {day}") if len(talks) == 1 else translate("Trail", "Talks {day}")
    return words.format(day=span) + ".md"


def save_talks(text: str, path: Path) -> str:
    """Write it so that no other user of the computer reads it; says what came of it."""
    try:
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return translate("Trail", "It could not be saved: {reason}").format(reason=error.strerror or "")
    return translate("Trail", "Saved: {name}").format(name=path.name)
