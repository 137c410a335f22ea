"""Lines of words in a place: one to send away, a calm one of what happened, and one of what is not read yet."""

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from ui.doors import Fault
from ui.theme import Gap, Theme
from ui.widgets.icons import icon
from ui.widgets.words import Words

CROSS, SMALL_CROSS = 16, 14
"""The side of a closing cross, in pixels at 100% text."""


class Message(QFrame):
    """Hidden until it says something; `cross` is the side of its closing cross in pixels at 100% text."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None, *, cross: int = CROSS) -> None:
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


class Banner(Message):
    """Hidden until `show_fault`; a person sends it away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("banner", theme, parent)

    def show_fault(self, fault: Fault) -> None:
        self._words.setText(f"{fault.message}\n{fault.remedy}" if fault.remedy else fault.message)
        self._words.setAccessibleName(self._words.text())
        self.show()

    def _on_theme(self) -> None:
        super()._on_theme()
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(Gap.INSET), space(Gap.EASY), space(Gap.EASY), space(Gap.EASY))


@runtime_checkable
class TellsFault(Protocol):
    """A place that tells itself of what went wrong in it."""

    def show_fault(self, fault: Fault) -> None:
        """Tell of it there, and nowhere else."""


def set_in(banner: Banner, theme: Theme) -> QHBoxLayout:
    """The banner as wide as what it stands above, but for a little at both sides."""
    row = QHBoxLayout()
    row.addSpacing(theme.metrics.space(Gap.CLEAR))
    row.addWidget(banner, 1)
    row.addSpacing(theme.metrics.space(Gap.CLEAR))
    return row


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
        row.setSpacing(theme.metrics.space(Gap.CLEAR))
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
