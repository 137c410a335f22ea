"""A few lines to write in place, with a way to keep them and a way back."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ui.theme import Gap, Theme

LINES = 3


class Editor(QFrame):
    """`kept` brings the words; Ctrl+Enter keeps, Esc gives up."""

    kept = Signal(str)
    given_up = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editor")
        self._theme = theme
        self._asked = QLabel(self)
        self._asked.setWordWrap(True)
        self._writing = QPlainTextEdit(self)
        self._writing.setTabChangesFocus(True)
        self._writing.setAccessibleName(self.tr("Text"))
        self._writing.textChanged.connect(self._show_keep)
        self._keep = QPushButton(self.tr("Keep"), self)
        self._keep.setProperty("class", "primary")
        self._keep.setToolTip(self.tr("Keep this (Ctrl+Enter)"))
        self._keep.clicked.connect(self._on_keep)
        self._give_up = QPushButton(self.tr("Cancel"), self)
        self._give_up.setToolTip(self.tr("Change nothing (Esc)"))
        self._give_up.clicked.connect(self.given_up)
        self.setFocusProxy(self._writing)
        self._arrange()
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def ask(self, words: str, keep: str, text: str = "", hint: str = "") -> None:
        """Show what is asked for, with `text` to begin from; `keep` are the words of the button that keeps it."""
        self._asked.setText(words)
        self._writing.setAccessibleName(words)
        self._writing.setPlaceholderText(hint)
        self._keep.setText(keep)
        self._keep.setAccessibleName(keep)
        self._writing.setPlainText(text)
        self._writing.selectAll()
        self._show_keep()

    @property
    def text(self) -> str:
        return self._writing.toPlainText().strip()

    def event(self, event: QEvent) -> bool:
        """While writing, its own keys go before the window's shortcuts."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if keeps(event):
            self._on_keep()
        elif event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._keep)
        self._buttons.addWidget(self._give_up)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._asked)
        self._column.addWidget(self._writing)
        self._column.addLayout(self._buttons)

    def _on_keep(self) -> None:
        if self.text:
            self.kept.emit(self.text)

    def _show_keep(self) -> None:
        self._keep.setEnabled(bool(self.text))

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        line = QFontMetrics(self._theme.font(self._theme.metrics.body)).lineSpacing()
        self._writing.setFixedHeight(LINES * line + space(Gap.ROOMY))
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(space(Gap.NEAR))


def keeps(event: QKeyEvent) -> bool:
    """Whether it is Ctrl+Enter."""
    enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
    return enter and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def is_own(event: QKeyEvent) -> bool:
    """Whether it keeps or gives up."""
    return keeps(event) or event.key() == Qt.Key.Key_Escape
