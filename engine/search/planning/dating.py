"""Days that are named from where one speaks, named for who reads of them later: "tomorrow" was some Friday."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, tzinfo

from engine.search.lexicon.sentences import sentence_at
from engine.search.planning.calendar import HOURS, Calendar
from engine.search.planning.phrases import Phrases, Said
from engine.search.planning.records import TimeWindow
from engine.telling_time import day_in_words, month_in_words, week_in_words

_YEAR = re.compile(r"[0-9]{4}")
"""What names its year needs no other name."""

_WEEK, _LONGEST_MONTH = 7, 31


def dated(text: str, phrases: Iterable[Phrases], said: datetime, now: datetime | None, zone: tzinfo) -> str:
    """`text`, said at `said`, with its days, weeks and months as they are called at `now`, in square brackets.

    "Tomorrow I fly to Oslo" becomes "[18 September] I fly to Oslo". What may be read in two ways is dated beside its
    word where the sentence tells which is meant ("I'll fly on Friday [18 September]"), else it stays ("I fly on
    Friday"), and so does all that was said today. Without `now` each has its date and its year.
    """
    today = None if now is None else now.astimezone(zone).date()
    if said.astimezone(zone).date() == today:
        return text
    known = list(phrases)
    back, ahead = (_read(text, known, Calendar(said, zone, ahead=ahead)) for ahead in (False, True))
    for one in reversed(back):
        window = _meant(one, ahead, text, known)
        name = "" if window is None else _name(window, today, zone)
        if name and not _YEAR.search(text, one.start, one.end):
            word = "" if one in ahead else f"{text[one.start : one.end]} "
            text = f"{text[: one.start]}{word}[{name}]{text[one.end :]}"
    return text


def _meant(one: Said, ahead: Sequence[Said], text: str, phrases: Iterable[Phrases]) -> TimeWindow | None:
    """What `one` names, or of two readings (the last Friday, the next) what its sentence speaks of; None if unsure."""
    if one in ahead:
        return one.window
    other = next((each for each in ahead if (each.start, each.end) == (one.start, one.end)), None)
    sentence = sentence_at(text, one.start)
    comes = next((found for each in phrases if (found := each.comes(sentence)) is not None), None)
    if other is None or comes is None:
        return None
    return other.window if comes else one.window


def _read(text: str, phrases: Iterable[Phrases], calendar: Calendar) -> list[Said]:
    """The times of `text` in order, of two readings the longer one."""
    found = [said for one in phrases for said in one.find(text, calendar, coming=True) if not said.bare]
    times: list[Said] = []
    for said in sorted(found, key=lambda said: (said.start - said.end, said.start)):
        if all(said.end <= other.start or other.end <= said.start for other in times):
            times.append(said)
    return sorted(times, key=lambda said: said.start)


def _name(window: TimeWindow, today: date | None, zone: tzinfo) -> str:
    """A day, a part of one, a week or a month in words; "" for any other time."""
    if window.start is None or window.end is None:
        return ""
    start, end = window.start.astimezone(zone), window.end.astimezone(zone)
    first, days = start.date(), (end.date() - start.date()).days
    if start.hour or end.hour:
        part = next((part for part, (begins, _) in HOURS.items() if begins == start.hour), None)
        return f"{day_in_words(first, today)}, {part.value}" if part is not None and days <= 1 else ""
    if days == 1:
        return day_in_words(first, today)
    if days == _WEEK and not first.weekday():
        return week_in_words(first, today)
    return month_in_words(first) if first.day == end.day == 1 and days <= _LONGEST_MONTH else ""
