"""Times on the person's own calendar, as windows of UTC.

Days begin at local midnight and weeks on Monday. Every window is made of local midnights or of moments counted back
from now, so that a change of the clocks makes a day longer or shorter and never turns it round.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from engine.search.planning.records import TimeWindow
from engine.search.planning.tables import Part, Unit

# First and last hour of a part of the day; from 24 on they are the next day's.
HOURS = {Part.MORNING: (5, 12), Part.AFTERNOON: (12, 18), Part.EVENING: (17, 24), Part.NIGHT: (18, 30)}
FEW = (2, 5)  # what "a few" may mean
_SPANS = {
    Unit.MINUTE: timedelta(minutes=1),
    Unit.HOUR: timedelta(hours=1),
    Unit.DAY: timedelta(days=1),
    Unit.WEEK: timedelta(weeks=1),
}
DAY = timedelta(days=1)
_EARLIEST = 1900  # before this nobody remembers, and time zones are guesses
_LEAP_CYCLE = 9


class Calendar:
    """Where `now` stands in `zone`. Methods raise ValueError or OverflowError for times that are none.

    A day that is named ("Friday", "3 May") is the last one; with `ahead` the next.
    """

    def __init__(self, now: datetime, zone: tzinfo, *, ahead: bool = False) -> None:
        self.ahead = ahead
        self.now = now.astimezone(UTC)
        self.zone = zone
        self.today = now.astimezone(zone).date()

    def days(self, first: date, count: int = 1) -> TimeWindow:
        """Whole days from `first` on."""
        return TimeWindow(self.at(first), self.at(first + count * DAY))

    def part(self, day: date, part: Part) -> TimeWindow:
        """A part of `day`; a night lasts into the next."""
        start, end = HOURS[part]
        return TimeWindow(self.at(day, start), self.at(day, end))

    def recent_part(self, part: Part) -> TimeWindow:
        """Today's, or yesterday's where today's is still to come."""
        today = self.part(self.today, part)
        begun = today.start is not None and today.start < self.now
        return today if begun or self.ahead else self.part(self.today - DAY, part)

    def last_night(self) -> TimeWindow:
        """The night that ended this morning; before dawn, the one that goes on."""
        return self.part(self.today - DAY, Part.NIGHT)

    def week(self, shift: int) -> TimeWindow:
        """The calendar week `shift` weeks from this one."""
        return self.days(self._monday() + shift * _SPANS[Unit.WEEK], 7)

    def month(self, shift: int) -> TimeWindow:
        """The calendar month `shift` months from this one."""
        year, month = divmod(self.today.year * 12 + self.today.month - 1 + shift, 12)
        return self.month_of(year, month + 1)

    def month_of(self, year: int, month: int) -> TimeWindow:
        first = _date(year, month, 1)
        following = _date(year + month // 12, month % 12 + 1, 1)
        return TimeWindow(self.at(first), self.at(following))

    def year(self, year: int) -> TimeWindow:
        return TimeWindow(self.at(_date(year, 1, 1)), self.at(_date(year + 1, 1, 1)))

    def weekend(self, *, ended: bool = False) -> TimeWindow:
        """Saturday and Sunday, the last ones that have begun, or that have `ended`."""
        back = (self.today.weekday() - 5) % 7
        if self.ahead and not ended:
            back = back if back < 2 else back - 7
        return self.days(self.today - (back + 7 if ended and back < 2 else back) * DAY, 2)

    def weekday(self, number: int, *, before_today: bool = False) -> TimeWindow:
        """The last day of that name, 1 being Monday; today's own counts unless `before_today`."""
        back = (self.today.isoweekday() - number) % 7
        if self.ahead and not before_today:
            back -= 7 if back else 0
        return self.days(self.today - (7 if before_today and not back else back) * DAY)

    def next_weekday(self, number: int) -> TimeWindow:
        """The next day of that name and the one a week after it: "next Friday" means either."""
        ahead = (number - self.today.isoweekday()) % 7 or 7
        return self.days(self.today + ahead * DAY).join(self.days(self.today + (ahead + 7) * DAY))

    def next_weekend(self) -> TimeWindow:
        """The next Saturday and Sunday that have not begun."""
        return self.days(self.today + ((5 - self.today.weekday()) % 7 or 7) * DAY, 2)

    def weekday_of_last_week(self, number: int) -> TimeWindow:
        return self.days(self._monday() + (number - 8) * DAY)

    def named_month(self, month: int, *, before_this: bool = False) -> TimeWindow:
        """The last month of that name; the present one counts unless `before_this`."""
        back = (self.today.month - month) % 12
        if self.ahead and not before_this:
            back -= 12 if back else 0
        return self.month(-(12 if before_this and not back else back))

    def month_day(self, month: int, day: int) -> TimeWindow:
        """The last such day up to today, or the next; 29 February may lie some years off."""
        step = 1 if self.ahead else -1
        for year in range(self.today.year, self.today.year + step * _LEAP_CYCLE, step):
            try:
                found = _date(year, month, day)
            except ValueError:
                continue
            if found == self.today or (found > self.today) is self.ahead:
                return self.days(found)
        raise ValueError("no such day")

    def full_date(self, year: int, month: int, day: int) -> TimeWindow:
        return self.days(_date(year, month, day))

    def ago(self, count: int, unit: Unit) -> TimeWindow:
        """About `count` units back: that day, month or year; a week is a date with three days to either side.

        Minutes and hours are exact to half of what is said, at most an hour.
        """
        if unit is Unit.MONTH:
            return self.month(-count)
        if unit is Unit.YEAR:
            return self.year(self.today.year - count)
        if unit is Unit.DAY:
            return self.days(self.today - count * DAY)
        if unit is Unit.WEEK:
            return self.days(self.today - (7 * count + 3) * DAY, 7)
        back = count * _SPANS[unit]
        about = min(back / 2, timedelta(hours=1))
        return TimeWindow(self.now - back - about, self.now - back + about)

    def vaguely_ago(self, unit: Unit) -> TimeWindow:
        """Two to five units back."""
        nearest, farthest = FEW
        return self.ago(farthest, unit).join(self.ago(nearest, unit))

    def rolling(self, count: int, unit: Unit) -> TimeWindow:
        """The last `count` units up to now; days are counted back from now, months by the calendar."""
        if unit in _SPANS:
            return TimeWindow(self._no_earlier(self.now - count * _SPANS[unit]), self.now)
        months = count if unit is Unit.MONTH else 12 * count
        first = self.month(-months)
        if first.start is None or first.end is None:
            raise ValueError("a month has both ends")
        last_day = (first.end.astimezone(self.zone).date() - DAY).day
        start = first.start.astimezone(self.zone).date() + (min(self.today.day, last_day) - 1) * DAY
        return TimeWindow(self.at(start), self.now)

    def at(self, day: date, hour: int = 0) -> datetime:
        """The moment at which `hour` strikes on `day`, or on one after it."""
        day += (hour // 24) * DAY
        local = datetime.combine(day, time(hour % 24), tzinfo=self.zone)
        return self._no_earlier(local.astimezone(UTC))

    def _no_earlier(self, moment: datetime) -> datetime:
        if moment.year < _EARLIEST:
            raise ValueError("too long ago")
        return moment

    def _monday(self) -> date:
        return self.today - self.today.weekday() * DAY


def _date(year: int, month: int, day: int) -> date:
    if year < _EARLIEST:
        raise ValueError("too long ago")
    return date(year, month, day)
