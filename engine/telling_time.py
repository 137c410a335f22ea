"""Time in words, as the model and a person read it."""

import tomllib
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.tongues import ENGLISH

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEK = 7
_NEAR_DAYS = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_LOCALES = {ENGLISH: "en_GB"}
"""Where a language alone does not say how a date is written."""
_NEAR_WEEKS = {-1: "last week", 0: "this week", 1: "next week"}


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


def date_in_words(at: datetime) -> str:
    """`21 November 2026`, in the zone that `at` carries; never in the machine's language."""
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"


def moment_in_words(at: datetime) -> str:
    """`Sunday 22 November, 10:15`: without the year, which stands in every prompt."""
    return f"{Weekday.of(at).title()} {at.day} {_MONTHS[at.month - 1]}, {at:%H:%M}"


def day_of_week(day: date, language: str = ENGLISH) -> str:
    """`Friday 27 November 2026`; in another `language` (ISO 639-1) as it is written there."""
    if language != ENGLISH:
        from babel.dates import format_date  # noqa: PLC0415 - heavy, and seldom needed

        return str(format_date(day, "full", locale=language))
    return f"{Weekday.of(day).title()} {_day_of_month(day, None)}"


def weekdays_in_words(days: Collection[Weekday], locale: str = ENGLISH) -> str:
    """`Tuesday and Friday`, `lunes, miércoles y viernes`: Monday first."""
    from babel.lists import format_list  # noqa: PLC0415 - heavy, and seldom needed

    return str(format_list([day.in_words(locale) for day in Weekday if day in days], locale=locale))


class _Again(BaseModel):
    """A language of `resources/language/again.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    daily: str
    weekly: str
    working: str
    monthly: str
    yearly: str
    days: str
    weeks: str
    weeks_on: str
    months: str
    years: str
    of_month: str
    nth: tuple[str, ...]
    feminine: tuple[str, ...] = ()
    feminine_days: tuple[int, ...] = ()


@cache
def _again_words() -> Mapping[str, _Again]:
    source = resources.files("resources") / "language" / "again.toml"
    return {
        code: _Again.model_validate(words) for code, words in tomllib.loads(source.read_text("utf-8")).items()
    }


def again_in_words(
    every: str,
    first: date,
    *,
    interval: int = 1,
    days: Collection[Weekday] = (),
    nth: int = 0,
    language: str = ENGLISH,
) -> str:
    """`every Tuesday and Friday`, `every 2 weeks from Saturday 5 December 2026`, `every last Friday of the month`.

    `every` is day, week, month or year; of several of them (`interval`) one is meant. It is on `days` of a week, or on
    the `nth` of the month (-1 is the last), and else as its `first` day. Of an unknown `language` (ISO 639-1) English.
    """
    code = language if language in _again_words() else ENGLISH
    words, locale = _again_words()[code], _LOCALES.get(code, code)
    on = [day for day in Weekday if day in days] or [Weekday.of(first)]
    if nth:
        feminine = tuple(Weekday).index(on[0]) + 1 in words.feminine_days
        ordinal = (words.feminine if feminine else words.nth)[nth - 1 if nth > 0 else nth]
        return words.of_month.format(nth=ordinal, weekday=on[0].in_words(locale))
    once = words.working if tuple(on) == WORKING_DAYS else words.weekly
    ways = {
        "day": (words.daily, words.days),
        "week": (once, words.weeks_on if len(on) > 1 else words.weeks),
        "month": (words.monthly, words.months),
        "year": (words.yearly, words.years),
    }[every]
    day, weekdays = day_of_week(first, code), weekdays_in_words(on, locale)
    return ways[interval > 1].format(count=interval, day=day, weekday=weekdays)


def day_in_words(day: date, today: date | None) -> str:
    """`18 September`, with its year where that is another one; `yesterday`, `today` and `tomorrow` are called so."""
    near = None if today is None else _NEAR_DAYS.get((day - today).days)
    return near or _day_of_month(day, today)


def week_in_words(monday: date, today: date | None) -> str:
    """`the week of 28 September`, by its `monday`; the last, this and the next one are called so."""
    if today is not None:
        weeks = (monday - today + timedelta(days=today.weekday())).days // _WEEK
        if weeks in _NEAR_WEEKS:
            return _NEAR_WEEKS[weeks]
    return f"the week of {_day_of_month(monday, today)}"


def month_in_words(day: date) -> str:
    """`June 2026`: the month of `day`."""
    return f"{_MONTHS[day.month - 1]} {day.year}"


def _day_of_month(day: date, today: date | None) -> str:
    year = f" {day.year}" if today is None or day.year != today.year else ""
    return f"{day.day} {_MONTHS[day.month - 1]}{year}"


def later_in_words(gap: timedelta) -> str:
    """How much later something is, roughly; a clock set back reads as no time at all."""
    minutes = max(0.0, gap.total_seconds() / 60)
    if minutes < 2:
        return "a moment later"
    for limit, size, unit in ((50, 1, "minutes"), (22 * 60, 60, "hours"), (21 * 1440, 1440, "days")):
        if minutes < limit:
            count = max(1, round(minutes / size))
            return f"{count} {unit if count > 1 else unit[:-1]} later"
    weeks = minutes / 10080
    if weeks < 9:
        return f"{round(weeks)} weeks later"
    months = round(minutes / 43830)
    return f"{months} months later" if months < 24 else f"{round(months / 12)} years later"
