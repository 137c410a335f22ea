"""A line of words that a person can send away."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from ui.theme import Theme
from ui.widgets.icons import icon
from ui.widgets.words import Words


class Message(QFrame):
    """Hidden until it says something; `cross` is the side of its closing cross in pixels at 100% text."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None, *, cross: int = 16) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme, self._cross = theme, cross
        self._words = Words(self)
        self._close = QToolButton(self)
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.clicked.connect(self.hide)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._words, 1)
        self._row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    @property
    def words(self) -> str:
        return self._words.text()

    def _on_theme(self) -> None:
        side = self._theme.metrics.space(self._cross)
        self._close.setIconSize(QSize(side, side))
        self._close.setIcon(icon("close", self._theme.colours.muted, side))
