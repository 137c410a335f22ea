"""Days that are named in a language without a grammar of its own here (`tables.LANGUAGES`), found by `engine.dates`.

A grammar knows weeks, months and parts of days too, and which of two readings a sentence means; here it is the days
alone, and where a weekday may be the last or the next, both of them. Of a text that names no day 5 ms are spent.
"""

import re
from datetime import date, datetime, time, timedelta, tzinfo

from engine.dates import DateSpan, find_dates
from engine.search.planning.records import TimeWindow
from engine.search.planning.tables import LANGUAGES
from engine.telling_time import day_of_week
from engine.tongues import language_of

_YEAR = re.compile(r"\b[0-9]{4}\b")


def has_grammar(text: str) -> bool:
    """Whether a grammar reads it: also where its language cannot be told."""
    return language_of(text) in {None, *LANGUAGES}


def windows_of_days(text: str, now: datetime, zone: tzinfo) -> list[TimeWindow]:
    """The days that `text`, said at `now`, names on the calendar of `zone`: the last and the next that they may be."""
    back, ahead = _read(text, now.astimezone(zone))
    return [
        TimeWindow(
            datetime.combine(one.first, time.min, zone),
            datetime.combine(one.last + timedelta(days=1), time.min, zone),
        )
        for one in (*back, *ahead)
    ]


def with_days(text: str, said: datetime, now: datetime | None, zone: tzinfo) -> str:
    """`text`, said at `said`, with the days that can be no others ("morgen", and not "am Freitag") in square brackets.

    Nothing is changed on the day itself (`now`), nor where a year says already which day is meant.
    """
    today: date | None = None if now is None else now.astimezone(zone).date()
    if said.astimezone(zone).date() == today or _YEAR.search(text):
        return text
    back, ahead = _read(text, said.astimezone(zone))
    code = language_of(text)
    for one in reversed(back):
        if code is not None and one in ahead and one.first == one.last:
            text = f"{text[: one.start]}[{day_of_week(one.first, code)}]{text[one.end :]}"
    return text


def _read(text: str, at: datetime) -> tuple[list[DateSpan], list[DateSpan]]:
    """The days of `text` as the last and as the next that they may be; none of those that only the clock tells."""
    code = language_of(text)
    back = [] if code is None else find_dates(text, at, (code,), prefer="past")
    ahead = find_dates(text, at, (code,), prefer="future") if code is not None and back else []
    return [one for one in back if not one.of_clock], [one for one in ahead if not one.of_clock]
