"""Search in the conversation: a bar that walks through the turns in which a word occurs, newest first."""

import time

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from ui.conversation.finding.model import Finding
from ui.theme import Gap, Theme
from ui.widgets.icons import icon

BUDGET_S = 0.006


class FindBar(QFrame):
    """Draws `Finding`. `found` tells the row to show, `sought` the word to mark. It looks in small slices."""

    found = Signal(int)
    sought = Signal(str)
    closed = Signal()

    def __init__(self, finding: Finding, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._finding, self._theme = finding, theme
        self._timer = QTimer(self)
        self._timer.setObjectName("find: slices")
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)
        self._field = QLineEdit(self)
        self._count = QLabel(self)
        self._count.setProperty("class", "muted")
        self._buttons: dict[str, QToolButton] = {}
        self._arrange()
        self._field.textChanged.connect(self._seek)
        finding.found.connect(self.found.emit)
        finding.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def open(self) -> None:
        """Show the bar, or go back to its field."""
        if self.isHidden():
            self.show()
            self._seek(self._field.text())
        self._field.setFocus()
        self._field.selectAll()

    def close_bar(self) -> None:
        """Look for nothing any more, and make room."""
        self.hide()
        self._seek("")
        self.closed.emit()

    def step(self, older: bool) -> None:
        """Go to the next older or newer hit."""
        self._finding.step(older=older)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.step(older=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def _seek(self, words: str) -> None:
        self.sought.emit(words)
        self._finding.seek(words)

    def _slice(self) -> None:
        end = time.perf_counter() + BUDGET_S
        while self._finding.looking and time.perf_counter() < end:
            self._finding.look()

    def _show(self) -> None:
        finding = self._finding
        if finding.looking and not self._timer.isActive():
            self._timer.start()
        elif not finding.looking:
            self._timer.stop()
        self._count.setText(self._words())
        self._count.setToolTip("" if finding.fault is None else finding.fault.remedy)

    def _words(self) -> str:
        finding = self._finding
        if finding.fault is not None:
            return finding.fault.message
        if finding.earlier:
            return self.tr("Searching earlier…")
        if finding.rows:
            count = len(finding.rows)
            words = self.tr("{at} of {count}") if finding.whole else self.tr("{at} of {count}+")
            return words.format(at=finding.at + 1, count=count)
        if finding.searching:
            return self.tr("Searching…")
        return self.tr("Not found") if finding.words else ""

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
        side = self._theme.metrics.space(Gap.ROOMY)
        for name, button in self._buttons.items():
            button.setIconSize(QSize(side, side))
            button.setIcon(icon(name, self._theme.colours.muted, side))
        row = self.layout()
        if row is not None:
            space = self._theme.metrics.space
            row.setContentsMargins(space(Gap.WIDE), space(Gap.NEAR), space(Gap.CLEAR), space(Gap.NEAR))
