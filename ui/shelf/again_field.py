"""How often something comes again: what may be chosen, of how many of them one is meant, and on which weekdays."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.telling_time import Weekday
from ui.theme import Theme
from ui.widgets.choices import Choices, Option

WEEK, MONTH = "week", "month"
_OFFERED = range(1, 5)
"""Intervals that are offered; another one is where it was so before."""
_ITS_DAY = "0"


def weekday_words(day: Weekday, form: QLocale.FormatType = QLocale.FormatType.LongFormat) -> str:
    """`Tuesday`, as the person's locale calls it."""
    return QLocale().dayName(tuple(Weekday).index(day) + 1, form)


def again_key(fields: dict[str, Any]) -> str:
    """What `AgainField` begins from, by the fields of a recurrence: `week 2 tuesday friday`, `month #-1 friday`."""
    if not fields["every"]:
        return ""
    interval = [str(fields["interval"])] if fields["interval"] > 1 else []
    nth = [f"#{fields['nth']}"] if fields["nth"] else []
    return " ".join([fields["every"], *interval, *nth, *fields["days"]])


def again_fields(key: str) -> dict[str, Any]:
    """The fields of a request by what was chosen, without those that say nothing; none for once."""
    every, *parts = key.split() or [""]
    if not every:
        return {}
    fields: dict[str, Any] = {"every": every}
    for part in parts:
        if part.isdigit():
            fields["interval"] = int(part)
        elif part.startswith("#"):
            fields["nth"] = int(part[1:])
        else:
            fields.setdefault("days", []).append(part)
    return fields


class AgainField(QWidget):
    """`again` is the key of what is chosen, as by `again_key`."""

    changed = Signal()

    def __init__(
        self, name: str, options: Sequence[Option], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._choices = Choices(name, theme, self)
        self._interval = Choices(self.tr("Each time, or only every second or third"), theme, self)
        self._nth = Choices(self.tr("On which day of the month"), theme, self)
        self._days = Choices(self.tr("On which days of the week"), theme, self, several=True)
        self._day = Choices(self.tr("On which of the days of the month"), theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for row in (self._choices, self._interval, self._nth, self._days, self._day):
            column.addWidget(row)
        self._choices.offer(options)
        self._interval.offer([self._every_nth(count) for count in _OFFERED])
        self._nth.offer(self._of_month())
        self._days.offer([self._option(day) for day in Weekday])
        self._day.offer([self._option(day) for day in Weekday])
        self._choices.chosen.connect(self._choose)
        self._nth.chosen.connect(self._show_day)
        for row in (self._interval, self._days, self._day):
            row.chosen.connect(self.changed)
        self.setFocusProxy(self._choices)
        self._chosen = ""
        self.show_again("")

    @property
    def again(self) -> str:
        if not self._chosen:
            return ""
        nth = int(self._nth.checked[0]) if self._chosen == MONTH else 0
        days = self._days.checked if self._chosen == WEEK else self._day.checked if nth else []
        interval = int(self._interval.checked[0])
        return again_key({"every": self._chosen, "interval": interval, "nth": nth, "days": days})

    def show_again(self, again: str) -> None:
        """Begin from what is as `again`."""
        fields = again_fields(again)
        interval, days = fields.get("interval", 1), fields.get("days", [])
        if str(interval) not in self._interval.keys:
            self._interval.offer([self._every_nth(interval)])
        self._interval.choose(str(interval))
        self._nth.choose(str(fields.get("nth", 0)))
        self._days.check(days)
        self._day.choose((days or [Weekday.MONDAY.value])[0])
        self._choices.choose(fields.get("every", ""))
        self._choose(fields.get("every", ""))

    def _every_nth(self, count: int) -> Option:
        named = {
            1: self.tr("Each time"),
            2: self.tr("Every second"),
            3: self.tr("Every third"),
            4: self.tr("Every fourth"),
        }
        one_of = self.tr("One of {count}").format(count=count)
        tip = self.tr("Leave none of them out") if count == 1 else one_of
        return Option(str(count), named.get(count, one_of), tip)

    def _of_month(self) -> list[Option]:
        same = Option(_ITS_DAY, self.tr("The same date"), self.tr("On the date of its first time"))
        named = {
            "1": self.tr("The first"),
            "2": self.tr("The second"),
            "3": self.tr("The third"),
            "4": self.tr("The fourth"),
            "-1": self.tr("The last"),
        }
        tip = self.tr("On a certain weekday of the month")
        return [same, *(Option(key, words, tip) for key, words in named.items())]

    def _option(self, day: Weekday) -> Option:
        tip = self.tr("Every {day}; where no day is chosen, on that of its first time").format(
            day=weekday_words(day)
        )
        return Option(day.value, weekday_words(day, QLocale.FormatType.ShortFormat), tip)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._interval.setVisible(bool(key))
        self._days.setVisible(key == WEEK)
        self._nth.setVisible(key == MONTH)
        self._show_day(self._nth.checked[0])

    def _show_day(self, nth: str) -> None:
        self._day.setVisible(self._chosen == MONTH and nth != _ITS_DAY)
        self.changed.emit()
