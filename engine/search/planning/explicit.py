"""Times written for machines: `last:3d`, ISO dates and intervals."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from engine.search.planning.calendar import Calendar
from engine.search.planning.phrases import Said
from engine.search.planning.records import TimeWindow
from engine.search.planning.tables import Unit

_LAST = re.compile(r"(?<!\w)last:([0-9]{1,4})(min|mo|[hdwmy])(?!\w)", re.IGNORECASE)
_UNITS = {
    "min": Unit.MINUTE,
    "h": Unit.HOUR,
    "d": Unit.DAY,
    "w": Unit.WEEK,
    "m": Unit.MONTH,
    "mo": Unit.MONTH,
    "y": Unit.YEAR,
}
_TIME = r"[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2}(?::[0-9]{2})?)?"
_MOMENT = rf"[0-9]{{4}}-[0-9]{{2}}(?:-[0-9]{{2}}(?:{_TIME})?)?"
_ONE = re.compile(rf"(?<![\w/.-]){_MOMENT}(?![\w/-]|\.\.)", re.IGNORECASE)
_INTERVAL = re.compile(rf"(?<![\w-])({_MOMENT}|\.\.)\s*(?:/|\.\.)\s*({_MOMENT}|\.\.)(?![\w-])", re.IGNORECASE)
_MONTH_SIGNS, _DAY_SIGNS = 7, 10


def explicit(text: str, calendar: Calendar) -> Iterator[Said]:
    """Every written time of `text`; they may overlap."""
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            try:
                yield Said(match.start(), match.end(), read(match, calendar))
            except (ValueError, OverflowError):
                # Written like a time, but there is none such: 2026-02-31, or an end before its start.
                continue


def _rolling(match: re.Match[str], calendar: Calendar) -> TimeWindow:
    return calendar.rolling(int(match[1]), _UNITS[match[2].casefold()])


def _one(match: re.Match[str], calendar: Calendar) -> TimeWindow:
    return _written(match[0], calendar)


def _interval(match: re.Match[str], calendar: Calendar) -> TimeWindow:
    """From the start of the first to the end of the last: a whole day where no hour is written."""
    start = None if match[1] == ".." else _written(match[1], calendar).start
    end = None if match[2] == ".." else _end(match[2], calendar)
    return TimeWindow(start, end)


def _written(moment: str, calendar: Calendar) -> TimeWindow:
    """The month, the day or the minute that is written."""
    if len(moment) == _MONTH_SIGNS:
        return calendar.month_of(int(moment[:4]), int(moment[5:]))
    if len(moment) == _DAY_SIGNS:
        day = date.fromisoformat(moment)
        return calendar.full_date(day.year, day.month, day.day)
    exact = _moment(moment, calendar)
    return TimeWindow(exact, exact + timedelta(minutes=1))


def _end(moment: str, calendar: Calendar) -> datetime | None:
    return _moment(moment, calendar) if len(moment) > _DAY_SIGNS else _written(moment, calendar).end


def _moment(written: str, calendar: Calendar) -> datetime:
    """To the point in time; without an offset it is the person's own clock."""
    exact = datetime.fromisoformat(written.upper())
    return (exact if exact.tzinfo else exact.replace(tzinfo=calendar.zone)).astimezone(UTC)


_READERS = ((_LAST, _rolling), (_ONE, _one), (_INTERVAL, _interval))
