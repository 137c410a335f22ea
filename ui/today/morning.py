"""The morning brief on Today: what it comes down to, and the whole of it behind one press."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ui.frame.lines import LinesCard
from ui.frame.sheet import Section
from ui.theme import Feeling, Theme
from ui.today import wording
from ui.today.doodle import Doodle
from ui.today.operations import Morning
from ui.widgets.words import Words


class MorningCard(Section):
    """Hidden while there is no brief; `lines` is the whole of it, each line with the way to its source."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme, parent)
        self.title.setText(self.tr("This morning"))
        self.title.show()
        self.doodle = Doodle(theme, self)
        self.summary = Words(self, selectable=True)
        self.whole = QPushButton(self)
        self.whole.setProperty("class", "inline")
        self.lines = LinesCard(theme, self, framed=False)
        self._morning: Morning | None = None
        self._open = False
        for part in (self.doodle, self.summary, self.whole, self.lines):
            self.add(part)
        self._column.setAlignment(self.whole, Qt.AlignmentFlag.AlignLeft)
        self.whole.clicked.connect(self._toggle)
        self.show_morning(None)

    def show_morning(self, morning: Morning | None, feeling: Feeling | None = None) -> None:
        """What it comes down to under the drawing of its day, and below it the whole where that is open."""
        self._morning = morning
        self.setVisible(morning is not None)
        if morning is not None:
            self.doodle.show_day(morning.brief.day, feeling)
            self.summary.setText(morning.summary)
        self._show_whole()

    def _toggle(self) -> None:
        self._open = not self._open
        self._show_whole()

    def _show_whole(self) -> None:
        morning = self._morning
        words = self.tr("Only what it comes down to") if self._open else self.tr("The whole brief")
        self.whole.setText(words)
        self.whole.setAccessibleName(words)
        self.whole.setToolTip(self.tr("Every line of this morning, and where it is from"))
        self.lines.show_groups(wording.morning_groups(morning) if self._open and morning is not None else [])
