"""Days that a text names: "friday", "in zwei Wochen", "el fin de semana", as dates of the speaker's calendar.

Read by dateparser (BSD-3-Clause); the calendar words that it lacks are data (`resources/language/dates.toml`). The
library and a language take 0.3 s to load at first and some milliseconds a text after that, so call it where nobody
waits: on a worker or beside the model, not on the engine's thread.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from engine.dates.hours import HourSpan, find_hours, numbers_of
from engine.dates.phrases import (
    WEEK,
    Days,
    monday_of,
    one,
    one_of,
    parts_of_month,
    phrases_in,
    whole_month,
    whole_week,
    words_of,
)
from engine.telling_time import day_of_week, month_in_words

LANGUAGES = ("en", "de", "es", "fr", "it", "pt", "nl")
"""Tried where nobody says which language it is, in this order."""

_SURE_LETTERS = 4
"""A shorter word is more often another word ("die", "so", "mar", "we") than the short name of a day or month."""
_WORD = re.compile(r"[^\W\d_]+")
_WRITTEN = re.compile(r"\d[./:-]\d|\d\s*(?:st|nd|rd|th|am|pm|h)\b|\d.*[^\W\d_]{3}", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"\d+\s+")
_DIGITS = re.compile(r"\d+")
_LAST_WORD = re.compile(r"\b([^\W\d_]+) $")
_ORDINAL = re.compile(r"(?:[^\W\d_]{1,3}\s+)*\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_PARTS = re.compile(r"[,;.!?]\s+")
_JOIN = re.compile(r"[\s,]*")
_UNEVEN = timedelta(days=4)


@dataclass(frozen=True, slots=True)
class DateSpan:
    """Where a text (`start` to `end`, characters) names a time, and the days `first` to `last` that it means.

    A single day has both alike; a weekend has two days, a week seven, a month all of its own, its end what is
    left behind the twentieth. `of_clock` says that no
    day is named but a time of the clock ("at 8 pm", "in 3 hours"): then it is the first such moment to come.
    """

    start: int
    end: int
    first: date
    last: date
    of_clock: bool = False

    @property
    def in_words(self) -> str:
        """`Friday 27 November 2026`, `28 November 2026 to 29 November 2026`, `December 2026`."""
        if self.first == self.last:
            return day_of_week(self.first)
        if (self.first, self.last) in (whole_month(self.first), *parts_of_month(self.first)):
            # "At the end of April" is that in its own words.
            return month_in_words(self.first)
        return f"{day_of_week(self.first)} to {day_of_week(self.last)}"


Prefer = Literal["future", "past"]
_EITHER_WAY: tuple[Prefer, Prefer] = ("past", "future")


def find_dates(
    text: str, said_at: datetime, languages: Sequence[str] = (), *, prefer: Prefer = "future"
) -> list[DateSpan]:
    """Every time that `text` names, in its order, none overlapping another.

    Relative to `said_at`, whose zone is the speaker's. `languages` are ISO 639-1 codes; of several, or without any,
    the one is taken that reads most of the text. `prefer` says which Friday "friday" is. A length of time ("three
    years") and a bare number are none.
    """
    known = [each for each in languages if each in LANGUAGES] or LANGUAGES
    base = said_at.replace(tzinfo=None)
    readings = (_read(text, base, language, prefer) for language in known)
    return max(readings, key=lambda reading: reading.letters).spans


@dataclass(frozen=True, slots=True)
class Times:
    """What a text names of time: days, and hours of a day. No place of one lies within another."""

    days: list[DateSpan]
    hours: list[HourSpan]

    @property
    def places(self) -> list[tuple[int, int]]:
        """Where they all stand, in the order of the text."""
        days = [(one.start, one.end) for one in self.days]
        return sorted(days + [(one.start, one.end) for one in self.hours])


def find_times(text: str, said_at: datetime, languages: Sequence[str] = ()) -> Times:
    """The days and, apart from them, the hours that `text` names; read as by `find_dates` and `find_hours`."""
    hours, rest = find_hours(text, languages), text
    for hour in hours:
        rest = f"{rest[: hour.start]}{'_' * (hour.end - hour.start)}{rest[hour.end :]}"
    days = find_dates(rest, said_at, languages)
    others = [_library_hour(text, one, said_at, languages) for one in days if one.of_clock and not hours]
    return Times(
        [one for one in days if not one.of_clock], hours or [one for one in others if one is not None]
    )


def _library_hour(text: str, span: DateSpan, said_at: datetime, languages: Sequence[str]) -> HourSpan | None:
    """What only the library reads as a time of the clock, as so long from now."""
    base = said_at.replace(tzinfo=None)
    known = [each for each in languages if each in LANGUAGES] or LANGUAGES
    read = (_parsed(text[span.start : span.end], base, each, "future") for each in known)
    moment = next((one[0] for one in read if one is not None and one[1] == "time"), None)
    ahead = moment is not None and moment > base
    return HourSpan(span.start, span.end, after=moment - base) if moment is not None and ahead else None


def due_date(spans: Sequence[DateSpan], today: date) -> date | None:
    """The day on which something of `spans` is due: the first that is not over; of a longer time its first day."""
    ahead = [max(span.first, today) for span in spans if span.last >= today]
    return ahead[0] if ahead else None


def hours_named(text: str, said_at: datetime, languages: Sequence[str] = ()) -> list[str]:
    """The times of the clock that `text` names: 10:00 of "tmrw 10am"; what cannot be read as it was said, in quotes."""
    known = [each for each in languages if each in LANGUAGES] or LANGUAGES
    spans = find_dates(text, said_at, languages)
    found = (
        _hour_of(text[span.start : span.end], span, said_at.replace(tzinfo=None), known) for span in spans
    )
    return [hour for hour in found if hour]


def _hour_of(words: str, span: DateSpan, base: datetime, languages: Sequence[str]) -> str:
    """The hour that is the same whenever it is said: "in three hours" names none."""
    for language in languages:
        read = [
            _parsed(words, base + later, language, "future") for later in (timedelta(0), timedelta(hours=1.5))
        ]
        hours = {one[0].time() for one in read if one is not None and one[1] == "time"}
        if hours:
            return f"{hours.pop():%H:%M}" if len(hours) == 1 else ""
    others = {int(digits) for digits in _DIGITS.findall(words)} - _numbers_of(span, base.date())
    return f"“{words}”" if others else ""


def _numbers_of(span: DateSpan, said_on: date) -> set[int]:
    """The numbers by which a day may be named: of its date, and how far off it is."""
    days = (span.first - said_on).days
    months = 12 * (span.first.year - said_on.year) + span.first.month - said_on.month
    return {span.first.day, span.last.day, span.first.month, span.first.year, days, days // WEEK, months}


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text as one language reads it; `letters` is how much of it the language knows."""

    spans: list[DateSpan]
    letters: int


def _read(text: str, base: datetime, language: str, prefer: Prefer) -> _Reading:
    own = phrases_in(text, base.date(), language, past=prefer == "past")
    rest = text
    for start, end, _ in own:
        rest = f"{rest[:start]}{'_' * (end - start)}{rest[end:]}"
    spans = [DateSpan(start, end, *days) for start, end, days in own if days is not None]
    hours = find_hours(text, (language,))
    spans += [
        span
        for span in _searched(rest, base, language, prefer)
        # "Um 17 Uhr 30" is no day of 2030.
        if span.of_clock or not any(hour.start <= span.start and span.end <= hour.end for hour in hours)
    ]
    nothing = sum(end - start for start, end, days in own if days is None)
    letters = nothing + sum(span.end - span.start for span in spans)
    spans = [_with_part(text, _with_leads(text, span, language), language) for span in spans]
    return _Reading(_joined(text, sorted(spans, key=lambda span: span.start), language), letters)


def _with_leads(text: str, span: DateSpan, language: str) -> DateSpan:
    """With the words that lead to a day and that the library leaves out: "na" segunda, "op" maandag."""
    start, leads = span.start, words_of(language).before_day
    while (before := _LAST_WORD.search(text[:start])) is not None and before[1].casefold() in leads:
        start = before.start()
    return replace(span, start=start)


def _with_part(text: str, span: DateSpan, language: str) -> DateSpan:
    """With the part of the day that is named behind it, and that the library leaves out: vendredi "soir"."""
    behind = re.compile(rf"\s(?:{one_of(words_of(language).part)})(?!\w)", re.IGNORECASE).match(
        text, span.end
    )
    return replace(span, end=behind.end()) if behind is not None and span.first == span.last else span


def _searched(text: str, base: datetime, language: str, prefer: Prefer) -> Iterator[DateSpan]:
    from dateparser.search import search_dates  # noqa: PLC0415 - 0.1 s and 7 MB, for those who need it

    def named(part: str) -> list[str]:
        found = search_dates(part, languages=[language], settings=_settings(base, prefer)) or ()
        return [words for words, _ in found]

    at = 0
    # Of a longer text it may find nothing at all: "… on Saturday now, also before 11".
    for words in named(text) or [words for part in _PARTS.split(text) for words in named(part)]:
        start = text.find(words, at)
        if start < 0:
            continue
        at = start + len(words)
        if (day := _numbered(text, (start, at), base, language)) is not None:
            yield DateSpan(start, at, day, day)
            continue
        at = start + len(_day_alone(words, base, language, prefer))
        days = _understood(text, (start, at), base, language, prefer)
        if (bare := _BARE_NUMBER.match(words)) is not None and days is not None:
            # "turned 80 yesterday": the number is no part of the day.
            without = _understood(text, (start + bare.end(), at), base, language, prefer)
            start += bare.end() if without == days else 0
        if days is not None:
            yield DateSpan(start, at, *days, of_clock=_is_of_clock(text[start:at], base, language, prefer))


def _understood(
    text: str, place: tuple[int, int], base: datetime, language: str, prefer: Prefer
) -> Days | None:
    """The days that the words at `place` mean; None for a length of time, for now, and for what is hardly a date."""
    words = text[slice(*place)]
    found = _parsed(words, base, language, prefer)
    if found is None or _is_length_before(words, found, base, language, prefer):
        return None
    moment, period = found
    if _ORDINAL.fullmatch(words):
        # "The 3rd floor" is neither in March nor on a day; "on the 3rd" is no word of the library's (`phrases.py`).
        return None
    before = _parsed(words, base, language, "past" if prefer == "future" else "future")
    either = before is not None and before[0] != moment
    # A weekday lies a week behind, two where it is today's, and begins at midnight: said at noon, it may be as far
    # ahead as behind, like a length.
    weekday = before is not None and abs(moment - before[0]).days in {WEEK, 2 * WEEK}
    begins = weekday and moment.time() == time.min
    if before is not None and either and not begins and _is_length(moment - base, base - before[0], period):
        return None
    if period == "time" and abs(moment - base) < timedelta(minutes=1):
        return None
    named = either and not weekday and not any(sign.isdigit() for sign in words)
    sure = (
        _leads_to_month(text[: place[1]], language)
        if named
        else _is_sure(_needed(words, found, base, language, prefer))
    )
    return _whole(moment.date(), base.date(), period) if sure else None


def _leads_to_month(text: str, language: str) -> bool:
    """Whether the name of a month at the end of `text` is one: "in May", and not "a march" or Mrs August."""
    said = _WORD.findall(text.casefold())
    return len(said) > 1 and said[-2] in words_of(language).before_month


def _numbered(text: str, place: tuple[int, int], base: datetime, language: str) -> date | None:
    """The day of a weekday with its number, in languages that tell a day so ("mardi 8"): that one or one of the next
    four is the 8th. None where the number is an hour ("mardi 8 heures").
    """
    start, end = place
    head, _, number = text[start:end].rpartition(" ")
    if not words_of(language).numbered_weekday or not number.isdecimal():
        return None
    if any(hour.start < end and start + len(head) < hour.end for hour in find_hours(text, (language,))):
        return None
    past, future = (_parsed(head, base, language, way) for way in _EITHER_WAY)
    if past is None or future is None or (future[0] - past[0]).days not in {WEEK, 2 * WEEK}:
        return None
    soon = (future[0].date() + timedelta(weeks=ahead) for ahead in range(5))
    return next((day for day in soon if day.day == int(number)), None)


def _day_alone(words: str, base: datetime, language: str, prefer: Prefer) -> str:
    """`words` without what counts something else behind the day that they begin with, and which the library adds to it:
    "today, six weeks" he was in hospital; "on Saturday five" friends come.
    """
    said = words.split(" ")
    for place in range(1, len(said)):
        head = " ".join(said[:place]).rstrip(",")
        past, future = (_parsed(head, base, language, way) for way in _EITHER_WAY)
        if past is None or future is None:
            continue
        named = abs(future[0] - past[0]).days in {0, WEEK, 2 * WEEK}
        tail = said[place:]
        counts = len(tail) == 1 and (tail[0].isdecimal() or tail[0].casefold() in numbers_of(language))
        counts = counts or _is_length_alone(tail, base, language)
        return head if named and counts else words
    return words


def _is_length_alone(tail: Sequence[str], base: datetime, language: str) -> bool:
    """Whether it is a length of time that leads nowhere."""
    # "A week from today" is a day, and "today after six weeks" is today.
    length = " ".join(tail[tail[0].casefold() in words_of(language).after_that :])
    behind, ahead = (_parsed(length, base, language, way) for way in _EITHER_WAY)
    if len(tail) < 2 or behind is None or ahead is None or not behind[0] < base < ahead[0]:
        return False
    return _is_length(ahead[0] - base, base - behind[0], ahead[1])


def _is_length_before(
    words: str, found: tuple[datetime, str], base: datetime, language: str, prefer: Prefer
) -> bool:
    """Whether `found` is only a length and the short word behind it, read as if that word led: "zwölf Jahre in" of
    the firm, "five days in" of the week.
    """
    said = words.split(" ")
    if _parsed(said[-1], base, language, prefer) is not None:
        # "On the 5th of May": a month leads nothing.
        said = said[:-1]
    return any(
        _led(" ".join(said[:place]), said[place], base, language, prefer) == found
        for place in range(1, len(said))
        if said[place].isalpha() and len(said[place]) <= _SURE_LETTERS
    )


def _led(
    before: str, last: str, base: datetime, language: str, prefer: Prefer
) -> tuple[datetime, str] | None:
    """The time to come of a length that `last` leads; None where `before` is no length."""
    led, ahead = (
        _parsed(f"{last} {before}", base, language, prefer),
        _parsed(before, base, language, "future"),
    )
    behind = _parsed(before, base, language, "past")
    if led is None or ahead is None or behind is None or not led[0] > base > behind[0]:
        return None
    return led if _is_length(ahead[0] - base, base - behind[0], ahead[1]) else None


def _is_length(ahead: timedelta, behind: timedelta, period: str) -> bool:
    """Whether it is a length of time: "three years" lies as far behind as ahead; months and years are uneven."""
    return abs(ahead - behind) <= (_UNEVEN if period in {"month", "year"} else timedelta(0))


def _whole(day: date, today: date, period: str) -> Days:
    """All of the week or month that is meant; "in three months" is a day."""
    if period == "week" and abs((day - today).days) == WEEK:
        return whole_week(monday_of(day))
    if period == "month":
        return whole_month(day)
    return one(day)


def _is_of_clock(words: str, base: datetime, language: str, prefer: Prefer) -> bool:
    """Whether the day follows from the time at which it is said: nobody named it."""
    readings = (
        _parsed(words, datetime.combine(base.date(), at), language, prefer) for at in (time.min, time(23, 59))
    )
    days = {None if each is None else each[0].date() for each in readings}
    return len(days) > 1


def _parsed(words: str, base: datetime, language: str, prefer: Prefer) -> tuple[datetime, str] | None:
    from dateparser.date import DateDataParser  # noqa: PLC0415 - see `_searched`

    parser = DateDataParser(languages=[language], settings=_settings(base, prefer))
    # What the search finds with the word before it ("am 3. Dezember") is not always read with it.
    for part in (words, words.partition(" ")[2]):
        data = parser.get_date_data(part) if part else None
        if data is not None and data.date_obj is not None:
            return data.date_obj.replace(tzinfo=None), str(data.period)
    return None


def _settings(base: datetime, prefer: Prefer) -> dict[str, Any]:
    return {
        "RELATIVE_BASE": base,
        "PREFER_DATES_FROM": prefer,
        "PREFER_DAY_OF_MONTH": "current",
        "RETURN_TIME_AS_PERIOD": True,
    }


def _needed(words: str, found: tuple[datetime, str], base: datetime, language: str, prefer: Prefer) -> str:
    """`words` without those before them that the time is `found` without, too: "sat" of "and just sat"."""
    said = words.split(" ")
    while len(said) > 1 and _parsed(" ".join(said[1:]), base, language, prefer) == found:
        said = said[1:]
    return " ".join(said)


def _is_sure(words: str) -> bool:
    """Whether it is more than a short word or a bare number, either of which mostly means something else."""
    return any(len(word) >= _SURE_LETTERS for word in _WORD.findall(words)) or bool(_WRITTEN.search(words))


def _day_within(month: DateSpan, words: str, language: str) -> date | None:
    """The day of `month` that `words` name by its number alone; None where they name another, or it is no month."""
    if (month.first, month.last) != whole_month(month.first):
        return None
    # Only the number of a day is the same on whatever day it is said.
    read = [phrases_in(words, month.first + timedelta(days=later), language) for later in (0, 1)]
    days = {found[0][2] for found in read if len(found) == 1}
    named = next(iter(days), None) if len(days) == 1 and all(read) else None
    return named[0] if named is not None and named[0] == named[1] <= month.last else None


def _after_that(text: str, before: Sequence[DateSpan], span: DateSpan, language: str) -> DateSpan:
    """`span` as the first such weekday after the day that was named `before`, where it says so: "not on Sunday, on the
    Saturday after".
    """
    words = one_of(words_of(language).after_that)
    behind = re.compile(rf"\W(?:{words})(?=\s*(?:$|[.,;:!?)]))", re.IGNORECASE).search(text, span.start)
    days = [one for one in before if one.first == one.last and not one.of_clock]
    is_weekday = span.first == span.last and not any(map(str.isdigit, text[span.start : span.end]))
    # The library takes some of them for a part of the day.
    is_said = behind is not None and behind.start() <= span.end <= behind.end()
    if behind is None or not is_said or not days or not is_weekday or span.of_clock:
        return span
    ahead = (span.first - days[-1].first).days % WEEK or WEEK
    day = days[-1].first + timedelta(days=ahead)
    return replace(span, end=behind.end(), first=day, last=day)


def _joined(text: str, spans: Sequence[DateSpan], language: str) -> list[DateSpan]:
    """Neighbours as one where the second only says the time of the day that the first names, its day of the month
    ("in January, on the 12th"), or the same again.
    """
    joined: list[DateSpan] = []
    for span in (_after_that(text, spans[:place], span, language) for place, span in enumerate(spans)):
        last = joined[-1] if joined else None
        if last is not None and _JOIN.fullmatch(text[last.end : span.start]):
            if span.of_clock or span.first == last.first:
                joined[-1] = DateSpan(last.start, span.end, last.first, last.last, last.of_clock)
                continue
            if (day := _day_within(last, text[span.start : span.end], language)) is not None:
                joined[-1] = DateSpan(last.start, span.end, day, day)
                continue
            if last.of_clock:
                joined[-1] = DateSpan(last.start, span.end, span.first, span.last)
                continue
        joined.append(span)
    return joined
