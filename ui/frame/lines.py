"""A card of quoted lines in groups, each with where it is from; a line may lead somewhere."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.frame.groups import Group, Line
from ui.theme import Gap, Theme
from ui.widgets.words import Words

FILLING = Qt.AlignmentFlag(0)

LONGEST = 400
"""Letters that are shown here of a line that leads to where the whole of it stands."""
AT_ONCE = 40
"""Lines of a group that are made at once: each costs up to a millisecond of the main thread, however long a talk is."""


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


class LinesCard(Card):
    """Hidden while it has nothing to show; `followed` brings the key of a pressed line.

    A long group is gone through part by part; `turned` brings the title above the part that is shown since.
    """

    followed = Signal(str)
    turned = Signal(QWidget)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, framed: bool = True) -> None:
        super().__init__(theme, parent, gap=Gap.TIGHT, framed=framed)
        self._groups: list[Group] = []
        self._first: list[int] = []  # the line that each group is shown from
        self._titles: dict[int, Words] = {}

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show these groups; those without lines and without words for that are left out."""
        if list(groups) == self._groups:
            return
        self._first = [self._where(at, group) for at, group in enumerate(groups)]
        self._groups = list(groups)
        self._make()

    @property
    def words(self) -> list[str]:
        """Everything that is shown, line by line."""
        return [widget.text() for widget in self._made if isinstance(widget, QLabel | QPushButton)]

    def _where(self, at: int, group: Group) -> int:
        """Who reads on in a group that grew stays where they are; in another one, its own beginning."""
        before = self._groups[at] if at < len(self._groups) else None
        if before is not None and (before.title, before.at) == (group.title, group.at):
            goes_on = before.lines[:1] == group.lines[:1] and self._first[at] < len(group.lines)
            return self._first[at] if goes_on else 0
        return group.at // AT_ONCE * AT_ONCE

    def _make(self) -> None:
        self.hide()  # of a card that is seen, all would be laid out again with each line that is added
        self._clear()
        self._titles = {}
        for at, group in enumerate(self._groups):
            if group.lines or group.empty:
                self._add_group(at, group)
        self.setAccessibleDescription("\n".join(self.words))
        self.setVisible(bool(self._made))

    def _add_group(self, at: int, group: Group) -> None:
        above = self._theme.metrics.space(Gap.EASY) if self._made else 0
        title = self._say(group.title, "strong")
        title.setContentsMargins(0, above, 0, 0)
        self._titles[at] = title
        first, after = self._first[at], self._first[at] + AT_ONCE
        if first > 0:
            self._add_turn(at, first - AT_ONCE, self.tr("Show what came before"))
        for line in group.lines[first:after]:
            self._add_line(line, plain=group.plain)
        if after < len(group.lines):
            self._add_turn(at, after, self.tr("Show what came after"))
        if not group.lines:
            self._say(group.empty, "muted")

    def _add_line(self, line: Line, *, plain: bool) -> None:
        cut = line.key and len(line.text) > LONGEST
        label = self._say(f"{line.text[:LONGEST].rstrip()}…" if cut else line.text, "")
        if not plain:
            label.setObjectName("quote")
        if line.key:
            self._add_link(line)
        elif line.about:
            self._say(line.about, "muted")

    def _say(self, words: str, kind: str) -> Words:
        label = Words(self, words, kind=kind, selectable=True)
        self._add(label)
        return label

    def _add_link(self, line: Line) -> None:
        button = self._add_button(line.about, self.tr("Go there"))
        button.setAccessibleName(f"{line.about}: {line.text}")
        button.clicked.connect(lambda: self.followed.emit(line.key))

    def _add_turn(self, at: int, first: int, words: str) -> None:
        group = self._groups[at]
        button = self._add_button(words, self.tr("{count} in all").format(count=len(group.lines)))
        button.setAccessibleName(f"{group.title}: {words}")
        button.clicked.connect(partial(self._turn, at, first, words))

    def _add_button(self, words: str, tip: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("class", "inline")
        button.setToolTip(tip)
        self._add(button, Qt.AlignmentFlag.AlignLeft)
        return button

    def _turn(self, at: int, first: int, words: str) -> None:
        """Whoever reads on by the keyboard goes on in the same direction, while there is more of it."""
        self._first[at] = max(0, first)
        self._make()
        title = self._titles[at]
        below = self._made[self._made.index(title) + 1 :]
        ways = [one for one in below if isinstance(one, QPushButton)]
        onward = next((one for one in ways if one.text() == words), ways[0])
        onward.setFocus(Qt.FocusReason.OtherFocusReason)
        self.turned.emit(title)
