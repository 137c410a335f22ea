"""An hour of the day or none: the usual ones a press away, any other typed."""

from datetime import time

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtWidgets import QTimeEdit, QVBoxLayout, QWidget

from ui.theme import Theme
from ui.widgets.choices import Choices, Option

NONE, OTHER = "none", "other"
USUAL = (time(9), time(13), time(18))
"""The usual ones."""


def hour_words(hour: time) -> str:
    """`17:30`, as the person's locale writes it."""
    return QLocale().toString(QTime(hour.hour, hour.minute), QLocale.FormatType.ShortFormat)


class HourField(QWidget):
    """`hour` is the one chosen; None for none."""

    changed = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = Choices(name, theme, self)
        self._other = QTimeEdit(self)
        self._other.setAccessibleName(self.tr("Another hour"))
        self._other.setToolTip(self.tr("Type an hour"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._choices)
        column.addWidget(self._other)
        usual = [
            Option(_key(each), hour_words(each), self.tr("At {hour}").format(hour=hour_words(each)))
            for each in USUAL
        ]
        none = Option(NONE, self.tr("No hour"), self.tr("At no certain hour"))
        other = Option(OTHER, self.tr("Another hour"), self.tr("Type an hour"))
        self._choices.offer([none, *usual, other])
        self._choices.chosen.connect(self._choose)
        self.setFocusProxy(self._choices)
        self._chosen = NONE
        self.show_hour(None)

    @property
    def hour(self) -> time | None:
        if self._chosen == NONE:
            return None
        if self._chosen == OTHER:
            shown = self._other.time()
            return time(shown.hour(), shown.minute())
        return time.fromisoformat(self._chosen)

    def show_hour(self, hour: time | None) -> None:
        """Begin from `hour`."""
        key = NONE if hour is None else _key(hour) if hour in USUAL else OTHER
        shown = hour or USUAL[0]
        self._other.setTime(QTime(shown.hour, shown.minute))
        self._choices.choose(key)
        self._choose(key)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._other.setVisible(key == OTHER)
        self.changed.emit()


def _key(hour: time) -> str:
    return f"{hour:%H:%M}"
