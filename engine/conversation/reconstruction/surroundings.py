"""When and where a turn is spoken ([A] §6, steps 5 and 6)."""

from datetime import datetime, timedelta

from engine.conversation.reconstruction.records import Focus, Temporal
from engine.search import TimeWindow

_PARTS = ((5, "night"), (12, "morning"), (18, "afternoon"), (22, "evening"), (24, "night"))
_WORK = range(9, 17)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SATURDAY = 5


def temporal(
    now: datetime, focus: Focus, *, last_spoken: datetime | None, asked: TimeWindow | None
) -> Temporal:
    """The time of a turn; `now` is local."""
    weekend = now.weekday() >= _SATURDAY
    return Temporal(
        now=now,
        time_of_day=time_of_day(now),
        weekday=_DAYS[now.weekday()],
        weekend=weekend,
        working_hours=not weekend and now.hour in _WORK,
        last_spoken=last_spoken,
        recent_from=now - timedelta(hours=focus.hours),
        asked_from=None if asked is None else asked.start,
        asked_until=None if asked is None else asked.end,
    )


def time_of_day(now: datetime) -> str:
    """Morning from 5, afternoon from 12, evening from 18, night from 22 o'clock."""
    return next(name for until, name in _PARTS if now.hour < until)


def same_place(a: str | None, b: str | None) -> bool:
    """Whether two labels name one place; no label names none."""
    return bool(a) and bool(b) and str(a).strip().casefold() == str(b).strip().casefold()
