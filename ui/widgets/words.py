"""Words to read: plain text, whoever wrote it, that wraps; and names with values, one pair a line."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ui.theme import Gap, Theme


class Words(QLabel):
    """A label for text that nobody here has written; never read as markup.

    `kind` is its class in the style sheet. What may be quoted is `selectable` with the mouse.
    """

    def __init__(
        self, parent: QWidget | None = None, text: str = "", *, kind: str = "", selectable: bool = False
    ) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            self.setProperty("class", kind)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)


class Pairs(QWidget):
    """Refilled by `show_pairs`; its labels are kept."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._labels: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these and no others."""
        while len(self._labels) < len(pairs):
            self._add()
        for number, (name, value) in enumerate(self._labels):
            shown = number < len(pairs)
            name.setVisible(shown)
            value.setVisible(shown)
            if shown:
                name.setText(pairs[number][0])
                value.setText(pairs[number][1])

    @property
    def words(self) -> list[str]:
        """What is shown, line by line."""
        return [f"{name.text()}: {value.text()}" for name, value in self._labels if not name.isHidden()]

    def _add(self) -> None:
        name, value = QLabel(self), Words(self, selectable=True)
        name.setProperty("class", "muted")
        row = len(self._labels)
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)
        self._labels.append((name, value))
        self._lower(name)

    def _lower(self, name: QLabel) -> None:
        """Its small letters stand on one line with what is beside them."""
        name.setContentsMargins(0, self._theme.metrics.space(Gap.HAIR), 0, 0)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        for name, _ in self._labels:
            self._lower(name)
        self._grid.setHorizontalSpacing(space(Gap.WIDE))
        self._grid.setVerticalSpacing(space(Gap.TINY))
