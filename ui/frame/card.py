"""A card whose content is made anew with what it shows."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ui.theme import Gap, Theme

FILLING = Qt.AlignmentFlag(0)


class Card(QFrame):
    """Hidden until it shows something; `gap` stands between two of its widgets.

    One that is not `framed` stands within another card.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, gap: Gap, framed: bool = True) -> None:
        super().__init__(parent)
        if framed:
            self.setObjectName("card")
        self._theme, self._gap, self._framed = theme, gap, framed
        self._made: list[QWidget] = []
        self._column = QVBoxLayout(self)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def _clear(self) -> None:
        for widget in self._made:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made = []

    def _add(self, widget: QWidget, aligned: Qt.AlignmentFlag = FILLING) -> None:
        self._made.append(widget)
        self._column.addWidget(widget, 0, aligned)
        widget.show()  # what is added to a shown parent would appear an event later

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(*[space(Gap.WIDE) if self._framed else 0] * 4)
        self._column.setSpacing(space(self._gap))
