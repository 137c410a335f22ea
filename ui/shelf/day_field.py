"""A day or none: the usual ones a press away, any other by a calendar."""

from datetime import date, timedelta

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import QDateEdit, QVBoxLayout, QWidget

from ui.theme import Theme
from ui.widgets.choices import Choices, Option

NONE, OTHER = "none", "other"
AHEAD = {"today": 0, "tomorrow": 1, "week": 7}
"""The usual ones, in days from now."""


class DayField(QWidget):
    """`day` is the one chosen; None for none."""

    changed = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = Choices(name, theme, self)
        self._other = QDateEdit(self)
        self._other.setCalendarPopup(True)
        self._other.setAccessibleName(self.tr("Another day"))
        self._other.setToolTip(self.tr("Choose a day"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._choices)
        column.addWidget(self._other)
        words = {
            NONE: (self.tr("No day"), self.tr("It is for no certain day")),
            "today": (self.tr("Today"), self.tr("For today")),
            "tomorrow": (self.tr("Tomorrow"), self.tr("For tomorrow")),
            "week": (self.tr("In a week"), self.tr("For this day of next week")),
            OTHER: (self.tr("Another day"), self.tr("Choose from a calendar")),
        }
        self._choices.offer([Option(key, *each) for key, each in words.items()])
        self._choices.chosen.connect(self._choose)
        self.setFocusProxy(self._choices)
        self._chosen = NONE
        self.show_day(None)

    @property
    def day(self) -> date | None:
        if self._chosen == NONE:
            return None
        if self._chosen == OTHER:
            shown = self._other.date()
            return date(shown.year(), shown.month(), shown.day())
        return _today() + timedelta(days=AHEAD[self._chosen])

    def show_day(self, day: date | None) -> None:
        """Begin from `day`."""
        near = {_today() + timedelta(days=ahead): key for key, ahead in AHEAD.items()}
        key = NONE if day is None else near.get(day, OTHER)
        shown = day or _today()
        self._other.setDate(QDate(shown.year, shown.month, shown.day))
        self._choices.choose(key)
        self._choose(key)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._other.setVisible(key == OTHER)
        self.changed.emit()


def _today() -> date:
    """The person's own day."""
    return date.today()  # noqa: DTZ011 - a day of the person's calendar has no zone
