"""What stands where there is nothing to list: what will be here and when, the wait, or what went wrong."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.doors import Fault
from ui.theme import Gap, Theme
from ui.widgets.words import Words


class Notice(QWidget):
    """Words in the middle, and a way to try again where that helps."""

    again = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title, self._words = Words(self), Words(self, kind="muted")
        self._title.setObjectName("section")
        self._again = QPushButton(self.tr("Try again"), self)
        self._again.setToolTip(self.tr("Ask for this once more"))
        self._again.clicked.connect(self.again)
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(label, 1000)
            row.addStretch(1)
            self._column.addLayout(row)
        self._column.addWidget(self._again, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(3)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    @property
    def text(self) -> str:
        return f"{self._title.text()}\n{self._words.text()}"

    def say(self, title: str, words: str = "") -> None:
        """Tell how it is."""
        self._show(title, words, broken=False)

    def tell(self, fault: Fault) -> None:
        """Tell what went wrong, with its remedy."""
        self._show(fault.message, fault.remedy, broken=True)

    def _show(self, title: str, words: str, *, broken: bool) -> None:
        self._title.setText(title)
        self._words.setText(words)
        self._words.setVisible(bool(words))
        self._again.setVisible(broken)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)

    def _on_theme(self) -> None:
        metrics = self._theme.metrics
        self._column.setContentsMargins(*[metrics.space(Gap.ROOMY)] * 4)
        self._column.setSpacing(metrics.space(Gap.EASY))
        for label in (self._title, self._words):
            label.setMaximumWidth(metrics.sentence)
