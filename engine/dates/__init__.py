"""Days and hours that a text names.

`find_dates` gives the days, `find_times` days and hours apart; `due_date` and `moment_of` say when something is due;
`find_ahead` gives how long before such a day is meant,
`find_weekdays` gives the days of the week on which something comes again, `find_interval` how often where it is not
every time.
"""

from engine.dates.finding import DateSpan, Prefer, Times, due_date, find_dates, find_times, hours_named
from engine.dates.hours import HALF, HourSpan, find_hours, moment_of
from engine.dates.intervals import IntervalSpan, find_interval
from engine.dates.phrases import AheadSpan, find_ahead
from engine.dates.weekdays import Weekdays, find_weekdays

__all__ = [
    "HALF",
    "AheadSpan",
    "DateSpan",
    "HourSpan",
    "IntervalSpan",
    "Prefer",
    "Times",
    "Weekdays",
    "due_date",
    "find_ahead",
    "find_dates",
    "find_hours",
    "find_interval",
    "find_times",
    "find_weekdays",
    "hours_named",
    "moment_of",
]
