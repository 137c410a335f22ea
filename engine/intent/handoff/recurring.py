"""When what comes again does so: counted from its first day, so that a month's end and a leap day bring no drift."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date, time, timedelta
from itertools import count

from dateutil.relativedelta import relativedelta
from dateutil.relativedelta import weekday as weekday_of_month

from engine.intent.records import Every, HandoffItem, ItemStatus, When
from engine.telling_time import Weekday

_MONTHS: Mapping[Every, int] = {Every.MONTH: 1, Every.YEAR: 12}
_LONGEST: Mapping[Every, int] = {Every.MONTH: 31, Every.YEAR: 366}
"""Days that pass at most between two occurrences."""
_WEEK = 7


def occurrence(when: When, day: date) -> When:
    """The first occurrence of what comes again that is not before `day`.

    The 31st is the last day of a shorter month, and 29 February the 28th of a common year.
    """
    first = when.first
    if first.every is None or first.day >= day:
        return first
    return first.model_copy(update={"day": next(_days_from(first, day)), "anchor": first})


def _days_from(first: When, day: date) -> Iterator[date]:
    """The days of what comes again from `first` on that are not before `day`, which is after it."""
    every = first.every or Every.DAY
    if every in _MONTHS:
        spans = (day - first.day).days // (_LONGEST[every] * first.interval)
        step = _MONTHS[every] * first.interval
        days = (_of_month(first, step * number) for number in count(spans))
    else:
        period = 1 if every is Every.DAY else _WEEK
        # Weeks are those of the calendar: every other Tuesday and Friday are of the same week.
        begins = first.day - timedelta(days=first.day.weekday() if period == _WEEK else 0)
        step = period * first.interval
        span = begins + timedelta(days=(day - begins).days // step * step)
        on = first.weekdays if period == _WEEK else frozenset(Weekday)
        days = (
            span + timedelta(days=step * number + later)
            for number in count()
            for later in range(period)
            if Weekday.of(span + timedelta(days=later)) in on
        )
    return (one for one in days if one >= day)


def _of_month(first: When, months: int) -> date:
    """The occurrence that is so many `months` after `first`."""
    if not first.nth:
        same: date = first.day + relativedelta(months=months)
        return same
    (named,) = first.days
    begins = first.day.replace(day=1) + relativedelta(months=months)
    kind = weekday_of_month(tuple(Weekday).index(named), first.nth)
    # Of a last one the count goes back from the month's end.
    found: date = begins + relativedelta(day=31 if first.nth < 0 else 1, weekday=kind)
    return found


def begun(when: When) -> When:
    """`when`, of which the first occurrence is on a day of its recurrence: who says a Wednesday, and every Tuesday and
    Friday, means from that Friday on. A single weekday of a week is that of its first occurrence.
    """
    if when.anchor is not None or not when.days:
        return when
    if when.nth:
        month = when.day.replace(day=1)
        this, following = (_of_month(when.model_copy(update={"day": month}), later) for later in (0, 1))
        return when.model_copy(update={"day": this if this >= when.day else following})
    days = when.days if len(when.days) > 1 else ()
    return when.model_copy(update={"day": first_of(when.weekdays, when.day), "days": days})


def first_of(weekdays: Collection[Weekday], day: date) -> date:
    """The first day that is one of `weekdays`, of which there is one at least, and not before `day`."""
    week = (day + timedelta(days=later) for later in range(_WEEK))
    return next(one for one in week if Weekday.of(one) in weekdays)


def after(when: When) -> When:
    """The occurrence that follows `when`; of one that was put off, the next that was not."""
    found = occurrence(when, when.day)
    if (found.day, found.at or time.min) <= (when.day, when.at or time.min):
        return occurrence(when, date.fromordinal(when.day.toordinal() + 1))
    return found


def rolled(item: HandoffItem, today: date) -> HandoffItem:
    """The item as it stands on the person's day `today`: what comes again is late for no longer than its day."""
    when = item.when
    if when is None or when.every is None or when.day >= today or item.status is not ItemStatus.OPEN:
        return item
    return item.model_copy(update=occurrence(when, today).fields)


def is_same_recurrence(when: When, other: When) -> bool:
    """Whether both come again on the same days, at the same hour."""
    one, another = when.first, other.first
    if (one.at, one.every, one.interval, one.nth) != (
        another.at,
        another.every,
        another.interval,
        another.nth,
    ):
        return False
    if one.weekdays != another.weekdays:
        return False
    day = max(one.day, another.day)
    told = bool(one.weekdays) and one.interval == 1
    return told or occurrence(one, day).day == occurrence(another, day).day
