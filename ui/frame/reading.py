"""A text in full with what is known of it, in a scrolling column."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ui.frame.detail import Detail
from ui.theme import Gap, Theme
from ui.widgets.pairs import Pairs
from ui.widgets.words import Words


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
