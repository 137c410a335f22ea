"""A scrolling sheet of cards under one another, no wider than is good to read."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.theme import Gap, Theme
from ui.widgets.words import Words

WIDEST = 860
"""Pixels at 100% text."""


def beside(width: int, theme: Theme) -> int:
    """What is left free on either side of a sheet in `width` pixels, so that it stands in the middle."""
    return max(0, (width - theme.metrics.text(WIDEST)) // 2)


def bring_into_view(widget: QWidget) -> None:
    """What is asked must not lie below the edge of the sheet that it stands in. Once it has its place."""

    def bring() -> None:
        above = widget.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)

    QTimer.singleShot(0, widget, bring)


class Sheet(QScrollArea):
    """`add` puts one more below what is there."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._body, self._middle = QWidget(self), QWidget(self)
        self._body.setObjectName("detailBody")
        self._row = QHBoxLayout(self._body)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._middle, 1000)
        self._row.addStretch(1)
        self._column = QVBoxLayout(self._middle)
        self._column.addStretch(1)
        self.setWidget(self._body)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def add(self, widget: QWidget) -> None:
        """Put one more under what is there."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._centre()

    def _centre(self) -> None:
        # By the whole width, so that a scroll bar which comes and goes moves nothing.
        self._row.setContentsMargins(beside(self.width(), self._theme), 0, 0, 0)

    def _on_theme(self) -> None:
        metrics = self._theme.metrics
        self._centre()
        self._middle.setMaximumWidth(metrics.text(WIDEST))
        self._column.setContentsMargins(
            0, metrics.space(Gap.HAIR), metrics.space(Gap.INSET), metrics.space(Gap.INSET)
        )
        self._column.setSpacing(metrics.space(Gap.INSET))


class Section(QFrame):
    """A card with a title; `add` puts something below it."""

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._theme = theme
        self.title = Words(self, title, kind="strong")
        self.title.setVisible(bool(title))
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.title)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def add(self, widget: QWidget) -> None:
        self._column.addWidget(widget)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(*[space(Gap.WIDE)] * 4)
        self._column.setSpacing(space(Gap.EASY))
