"""A form of a few entries, in place: Ctrl+Enter keeps what was filled in, Esc gives up."""

from collections.abc import Callable
from datetime import date, time
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.shelf.again_field import AgainField
from ui.shelf.day_field import DayField
from ui.shelf.hour_field import HourField
from ui.shelf.records import Entry, Form, Given, Kind
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices, Option
from ui.widgets.editor import is_own, keeps
from ui.widgets.words import Words

LINES = 3


class FormCard(QFrame):
    """Hidden until something is asked. `kept` is called with what was filled in."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._theme = theme
        self._form: Form | None = None
        self._made: list[QWidget] = []
        self._values: dict[str, Callable[[], str]] = {}
        self.kept: Callable[[Given], None] = _nothing
        self.given_up: Callable[[], None] = _nobody
        self._keep, self._cancel = QPushButton(self.tr("Keep"), self), QPushButton(self.tr("Cancel"), self)
        self._keep.setProperty("class", "primary")
        self._keep.setToolTip(self.tr("Keep this (Ctrl+Enter)"))
        self._keep.clicked.connect(self._on_keep)
        self._cancel.setToolTip(self.tr("Change nothing (Esc)"))
        self._cancel.clicked.connect(self.give_up)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._keep)
        self._buttons.addWidget(self._cancel)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._buttons)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def ask(self, form: Form, kept: Callable[[Given], None]) -> None:
        """Show the entries of `form`, the first of them ready to be typed into."""
        self._clear()
        self._form, self.kept = form, kept
        self._keep.setText(form.keep)
        self._keep.setAccessibleName(form.keep)
        if form.words:
            self._add(Words(self, form.words, kind="strong"))
        fields = [self._field(entry) for entry in form.entries]
        self._on_theme()
        self._show_keep()
        self.show()
        # What only asks whether it is meant begins with the way out: Enter by habit does nothing.
        (fields[0] if fields else self._cancel).setFocus(Qt.FocusReason.OtherFocusReason)

    def give_up(self) -> None:
        """Change nothing."""
        self.hide()
        self.given_up()

    @property
    def given(self) -> Given:
        """What is filled in by now."""
        return {key: read().strip() for key, read in self._values.items()}

    def event(self, event: QEvent) -> bool:
        """While it is filled in, its own keys go before the window's shortcuts."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if keeps(event) or (enter and isinstance(self.focusWidget(), QLineEdit)):
            self._on_keep()
        elif event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            event.accept()  # what is typed here is for nobody else

    def _field(self, entry: Entry) -> QWidget:
        self._add(Words(self, entry.words, kind="muted"))
        field = {
            Kind.LINE: self._line,
            Kind.LINES: self._lines,
            Kind.DAY: self._day,
            Kind.HOUR: self._hour,
            Kind.CHOICE: self._choice,
            Kind.AGAIN: self._again,
        }[entry.kind](entry)
        field.setAccessibleName(entry.words)
        field.setToolTip(entry.hint or entry.words)
        self._add(field)
        return field

    def _line(self, entry: Entry) -> QWidget:
        line = QLineEdit(entry.given, self)
        line.setPlaceholderText(entry.hint)
        line.textChanged.connect(self._show_keep)
        self._values[entry.key] = line.text
        return line

    def _lines(self, entry: Entry) -> QWidget:
        lines = QPlainTextEdit(entry.given, self)
        lines.setPlaceholderText(entry.hint)
        lines.setTabChangesFocus(True)
        lines.textChanged.connect(self._show_keep)
        row = QFontMetrics(self._theme.font(self._theme.metrics.body)).lineSpacing()
        lines.setFixedHeight(LINES * row + self._theme.metrics.space(Gap.ROOMY))
        self._values[entry.key] = lines.toPlainText
        return lines

    def _day(self, entry: Entry) -> QWidget:
        field = DayField(entry.words, self._theme, self)
        field.show_day(date.fromisoformat(entry.given) if entry.given else None)
        self._values[entry.key] = lambda: field.day.isoformat() if field.day else ""
        return field

    def _hour(self, entry: Entry) -> QWidget:
        field = HourField(entry.words, self._theme, self)
        field.show_hour(time.fromisoformat(entry.given) if entry.given else None)
        self._values[entry.key] = lambda: f"{field.hour:%H:%M}" if field.hour else ""
        return field

    def _again(self, entry: Entry) -> QWidget:
        field = AgainField(entry.words, _offered(entry), self._theme, self)
        field.show_again(entry.given)
        self._values[entry.key] = lambda: field.again
        return field

    def _choice(self, entry: Entry) -> QWidget:
        choices = Choices(entry.words, self._theme, self)
        choices.offer(_offered(entry))
        chosen = {"key": entry.given}
        if entry.given in dict(entry.options):
            choices.choose(entry.given)
        choices.chosen.connect(partial(chosen.__setitem__, "key"))
        choices.chosen.connect(self._show_keep)
        self._values[entry.key] = lambda: chosen["key"]
        return choices

    def _add(self, widget: QWidget) -> None:
        self._made.append(widget)
        self._column.insertWidget(self._column.count() - 1, widget)

    def _clear(self) -> None:
        for widget in self._made:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made, self._values = [], {}

    def _on_keep(self) -> None:
        if self._keep.isEnabled():
            given = self.given
            self.hide()
            self.kept(given)

    def _show_keep(self) -> None:
        needed = [entry.key for entry in self._form.entries if entry.needed] if self._form else []
        given = self.given if self._values else {}
        self._keep.setEnabled(all(given.get(key, "") for key in needed))

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(*[space(Gap.INSET)] * 4)
        self._column.setSpacing(space(Gap.TIGHT))
        self._buttons.setSpacing(space(Gap.NEAR))


def _offered(entry: Entry) -> list[Option]:
    return [Option(key, words, entry.hint or words) for key, words in entry.options]


def _nothing(_: Given) -> None:
    """Nothing is asked."""


def _nobody() -> None:
    """Nobody waits for it."""
