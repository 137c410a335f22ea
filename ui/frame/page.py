"""The frame that places share: a title, a line about it, tools, and the body below."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from ui.doors import Fault
from ui.frame.letters import UNDO, letter_of, press
from ui.frame.message import Banner
from ui.frame.sheet import beside
from ui.history import Steps, Undoing
from ui.theme import Gap, Theme
from ui.theme.tokens import SCROLL_BAR
from ui.widgets.choices import Choices
from ui.widgets.flow import FlowLayout
from ui.widgets.pages import Pages
from ui.widgets.words import Words


class Page(QWidget):
    """A place's frame; `add_tool` puts a control beside the title, `add_bar` one below, `add_sides` the
    choice of its sides, `add_body` the content.

    `wanted` is set by whoever shows places: called where this one must be seen first. `centred` is for a body that is a
    sheet: its title stands above it. `steps` leads back through what was changed here: a place that changes something
    puts its own there.
    """

    def __init__(
        self, title: str, words: str, theme: Theme, parent: QWidget | None = None, *, centred: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme, self._centred = theme, centred
        self.wanted: Callable[[], None] = _nothing
        self.sides: Choices | None = None
        self.steps: Undoing = Steps()
        self._broken: Banner | None = None
        self._bodies: list[QWidget] = []
        self._head = QFrame(self)
        self._title, self._words = QLabel(title, self._head), Words(self._head, words, kind="muted")
        self._title.setObjectName("placeTitle")
        self._tools = FlowLayout()
        self._top = QHBoxLayout()
        self._top.addWidget(self._title, 1, Qt.AlignmentFlag.AlignVCenter)
        self._top.addLayout(self._tools)
        self._top.setAlignment(self._tools, Qt.AlignmentFlag.AlignVCenter)
        self._bars = QVBoxLayout(self._head)
        self._bars.addLayout(self._top)
        self._bars.addWidget(self._words)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._head)
        theme.changed.connect(self._on_page_theme)
        self._on_page_theme()

    def set_words(self, words: str) -> None:
        self._words.setText(words)

    def add_tool(self, widget: QWidget) -> None:
        widget.setParent(self._head)
        self._tools.addWidget(widget)

    def add_bar(self, widget: QWidget) -> None:
        self._bars.addWidget(widget)

    def add_sides(self, sides: Choices) -> None:
        """Put the sides of this place below its title; there is at most one such choice."""
        self.sides = sides
        self.add_bar(sides)

    def add_body(self, widget: QWidget, stretch: int = 0) -> None:
        self._bodies.append(widget)
        self._column.addWidget(widget, stretch)

    def add_pages(self, *pages: QWidget) -> Pages:
        """Pages of which one is shown, in the room that is left."""
        self._bodies.extend(pages)
        made = Pages(*pages)
        self._column.addLayout(made, 1)
        return made

    def parts(self) -> Sequence[QWidget]:
        """What is dressed by itself when the theme changes, so that a page which nobody sees need not be."""
        return (self._head, *self._bodies)

    def show_fault(self, fault: Fault) -> None:
        """Tell of what went wrong in this place, and in no other."""
        if self._broken is None:
            self._broken = Banner(self._theme, self._head)
            self._bars.addWidget(self._broken)
        self._broken.show_fault(fault)

    def letters(self) -> Mapping[str, QAbstractButton]:
        """The buttons that a letter presses while nothing is being written here."""
        return {}

    def press_letter(self, letter: str) -> bool:
        """Do what a letter stands for; False where it stands for nothing."""
        if letter == UNDO and self.steps.can_undo:
            self.steps.undo()
            return True
        return press(self.letters(), letter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A field that is written in keeps its letters; all others come here."""
        letter = letter_of(event)
        if not (letter and self.press_letter(letter)):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._centre()

    def _centre(self) -> None:
        margins = self._column.contentsMargins()
        width = self.width() - margins.left() - margins.right()
        side = beside(width, self._theme) if self._centred else 0
        # At the right, where cards and the words of rows end: what scrolls leaves room there for its bar.
        self._bars.setContentsMargins(side, 0, side + self._theme.metrics.space(Gap.INSET), 0)

    def _on_page_theme(self) -> None:
        space = self._theme.metrics.space
        self._tools.setSpacing(space(Gap.NEAR))
        self._bars.setSpacing(space(Gap.NEAR))
        # What scrolls ends at the foot of the place: a strip below it would look like an edge of its own.
        self._column.setContentsMargins(space(Gap.OPEN), space(Gap.WIDE), space(Gap.OPEN) - SCROLL_BAR, 0)
        self._column.setSpacing(space(Gap.CLEAR))
        self._centre()


def _nothing() -> None:
    """What `wanted` does for a place that stands alone."""
