"""Where a person writes.

It takes text from the first moment; what is sent early waits in the conversation.
"""

from math import ceil

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme import Gap, Theme
from ui.theme.tokens import BUTTON
from ui.widgets.icons import icon

MOST_LINES = 9
NARROW = 260
"""Pixels at 100% text below which the buttons before the writing stand above each other."""


class Writing(QPlainTextEdit):
    """A text that grows with its lines.

    Enter sends, Shift+Enter begins a line, Up in an empty one goes back.
    """

    submitted = Signal()
    recalled_last = Signal()
    focus_moved = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submitted.emit()
        elif event.key() == Qt.Key.Key_Up and not self.toPlainText():
            self.recalled_last.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """A file that is dropped here is for the window, which reads it, and is no text."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Only words come in by paste and drop."""
        self.insertPlainText(source.text())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_moved.emit()


class Composer(QFrame):
    """The card at the foot of the conversation: the draft, and one button that sends or stops."""

    sent = Signal(str, bool)  # the words, and whether to think harder about them
    stopped = Signal()
    edited_last = Signal()
    typed = Signal(bool)  # whether there is a draft
    aside_wanted = Signal(bool)  # whether what follows is off the record
    attach_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self._theme = theme
        self._busy = False
        self._writing = Writing(self)
        self._aside = QToolButton(self)
        self._aside.setObjectName("aside")
        self._aside.setCheckable(True)
        self._attach = QToolButton(self)
        self._attach.setObjectName("attach")
        self._button = QToolButton(self)
        self._button.setObjectName("send")
        self._arrange()
        self._writing.submitted.connect(self.send)
        self._writing.recalled_last.connect(self.edited_last)
        self._writing.focus_moved.connect(self._show_focus)
        self._writing.textChanged.connect(self._on_text)
        self._button.clicked.connect(self._on_button)
        self._aside.clicked.connect(self._on_aside)
        self._attach.clicked.connect(self.attach_wanted)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.set_aside(off_record=False)

    @property
    def draft(self) -> str:
        return self._writing.toPlainText()

    def set_draft(self, text: str) -> None:
        """Put `text` up for editing, with the cursor at its end."""
        self._writing.setPlainText(text)
        self._writing.moveCursor(self._writing.textCursor().MoveOperation.End)
        self._writing.setFocus()

    def set_companion(self, name: str) -> None:
        words = self.tr("Write to {name}…").format(name=name) if name else self.tr("Write something…")
        self._writing.setPlaceholderText(words)

    def set_aside(self, off_record: bool) -> None:
        """Show whether what is written goes off the record."""
        if self.property("aside") == off_record:
            return
        self._aside.setChecked(off_record)
        self._aside.setToolTip(
            self.tr("Back on the record; what was said off it is gone then (Ctrl+Shift+O)")
            if off_record
            else self.tr("Off the record: nothing is recalled, nothing is kept (Ctrl+Shift+O)")
        )
        self._attach.setEnabled(not off_record)
        self._attach.setToolTip(
            self.tr("A document that is read is kept, and off the record nothing is")
            if off_record
            else self.tr("Add a document to talk about (Ctrl+Shift+D)")
        )
        self.setProperty("aside", off_record)
        self._show_focus()

    def set_busy(self, busy: bool) -> None:
        """While an answer runs the button stops it, unless there is a draft to send."""
        self._busy = busy
        self._show_button()

    def take_focus(self) -> None:
        self._writing.setFocus(Qt.FocusReason.OtherFocusReason)

    def send(self) -> None:
        """Send the draft; a blank one stays."""
        self._send(harder=False)

    def send_harder(self) -> None:
        """Send the draft, to be thought about with more effort than usual."""
        self._send(harder=True)

    def _send(self, *, harder: bool) -> None:
        text = self.draft.strip()
        if text:
            self._writing.clear()
            self.sent.emit(text, harder)

    def _arrange(self) -> None:
        self._writing.setAccessibleName(self.tr("Message"))
        self._writing.setAccessibleDescription(self.tr("Enter sends, Shift and Enter begin a new line"))
        self._writing.setTabChangesFocus(True)
        self._writing.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._writing.setFrameShape(QFrame.Shape.NoFrame)
        self._writing.document().setDocumentMargin(0)
        self.setFocusProxy(self._writing)
        self._aside.setAccessibleName(self.tr("Off the record"))
        self._attach.setAccessibleName(self.tr("Add a document"))
        self._before = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for button in (self._attach, self._aside):
            self._before.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        row = self._row = QHBoxLayout()
        row.addLayout(self._before)
        row.addWidget(self._writing, 1)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        self._column = QVBoxLayout(self)
        self._column.addLayout(row)

    def hold(self, above: QWidget) -> None:
        """Hold this above the draft."""
        self._column.insertWidget(0, above)

    def take(self, buttons: QWidget) -> None:
        """Hold these beside the button that sends, so that they take no room from the column."""
        self._row.insertWidget(self._row.indexOf(self._button), buttons, 0, Qt.AlignmentFlag.AlignBottom)

    def _on_button(self) -> None:
        if self._stops():
            self.stopped.emit()
        else:
            self.send()
        self.take_focus()

    def _on_aside(self, off_record: bool) -> None:
        self.aside_wanted.emit(off_record)
        self.take_focus()

    def _stops(self) -> bool:
        return self._busy and not self.draft.strip()

    def _on_text(self) -> None:
        self._fit_height()
        self._show_button()
        self.typed.emit(bool(self.draft.strip()))

    def _fit_height(self) -> None:
        line = ceil(QFontMetricsF(self._theme.font(self._theme.metrics.body)).lineSpacing())
        lines = round(self._writing.document().size().height())
        height = line * max(1, min(MOST_LINES, lines)) + 4
        self._writing.setFixedHeight(height)
        fits = (
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if lines <= MOST_LINES
            else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self._writing.setVerticalScrollBarPolicy(fits)

    def _show_button(self) -> None:
        stops = self._stops()
        colour = self._theme.colours.on_accent
        words = self.tr("Stop answering (Esc)") if stops else self.tr("Send (Enter)")
        self._button.setIcon(icon("stop" if stops else "send", colour, self._button.iconSize().width()))
        self._button.setEnabled(stops or bool(self.draft.strip()))
        self._button.setToolTip(words)
        self._button.setAccessibleName(self.tr("Stop") if stops else self.tr("Send"))

    def _show_focus(self) -> None:
        self.setProperty("focused", self._writing.hasFocus())
        self.style().unpolish(self)
        self.style().polish(self)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(space(Gap.EASY), space(Gap.EASY), space(Gap.EASY), space(Gap.EASY))
        for layout in (self._column, self._row):
            layout.setSpacing(space(Gap.EASY))
        self._before.setSpacing(space(Gap.TINY))
        for button in (self._attach, self._aside, self._button):
            button.setIconSize(QSize(space(Gap.ROOMY), space(Gap.ROOMY)))
            button.setFixedSize(space(BUTTON), space(BUTTON))
        colours = self._theme.colours
        self._aside.setIcon(icon("aside", colours.muted, space(Gap.ROOMY), checked=colours.on_accent))
        self._attach.setIcon(icon("attach", colours.muted, space(Gap.ROOMY)))
        self._show_button()
        self._fit_buttons()
        self._fit_height()

    def _fit_buttons(self) -> None:
        """Where there is little width, they stand above each other and leave it to the writing."""
        narrow = self.width() < self._theme.metrics.text(NARROW)
        ways = QBoxLayout.Direction
        self._before.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_buttons()
        self._fit_height()
