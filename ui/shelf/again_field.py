"""How soon something comes again: what may be chosen, and of every week on which days."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.telling_time import Weekday
from ui.theme import Theme
from ui.widgets.choices import Choices, Option

WEEK = "week"


def weekday_words(day: Weekday, form: QLocale.FormatType = QLocale.FormatType.LongFormat) -> str:
    """`Tuesday`, as the person's locale calls it."""
    return QLocale().dayName(tuple(Weekday).index(day) + 1, form)


class AgainField(QWidget):
    """`again` is the key of what is chosen; of a week with its days behind it, as `week tuesday friday`."""

    changed = Signal()

    def __init__(
        self, name: str, options: Sequence[Option], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._choices = Choices(name, theme, self)
        self._days = Choices(self.tr("On which days of the week"), theme, self, several=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._choices)
        column.addWidget(self._days)
        self._choices.offer(options)
        self._days.offer([self._option(day) for day in Weekday])
        self._choices.chosen.connect(self._choose)
        self._days.chosen.connect(self.changed)
        self.setFocusProxy(self._choices)
        self._chosen = ""
        self.show_again("")

    @property
    def again(self) -> str:
        days = self._days.checked if self._chosen == WEEK else []
        return " ".join([self._chosen, *days])

    def show_again(self, again: str) -> None:
        """Begin from what is as `again`."""
        key, _, days = again.partition(" ")
        self._choices.choose(key)
        self._days.check(days.split())
        self._choose(key)

    def _option(self, day: Weekday) -> Option:
        tip = self.tr("Every {day}; where no day is chosen, on that of its first time").format(
            day=weekday_words(day)
        )
        return Option(day.value, weekday_words(day, QLocale.FormatType.ShortFormat), tip)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._days.setVisible(key == WEEK)
        self.changed.emit()
