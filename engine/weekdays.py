"""Days of the week: which one a date is, and what a language calls them."""

from collections.abc import Collection
from datetime import date
from enum import StrEnum

from engine.tongues import ENGLISH


class Weekday(StrEnum):
    """A day of the week, in the order of `date.weekday`."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"

    @classmethod
    def of(cls, day: date) -> "Weekday":
        """Which one `day` is."""
        return tuple(cls)[day.weekday()]

    @property
    def next(self) -> "Weekday":
        """The day after it."""
        days = tuple(Weekday)
        return days[(days.index(self) + 1) % len(days)]

    def in_words(self, locale: str = ENGLISH, width: str = "wide") -> str:
        """`Tuesday`, `Dienstag`; as `abbreviated` it is `Tue`, `Di.`."""
        from babel.dates import get_day_names  # noqa: PLC0415 - heavy, and seldom needed

        names = get_day_names(width, locale=locale)  # type: ignore[arg-type]  # one of its literals
        return str(names[tuple(Weekday).index(self)])


WORKING_DAYS = tuple(Weekday)[:5]
WEEKEND = tuple(Weekday)[5:]


def listed(days: Collection[Weekday], locale: str = ENGLISH) -> str:
    """`Tuesday and Friday`, `lunes, miércoles y viernes`: Monday first."""
    from babel.lists import format_list  # noqa: PLC0415 - heavy, and seldom needed

    return str(format_list([day.in_words(locale) for day in Weekday if day in days], locale=locale))
