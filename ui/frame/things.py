"""Things under one another, each with its verbs: for a place that shows a few and is no list."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import Gap, Theme
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words


class ThingRow(QWidget):
    """One thing: a sentence, a small line about it in the colour of `tone`, and what can be done with it."""

    def __init__(
        self, told: tuple[str, str, str], buttons: Sequence[Button], theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        text, about, tone = told
        words = QVBoxLayout()
        words.addWidget(Words(self, text, selectable=True))
        words.addWidget(Words(self, about, kind=f"small {tone}"))
        words.setSpacing(theme.metrics.space(Gap.HAIR))
        verbs = VerbRow(theme, self)
        verbs.offer(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.metrics.space(Gap.CLEAR))
        row.addLayout(words, 1)
        row.addWidget(verbs)


class Column(QWidget):
    """Widgets under one another, made anew with what they show."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, gap: Gap = Gap.CLEAR) -> None:
        super().__init__(parent)
        self._theme, self._gap = theme, gap
        self._made: list[QWidget] = []
        self._shown: Sequence[object] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_widgets(self, shown: Sequence[object], makers: Sequence[Callable[[QWidget], QWidget]]) -> None:
        """Show what `makers` make of `shown`, and nothing else; the same things keep their widgets, and the focus."""
        if shown == self._shown:
            return
        self._shown = shown
        self.hide()  # as in a card of lines: laid out once
        for old in self._made:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._column.setSpacing(self._theme.metrics.space(self._gap))
        self._made = [make(self) for make in makers]
        for widget in self._made:
            self._column.addWidget(widget)
            widget.show()
        self.setVisible(bool(makers))
