"""When what comes again does so: counted from its first day, so that a month's end and a leap day bring no drift."""

from collections.abc import Collection, Mapping
from datetime import date, time, timedelta

from dateutil.relativedelta import relativedelta

from engine.intent.records import Every, HandoffItem, ItemStatus, When
from engine.telling_time import Weekday

_STEPS: Mapping[Every, relativedelta] = {
    Every.MONTH: relativedelta(months=1),
    Every.YEAR: relativedelta(years=1),
}
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
    if first.weekdays:
        return first.model_copy(update={"day": first_of(first.weekdays, day), "anchor": first})
    step, count = _STEPS[first.every], (day - first.day).days // _LONGEST[first.every]
    while first.day + step * count < day:
        count += 1
    return first.model_copy(update={"day": first.day + step * count, "anchor": first})


def begun(when: When) -> When:
    """`when`, of which the first occurrence is on one of its weekdays: who says a Wednesday, and every Tuesday and
    Friday, means from that Friday on. A single weekday is that of its first occurrence.
    """
    if when.anchor is not None or not when.days:
        return when
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


def is_same_rhythm(when: When, other: When) -> bool:
    """Whether both come again on the same days, at the same hour."""
    one, another = when.first, other.first
    alike = (one.every, one.at, one.weekdays) == (another.every, another.at, another.weekdays)
    day = max(one.day, another.day)
    return alike and (bool(one.weekdays) or occurrence(one, day).day == occurrence(another, day).day)
