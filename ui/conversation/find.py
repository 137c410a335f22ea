"""Search in the conversation: a bar that walks through the turns in which a word occurs, newest first."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from ui.conversation.model import Conversation
from ui.theme import Theme
from ui.widgets.icons import icon

BUDGET_S = 0.006


class FindBar(QFrame):
    """`found` tells the row to show, `sought` the word to mark. The search itself runs in small slices."""

    found = Signal(int)
    sought = Signal(str)
    closed = Signal()

    def __init__(self, conversation: Conversation, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._conversation, self._theme = conversation, theme
        self._rows: list[int] = []
        self._at = -1
        self._search: Iterator[int | None] | None = None
        self._timer = QTimer(self)
        self._timer.setObjectName("find: slices")
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)
        self._field = QLineEdit(self)
        self._count = QLabel(self)
        self._count.setProperty("class", "muted")
        self._buttons: dict[str, QToolButton] = {}
        self._arrange()
        self._field.textChanged.connect(self._begin)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        conversation.inserted.connect(
            lambda *_: self._begin(self._field.text()) if self.isVisible() else None
        )
        self.hide()

    def open(self) -> None:
        """Show the bar, or go back to its field."""
        self.show()
        self._field.setFocus()
        self._field.selectAll()

    def close_bar(self) -> None:
        self._timer.stop()
        self.hide()
        self.sought.emit("")
        self.closed.emit()

    def step(self, older: bool) -> None:
        """Go to the next older or newer hit, round and round."""
        if self._rows:
            self._at = (self._at + (1 if older else -1)) % len(self._rows)
            self._show_hit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.step(older=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._begin(self._field.text())

    def _begin(self, needle: str) -> None:
        self._rows, self._at = [], -1
        self.sought.emit(needle)
        self._search = self._conversation.find(needle) if needle else None
        if self._search is not None:
            self._timer.start()
        self._show_count()

    def _slice(self) -> None:
        end = time.perf_counter() + BUDGET_S
        while self._search is not None and time.perf_counter() < end:
            row = next(self._search, -1)
            if row == -1:
                self._search = None
                self._timer.stop()
            elif row is not None:
                self._rows.append(row)
                if len(self._rows) == 1:
                    self.step(older=True)
        self._show_count()

    def _show_hit(self) -> None:
        self.found.emit(self._rows[self._at])
        self._show_count()

    def _show_count(self) -> None:
        if not self._field.text():
            words = ""
        elif not self._rows:
            words = self.tr("Searching…") if self._search is not None else self.tr("Not found")
        else:
            words = self.tr("{at} of {count}").format(at=self._at + 1, count=len(self._rows))
        self._count.setText(words)

    def _arrange(self) -> None:
        self._field.setPlaceholderText(self.tr("Search in this conversation"))
        self._field.setAccessibleName(self.tr("Search in this conversation"))
        self._field.setToolTip(self.tr("Enter goes to the next older place, Shift+Enter to the next newer"))
        row = QHBoxLayout(self)
        row.addWidget(self._field, 1)
        row.addWidget(self._count)
        for name, words in (
            ("up", self.tr("Older")),
            ("down", self.tr("Newer")),
            ("close", self.tr("Close search")),
        ):
            button = QToolButton(self)
            button.setToolTip(words)
            button.setAccessibleName(words)
            self._buttons[name] = button
            row.addWidget(button)
        self._buttons["up"].clicked.connect(lambda: self.step(older=True))
        self._buttons["down"].clicked.connect(lambda: self.step(older=False))
        self._buttons["close"].clicked.connect(self.close_bar)

    def _on_theme(self) -> None:
        side = self._theme.metrics.space(18)
        for name, button in self._buttons.items():
            button.setIconSize(QSize(side, side))
            button.setIcon(icon(name, self._theme.colours.muted, side))
        row = self.layout()
        if row is not None:
            space = self._theme.metrics.space
            row.setContentsMargins(space(16), space(8), space(12), space(8))
