"""A text in full with what is known of it, in a scrolling column."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from ui.theme import Theme
from ui.widgets.pairs import Pairs


class Reading(QScrollArea):
    """A line above, the text, names and values below; `add` puts more under them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._body = QWidget(self)
        self._body.setObjectName("detailBody")
        self._above, self._text = QLabel(self), QLabel(self)
        self._above.setProperty("class", "muted")
        for label in (self._above, self._text):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.pairs = Pairs(theme, self)
        self._column = QVBoxLayout(self._body)
        for widget in (self._above, self._text, self.pairs):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self.setWidget(self._body)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._body.hide()

    def read(self, above: str, text: str, pairs: Sequence[tuple[str, str]], *, large: bool = True) -> None:
        """Show a text; `large` for a sentence, not for a page."""
        self._above.setText(above)
        self._text.setObjectName("said" if large else "page")
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self.pairs.show_pairs(pairs)
        self._body.show()

    @property
    def text(self) -> str:
        """What is shown; empty where nothing is."""
        return "" if self._body.isHidden() else self._text.text()

    def add(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(space(10), space(6), space(14), space(10))
        self._column.setSpacing(space(12))
