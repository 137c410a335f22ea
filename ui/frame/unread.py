"""A line where something is still being read, or could not be: what, and a way to try again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ui.theme import Theme
from ui.widgets.words import Words


class Unread(QWidget):
    """Hidden while all was read."""

    again = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Words(self, kind="muted")
        self.button = QPushButton(self.tr("Try again"), self)
        self.button.setProperty("class", "inline")
        self.button.setToolTip(self.tr("Ask for this once more"))
        self.button.clicked.connect(self.again)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.metrics.space(12))
        row.addWidget(self.words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def wait(self) -> None:
        """It is being read."""
        self._say(self.tr("One moment…"), broken=False)

    def tell(self, words: str) -> None:
        """It could not be read."""
        self._say(words, broken=True)

    def _say(self, words: str, *, broken: bool) -> None:
        self.words.setText(words)
        self.setAccessibleName(words)
        self.button.setVisible(broken)
        self.show()
