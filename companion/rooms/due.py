"""When a reminder is due: the day and hour that its sentence names, and whether one wants to be told then or before;
and when it is due since it was moved.

"Remind me at five to call" is for five. "Dentist on Thursday at ten, remind me" is for ten, and one wants to be there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Protocol

from babel.dates import format_timedelta

from engine.conversation import content_words
from engine.dates import (
    HALF,
    AheadSpan,
    DateSpan,
    HourSpan,
    IntervalSpan,
    Times,
    Weekdays,
    due_date,
    find_ahead,
    find_interval,
    find_times,
    find_weekdays,
    moment_of,
)
from engine.intent import Every, Recurrence, When, first_of
from engine.search import stems
from engine.telling_time import Weekday
from engine.tongues import ENGLISH, language_of, languages_of

_BREAK = re.compile(r"[.,;:!–—]\s")
_NOON, _EVENING = time(12), time(18)
_LATER = (0, 3, 40, 368)
"""Days on which a sentence is read anew: of other weekdays, another month and another year."""
_SPANS: Mapping[Every, int] = {Every.YEAR: 366, Every.MONTH: 31, Every.WEEK: 7}
"""Days of which one and two of them are told as such."""
_LONGEST_TOLD = 7
"""Days of a span in which something that is told may be due."""
_HANDS_OVER = re.compile(r"\s*(?::|[-–—]\s)")


@dataclass(frozen=True, slots=True)
class Named:
    """What a sentence names of time: its day, its moment (of the person's own time, without a zone) with the words that
    name it, and whether that is an `appointment`, to be told of ahead. `of` is the day that it is some days before
    ("the day before").
    """

    day: date | None = None
    moment: datetime | None = None
    words: str = ""
    appointment: bool = False
    of: date | None = None


class Judge(Protocol):
    """Decides of a sentence with an hour what it does not say of it. Each raises LanguageError."""

    def is_ahead(self, sentence: str) -> bool:
        """Whether it is told ahead of its hour."""

    def is_evening(self, sentence: str) -> bool:
        """Whether its hour, of which no half of the day is named, is after noon."""


def times_of(text: str, said_at: datetime) -> Times:
    """The days and hours that `text` names, in its own language."""
    return find_times(text, said_at, languages_of(text))


def weekdays_of(text: str) -> Weekdays:
    """The weekdays on which `text` says that something comes again, given that it does; in its own language."""
    return find_weekdays(text, languages_of(text))


def interval_of(text: str) -> IntervalSpan | None:
    """How often `text` says that something comes again, given that it does, where it is not every time ("every other
    monday"); in its own language.
    """
    return find_interval(text, languages_of(text))


def places_of(text: str, said_at: datetime) -> list[tuple[int, int]]:
    """Where `text` names a time: days, also several of a week ("mondays"), and hours; some may overlap."""
    return [*times_of(text, said_at).places, *weekdays_of(text).places]


def named_in(
    sentence: str,
    said_at: datetime,
    asking: frozenset[str],
    judge: Judge,
    *,
    tells: bool,
    again: Recurrence | None = None,
) -> Named:
    """What `sentence` names, said at `said_at`; `asking` are content words that requests are made of.

    `judge` is not asked for what the sentence itself says. `tells`: nobody asked to be reminded. Of what comes `again`
    on some weekdays it is the first of them, today where its hour is ahead. Nothing where all of it is over. Raises
    LanguageError.
    """
    ahead = None if tells or again is not None else find_ahead(sentence, languages_of(sentence))
    if ahead is not None and (named := _ahead(sentence, ahead, said_at, judge)) is not None:
        return named
    times, today = times_of(sentence, said_at), said_at.date()
    again_on, interval = () if again is None else again.days, None if again is None else interval_of(sentence)
    if interval is not None:
        # "Every two weeks" is no day in two weeks.
        times = replace(times, days=[one for one in times.days if not _overlaps(one, interval.place)])
    # "She moves in January" tells of no day; who asks to be reminded in January wants one.
    days = [one for one in times.days if not tells or (one.last - one.first).days < _LONGEST_TOLD]
    # Its hour is as on any of its days, not the next one of that name.
    day = first_of(again_on, today + timedelta(days=1)) if again_on else due_date(days, today)
    if again_on and not times.hours:
        return Named(first_of(again_on, today))
    if not times.hours or (times.days and day is None):
        return Named(day)
    wanted = [one for one in times.hours if _is_asked_for(sentence, times, one, asking)]
    hour = (wanted or times.hours)[0]
    words = sentence[hour.start : hour.end]
    if (
        tells
        and not wanted
        and day is None
        and hour.after is None
        and not any(sign.isdigit() for sign in words)
    ):
        # "I take my drops at nine" tells of every day.
        return Named()
    if hour.is_open_on(day, said_at):
        hour = hour.in_half(evening=judge.is_evening(sentence))
    moment = moment_of(hour, day, said_at)
    if moment is None:
        return Named(day)
    this_day = datetime.combine(today, moment.time())
    if Weekday.of(today) in again_on and hour.after is None and this_day > said_at.replace(tzinfo=None):
        moment = this_day
    at_it = bool(wanted) or hour.after is not None or _begins_a_note(sentence, times, hour)
    return Named(moment.date(), moment, words, appointment=not at_it and judge.is_ahead(sentence))


def _ahead(sentence: str, ahead: AheadSpan, said_at: datetime, judge: Judge) -> Named | None:
    """So long before the day that `sentence` names, at the hour that stands beside the words for it; None where that is
    over, or no day is named.
    """
    times = times_of(sentence, said_at)
    days = [one for one in times.days if one.end <= ahead.start or ahead.end <= one.start]
    of = due_date(days, said_at.date())
    day = None if of is None else of - timedelta(days=ahead.days)
    if day is None or day < said_at.date():
        return None
    beside = [
        one
        for one in times.hours
        if not content_words(sentence[ahead.end : one.start] + sentence[one.end : ahead.start])
    ]
    moment = datetime.combine(day, _EVENING) if ahead.evening else None
    if beside:
        hour = beside[0]
        if hour.is_open_on(day, said_at):
            hour = hour.in_half(evening=ahead.evening or judge.is_evening(sentence))
        moment = moment_of(hour, day, said_at)
    return Named(day, moment, of=of)


def moved_to(sentence: str, known: When, said_at: datetime, judge: Judge) -> When | None:
    """When that is due by `sentence`, said at `said_at`, which was due at `known`; None where it names no other time,
    or several.

    A number alone is a day of the month that is nearest to the known one, a weekday one of its week; an hour alone is
    of the same day. Raises LanguageError.
    """
    days = {one for one in _days_near(sentence, known.day, said_at) if one != known.day}
    hours = times_of(sentence, said_at).hours
    day = min(days, default=known.day)
    if len(days) > 1 or len(hours) > 1 or day < said_at.date():
        return None
    at = known.at
    if hours:
        (hour,) = hours
        if hour.is_open_on(day, said_at):
            evening = known.at >= _NOON if known.at is not None else judge.is_evening(sentence)
            hour = hour.in_half(evening=evening)
        moment = moment_of(hour, day, said_at)
        if moment is not None:
            # "In two hours" names its day, too.
            day, at = moment.date(), moment.time()
    moved = known.model_copy(update={"day": day, "at": at})
    return None if moved == known else moved


def moved_again(sentence: str, known: When, said_at: datetime, *, every: bool) -> When | None:
    """When that is due by `sentence` which comes again on one weekday (`known`) and is on another: from then on where
    it tells of `every` week, else once. None where it names no other weekday, or several.
    """
    named = set(weekdays_of(sentence).days) - known.weekdays
    if known.every is not Every.WEEK or len(known.weekdays) != 1 or len(named) != 1:
        return None
    day = first_of(named, said_at.date())
    if every:
        return known.model_copy(update={"day": day, "days": (), "anchor": None})
    return known.put_off(When(day=day, at=known.at, lead_minutes=known.lead_minutes))


def _days_near(sentence: str, known: date, said_at: datetime) -> Iterator[date]:
    """The single days that `sentence` names, where each may be read as near to `known` as when it is said."""
    monday = datetime.combine(known - timedelta(days=known.weekday()), said_at.timetz())
    anchors = (datetime.combine(known.replace(day=1), said_at.timetz()), monday, monday + timedelta(days=3))
    read = [_single_days(sentence, anchor) for anchor in anchors]
    for place, day in _single_days(sentence, said_at).items():
        of_month, *of_week = (one.get(place, day) for one in read)
        if all(one.weekday() == day.weekday() for one in of_week):
            near = of_week[0]
        elif of_month.day == day.day:
            near = of_month
        else:
            near = day
        yield near if near >= said_at.date() else day


def _single_days(sentence: str, said_at: datetime) -> Mapping[int, date]:
    """The days that `sentence` names, by where they begin in it; no longer spans."""
    return {one.start: one.first for one in times_of(sentence, said_at).days if one.first == one.last}


def recurrence_of(sentence: str, said_at: datetime) -> Recurrence:
    """How often what `sentence` tells comes again, given that it does: in the interval and on the weekdays that it
    names, else as the day that it names does.
    """
    interval, days = interval_of(sentence), weekdays_of(sentence).days
    if interval is not None and interval.nth and interval.day is not None:
        return Recurrence(every=Every.MONTH, days=(interval.day,), nth=interval.nth)
    if interval is not None:
        every = Every(interval.unit)
        on = (interval.day,) if interval.day is not None else days if len(days) < len(Weekday) else ()
        return Recurrence(every=every, interval=interval.count, days=on if every is Every.WEEK else ())
    if days:
        return (
            Recurrence(every=Every.DAY)
            if len(days) == len(Weekday)
            else Recurrence(every=Every.WEEK, days=days)
        )
    return Recurrence(every=_period_of(sentence, said_at))


def after_midnight(recurrence: Recurrence, first: date) -> Recurrence:
    """`recurrence` of what is on `first` at first: the midnight of a Friday is of the Saturday."""
    if recurrence.nth or not recurrence.days or Weekday.of(first) in recurrence.days:
        return recurrence
    return recurrence.model_copy(update={"days": tuple(day.next for day in recurrence.days)})


def _period_of(sentence: str, said_at: datetime) -> Every:
    """Whenever it is said, "the third" is the third of a month. Where a sentence names no day that comes again it is as
    often as the time that it names ("every month"), else every day.
    """
    moments = [said_at + timedelta(days=later) for later in _LATER]
    # Not the day on which it is due: a weekend that has begun is still one from Saturday on.
    read = [
        next((one.first for one in times_of(sentence, moment).days if one.last >= moment.date()), None)
        for moment in moments
    ]
    days = [day for day in read if day is not None]
    if len(days) < len(read):
        return _span_of(sentence)
    same: dict[Every, set[object]] = {
        Every.YEAR: {(day.month, day.day) for day in days},
        Every.MONTH: {day.day for day in days},
    }
    return next((every for every, found in same.items() if len(found) == 1), None) or _span_of(sentence)


def _span_of(sentence: str) -> Every:
    """The longest span of the calendar that is named in `sentence`, in its own language; a day where none is."""
    said, code = set(stems(sentence)), language_of(sentence) or ENGLISH
    for every, days in _SPANS.items():
        spans = (timedelta(days=days), timedelta(days=2 * days))
        named = {word for one in spans for word in stems(format_timedelta(one, every.value, locale=code))}
        if said & {word for word in named if not word.isdigit()}:
            return every
    return Every.DAY


def _overlaps(span: DateSpan, place: tuple[int, int]) -> bool:
    return span.start < place[1] and place[0] < span.end


def without(text: str, places: Iterable[tuple[int, int]]) -> str:
    """`text` without what stands at `places`, which may overlap."""
    left_out = {place for start, end in places for place in range(start, end)}
    return "".join(sign for place, sign in enumerate(text) if place not in left_out)


def without_time(text: str, named: Named, said_at: datetime, *, tells: bool = False) -> str:
    """`text` without the day and hour at its end that are kept beside it: "order the candles on Friday at five".

    The hour of an appointment stays, and stands there where it was left out. What only `tells` of something, or begins
    as no order does, keeps its day where it would end without a word that tells anything: "her exams are on the 14th".
    """
    times, left = times_of(text, said_at), text
    kept = {(one.start, one.end) for one in times.days if one.first == one.last == named.day}
    if named.moment is not None:
        kept |= {
            (one.start, one.end)
            for one in times.hours
            if one.after is not None or _is_hour_of(named.moment, moment_of(one, named.day, said_at))
        }
    for start, end in reversed(times.places):
        if (start, end) not in kept or text[end : len(left)].strip(" .!"):
            break
        left = text[:start].rstrip(" ,")
    left = left or text
    first, last = left.split()[0], left.split()[-1]
    if left != text and (tells or not content_words(first)) and not content_words(last):
        return text.rstrip(".!")
    rests = any(one.end <= len(left) for one in times.hours)
    return f"{left.rstrip('.!')} {named.words}" if named.appointment and not rests else left


def _is_hour_of(moment: datetime, read: datetime | None) -> bool:
    """Whether `read` is the hour of `moment`, in whichever half of the day."""
    return read is not None and not (read - moment) % HALF


def _is_asked_for(sentence: str, times: Times, hour: HourSpan, asking: frozenset[str]) -> bool:
    """Whether to be reminded at `hour` is what is asked: "remind me tomorrow at nine of the dentist"."""
    led = content_words(_led_by(sentence, times, hour))
    return bool(led) and led <= asking


def _led_by(sentence: str, times: Times, hour: HourSpan) -> str:
    """What stands before `hour` since the last break or other hour, without days."""
    start = max(
        [
            0,
            *(one.end() for one in _BREAK.finditer(sentence[: hour.start])),
            *(one.end for one in times.hours if one.end <= hour.start),
        ]
    )
    days = [*((one.start, one.end) for one in times.days), *weekdays_of(sentence).places]
    before = [(first - start, end - start) for first, end in days if start <= first and end <= hour.start]
    return without(sentence[start : hour.start], before)


def _begins_a_note(sentence: str, times: Times, hour: HourSpan) -> bool:
    """Whether it is written down as a note is: "tomorrow at half past nine: dentist"."""
    before = [one for one in (*times.places, *weekdays_of(sentence).places) if one[1] <= hour.start]
    handed = _HANDS_OVER.match(sentence, hour.end) is not None
    return handed and not content_words(without(sentence[: hour.start], before))
