"""A field to look for something: it tells what is sought after a pause in typing, or at once with Enter."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from ui.theme import Theme

PAUSE_MS = 250
WIDTH = 200
"""Pixels at 100% text that its hint needs."""


class SearchField(QLineEdit):
    """`sought` brings the words as they stand."""

    sought = Signal(str)

    def __init__(self, name: str, hint: str, tip: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setToolTip(tip)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear"))
            button.setToolTip(self.tr("Clear the field"))
        self._pause = QTimer(self)
        self._pause.setObjectName("search field: pause in typing")
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.textEdited.connect(self._wait)
        self.textChanged.connect(self._on_cleared)
        self.returnPressed.connect(self._tell)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def seek(self, words: str) -> None:
        """Look for `words` at once."""
        self.setText(words)
        self._tell()

    def _wait(self) -> None:
        self._pause.start()

    def _on_cleared(self, words: str) -> None:
        if not words:
            self._pause.start()

    def _tell(self) -> None:
        self._pause.stop()
        self.sought.emit(self.text())

    def _on_theme(self) -> None:
        self.setMinimumWidth(self._theme.metrics.text(WIDTH))
