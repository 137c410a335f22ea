"""The scrolling column beside a list, in which the chosen thing is shown."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ui.theme import Gap, Theme


class Detail(QScrollArea):
    """Widgets under one another in `_column`; `gap` stands between two."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, gap: Gap) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme, self._gap = theme, gap
        self._body = QWidget(self)
        self._body.setObjectName("detailBody")
        self._column = QVBoxLayout(self._body)
        self._column.addStretch(1)
        self.setWidget(self._body)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def add(self, widget: QWidget) -> None:
        """Put one more under what is there."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(space(Gap.EASY), space(Gap.TIGHT), space(Gap.INSET), space(Gap.EASY))
        self._column.setSpacing(space(self._gap))
