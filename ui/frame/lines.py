"""A card of quoted lines in groups, each with where it is from; a line may lead somewhere."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from ui.frame.card import Card
from ui.frame.groups import Group, Line
from ui.theme import Gap, Theme
from ui.widgets.words import Words

LONGEST = 400
"""Letters of a line that are shown here; the whole stands where it is from."""


class LinesCard(Card):
    """Hidden while it has nothing to show; `followed` brings the key of a pressed line."""

    followed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, framed: bool = True) -> None:
        super().__init__(theme, parent, gap=6, framed=framed)
        self._groups: list[Group] = []

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show these groups; those without lines and without words for that are left out."""
        if list(groups) == self._groups:
            return
        self._groups = list(groups)
        self._clear()
        for group in groups:
            if group.lines or group.empty:
                self._add_group(group)
        self.setAccessibleDescription("\n".join(self.words))
        self.setVisible(bool(self._made))

    @property
    def words(self) -> list[str]:
        """Everything that is shown, line by line."""
        return [widget.text() for widget in self._made if isinstance(widget, QLabel | QPushButton)]

    def _add_group(self, group: Group) -> None:
        above = self._theme.metrics.space(Gap.EASY) if self._made else 0
        self._say(group.title, "strong").setContentsMargins(0, above, 0, 0)
        for line in group.lines:
            text = line.text if len(line.text) <= LONGEST else f"{line.text[:LONGEST].rstrip()}…"
            label = self._say(text, "")
            if not group.plain:
                label.setObjectName("quote")
            if line.key:
                self._add_link(line)
            elif line.about:
                self._say(line.about, "muted")
        if not group.lines:
            self._say(group.empty, "muted")

    def _say(self, words: str, kind: str) -> Words:
        label = Words(self, words, kind=kind, selectable=True)
        self._add(label)
        return label

    def _add_link(self, line: Line) -> None:
        button = QPushButton(line.about, self)
        button.setProperty("class", "inline")
        button.setToolTip(self.tr("Go there"))
        button.setAccessibleName(f"{line.about}: {line.text}")
        button.clicked.connect(lambda: self.followed.emit(line.key))
        self._add(button, Qt.AlignmentFlag.AlignLeft)
