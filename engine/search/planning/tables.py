"""The language tables: how a language speaks of time and of remembering."""

import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.search.planning.records import Intent

LANGUAGES = ("en", "zh", "ja", "ko")
Words = tuple[str, ...]


class Meaning(StrEnum):
    """A time that can be meant; every language has words for each."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    DAY_BEFORE_YESTERDAY = "day_before_yesterday"
    LAST_NIGHT = "last_night"
    THIS_MORNING = "this_morning"
    PART_TODAY = "part_today"
    PART_YESTERDAY = "part_yesterday"
    THIS_WEEK = "this_week"
    LAST_WEEK = "last_week"
    WEEK_BEFORE_LAST = "week_before_last"
    THIS_MONTH = "this_month"
    LAST_MONTH = "last_month"
    MONTH_BEFORE_LAST = "month_before_last"
    THIS_YEAR = "this_year"
    LAST_YEAR = "last_year"
    YEAR_BEFORE_LAST = "year_before_last"
    LAST_WEEKEND = "last_weekend"
    WEEKEND = "weekend"
    WEEKDAY = "weekday"
    LAST_WEEKDAY = "last_weekday"
    WEEKDAY_OF_LAST_WEEK = "weekday_of_last_week"
    MONTH = "month"
    LAST_NAMED_MONTH = "last_named_month"
    MONTH_OF_LAST_YEAR = "month_of_last_year"
    MONTH_OF_YEAR = "month_of_year"
    DATE = "date"
    FULL_DATE = "full_date"
    YEAR = "year"
    AGO = "ago"
    VAGUE_AGO = "vague_ago"
    COUNTED_AGO = "counted_ago"
    ROLLING = "rolling"
    ROLLING_ONE = "rolling_one"
    VAGUE_ROLLING = "vague_rolling"


class Coming(StrEnum):
    """A time that lies ahead: nothing was said then, but what was said may speak of it."""

    TONIGHT = "tonight"
    TOMORROW = "tomorrow"
    DAY_AFTER_TOMORROW = "day_after_tomorrow"
    PART_TOMORROW = "part_tomorrow"
    NEXT_WEEK = "next_week"
    NEXT_WEEKDAY = "next_weekday"
    NEXT_WEEKEND = "next_weekend"
    NEXT_MONTH = "next_month"
    NEXT_YEAR = "next_year"
    AHEAD = "ahead"


class Unit(StrEnum):
    """What time is counted in."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Part(StrEnum):
    """A part of the day."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


class Bound(StrEnum):
    """Which side of a time is meant."""

    SINCE = "since"
    BEFORE = "before"
    AFTER = "after"


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sides(_Table):
    """Words that stand before a time, and words that stand after it."""

    before: Words
    after: Words


class Between(_Table):
    """Words about two times that span one window."""

    opens: Words
    joins: Words = Field(min_length=1)
    closes: Words


class Tense(_Table):
    """Words by which a sentence speaks of what is to come, or of what was; words with one of `endings` may be past."""

    coming: Words
    past: Words
    endings: Words


class Language(_Table):
    """One language. Templates hold the slots {n}, {few}, {counted}, {unit}, {part}, {weekday}, {month}, {day}, {year}.

    `spaced`: words are set apart by blanks. `before` and `after` may stand beside a time and go with it.
    `bare` templates mean a time only where a bound or another time says so.
    `tense` tells the last Friday from the next.
    """

    spaced: bool
    before: Words
    after: Words
    months: dict[int, Words]
    weekdays: dict[int, Words]
    units: dict[Unit, Words]
    numbers: dict[int, Words]
    few: Words
    counted: dict[int, Words]
    parts: dict[Part, Words]
    windows: dict[Meaning, Words]
    coming: dict[Coming, Words]
    bare: dict[Meaning, Words] = {}
    bounds: dict[Bound, Sides]
    between: Between
    intents: dict[Intent, Words]
    tense: Tense | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        wanted = (
            (self.months, range(1, 13)),
            (self.weekdays, range(1, 8)),
            (self.units, Unit),
            (self.parts, Part),
            (self.windows, Meaning),
            (self.coming, Coming),
            (self.bounds, Bound),
            (self.intents, Intent),
        )
        for table, keys in wanted:
            lacking = set(keys) ^ set(table)
            if lacking:
                raise ValueError(f"missing or unknown: {sorted(map(str, lacking))}")
        return self


@cache
def language(code: str) -> Language:
    """The table of one of `LANGUAGES`, from `resources/language/recall`."""
    source = files("resources") / "language" / "recall" / f"{code}.toml"
    return Language.model_validate(tomllib.loads(source.read_text("utf-8")))
