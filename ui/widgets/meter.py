"""A share of something as a bar, with its words beside it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.theme import Gap, Theme
from ui.widgets.words import Words

THICK, WIDTH = 6, 120
"""Pixels at 100% text."""


class Bar(QWidget):
    """`share` 0–1 of its width is filled."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.share = theme, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_share(self, share: float) -> None:
        self.share = min(1.0, max(0.0, share))
        self.update()

    def sizeHint(self) -> QSize:
        space = self._theme.metrics.space
        return QSize(space(WIDTH), space(THICK) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), self._theme.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        thick = self._theme.metrics.space(THICK)
        ground = QRectF(0, (self.height() - thick) / 2, self.width(), thick)
        for rect, colour in (
            (ground, colours.line),
            (ground.adjusted(0, 0, -ground.width() * (1 - self.share), 0), colours.orb_glow),
        ):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(rect, thick / 2, thick / 2)


class Meter(QWidget):
    """A bar and its words; what a screen reader says are the words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.bar, self._words = Bar(theme, self), Words(self, kind="muted")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.bar, 2)
        self._row.addWidget(self._words, 3)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_share(self, share: float, words: str) -> None:
        """`share` 0–1."""
        self.bar.set_share(share)
        self._words.setText(words)
        self.setAccessibleName(words)

    @property
    def words(self) -> str:
        return self._words.text()

    def _on_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.CLEAR))
