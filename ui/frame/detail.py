"""The scrolling column beside a list, in which the chosen thing is shown; and one with a text in full."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ui.theme import Gap, Theme
from ui.widgets.words import Pairs, Words


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


class Reading(Detail):
    """A line above, the text, names and values below; `add` puts more under them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=Gap.CLEAR)
        self._above = Words(self, kind="muted", selectable=True)
        self._text = Words(self, selectable=True)
        self.pairs = Pairs(theme, self)
        for widget in (self._above, self._text, self.pairs):
            self.add(widget)
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

    @property
    def above(self) -> str:
        """The line above the text."""
        return self._above.text()
