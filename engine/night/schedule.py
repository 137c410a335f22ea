"""When something is done alone: which night it is, what is due in it, and how many of its hours are left.

A week ends on its Sunday and a month on its first. Where the machine was off then, the next night makes up for it: what
is due follows from the days that passed, not from the day on which somebody looks (`one-mind.md`, "The night").
"""

from datetime import date, datetime, timedelta
from math import inf

from engine.clock import Clock
from engine.night.phases.dreaming import lasting
from engine.night.queue import JobQueue
from engine.night.records import EARLY, Job, JobKind, JobState, Span
from engine.night.store import NightStore
from engine.night.working import Rooms
from engine.settings import NightSettings
from engine.vault import UnitOfWork

SPENT, ASKED_AT, INITIALISED, CHAIN = "spent", "asked at", "initialised", "chain"
SUNDAY = 6
LATEST_BRIEFS = 10
"""Those among which that of today is."""


class Schedule:
    """The nights of one companion with one person. On the engine's thread."""

    def __init__(
        self, rooms: Rooms, store: NightStore, queue: JobQueue, clock: Clock, settings: NightSettings
    ) -> None:
        self._rooms, self._store, self._queue = rooms, store, queue
        self._clock, self._settings = clock, settings

    @property
    def tonight(self) -> date:
        """The night that it is: it begins at the hour of the chain, and lasts until the next one begins."""
        return (self._clock.local() - timedelta(hours=self._settings.chain_from)).date()

    @property
    def left_s(self) -> float:
        """Seconds for which it may still think in this night ([E] §9.4)."""
        return max(0.0, self._settings.most_hours * 3600 - self._spent_s())

    def left_for(self, kind: JobKind) -> float:
        """The same for a kind of job: the brief is written however long the night was."""
        return inf if kind is JobKind.BRIEF else self.left_s

    def lacks_brief(self) -> bool:
        """Whether the day has begun, has no brief yet, and somebody was there before it who may read one.

        It is asked for once: one that failed is no reason for another.
        """
        now = self._clock.local()
        if now.hour < self._settings.brief_from or not self._was_there_before(now.date()):
            return False
        latest = self._queue.recent(LATEST_BRIEFS, (JobKind.BRIEF,))
        return not any(self._is_of(job, now.date()) for job in latest)

    def spend(self, unit: UnitOfWork, seconds: float) -> None:
        """So much of the night was thought in."""
        spent = self._spent_s() + seconds
        self._store.put_value(unit, SPENT, f"{self.tonight.isoformat()} {spent:.1f}")

    def begin_anew(self, unit: UnitOfWork) -> None:
        """Its hours are counted from now on, as the person asks for something."""
        self._store.put_value(unit, SPENT, "")

    def next_run(self) -> datetime:
        """When a brain run is due ([E] §9.9)."""
        last = self._queue.last(JobKind.BRAIN)
        if last is None or last.ended_at is None:
            return self._clock.now()
        return last.ended_at + timedelta(hours=self._settings.interval_hours)

    def is_night_due(self) -> bool:
        """Whether this night was not asked for yet: one that begins before midnight is made up for after it, too."""
        return self._store.value(CHAIN) != self.tonight.isoformat()

    def begins_at(self) -> datetime:
        """When something is begun by itself next as things stand: what waits, the night, or a brain run where something
        is new; not in quiet hours, nor in a night whose hours are over.
        """
        now, left = self._clock.now(), self.left_s > 0
        waiting = [max(now, job.not_before) for job in self._queue.open() if self.left_for(job.kind) > 0]
        brain = [max(now, self.next_run())] if left and self.has_news() else []
        night = now if left and self.is_night_due() else self._next_night()
        return self._not_quiet(min([night, *waiting, *brain]))

    def over(self, kind: JobKind) -> list[Span]:
        """Whether a week, or a month, ended since this was last done for it, or since the first talk.

        Before the first talk only on the very day.
        """
        return [span for span in (Span.WEEKLY, Span.MONTHLY) if self._is_over(kind, span)]

    def dreams(self) -> list[Span]:
        """Of a week or month that is over, and emotional after some feelings that last."""
        dreamt = self._queue.last(JobKind.DREAM, Span.EMOTIONAL)
        strong = lasting(self._rooms, None if dreamt is None else dreamt.created_at)
        is_moved = len(strong) >= self._settings.dream_imprints
        return [*self.over(JobKind.DREAM), *([Span.EMOTIONAL] if is_moved else [])]

    def has_news(self) -> bool:
        """Whether anything was said since the last brain run was begun ([E] §14.8)."""
        last = self._queue.last(JobKind.BRAIN)
        return last is None or self._is_told_since(last.created_at)

    def is_new_day(self) -> bool:
        """Whether anything was said, noted or left to be done since the last whole night."""
        asked = self._store.value(ASKED_AT)
        if not asked:
            return True
        at = datetime.fromisoformat(asked)
        return (
            self._is_told_since(at)
            or any(node.created_at > at and not node.synthesis for node in self._rooms.memory.nodes())
            or any(item.first_seen > at for item in self._rooms.intent.items.open())
        )

    def _next_night(self) -> datetime:
        return self._hour_after(self._clock.local(), self._settings.chain_from)

    def _not_quiet(self, at: datetime) -> datetime:
        local = at.astimezone(self._clock.local().tzinfo)
        is_quiet = is_quiet_hour(local.hour, self._settings)
        return self._hour_after(local, self._settings.quiet_until) if is_quiet else local

    @staticmethod
    def _hour_after(local: datetime, hour: int) -> datetime:
        """When the clock shows that full hour next."""
        at = local.replace(hour=hour, minute=0, second=0, microsecond=0)
        return at if at > local else at + timedelta(days=1)

    def _is_over(self, kind: JobKind, span: Span) -> bool:
        today = self._clock.local().date()
        ended, last = _ended(span, today), self._queue.last(kind, span)
        began = self._store.value(INITIALISED)
        known = last.created_at if last is not None else datetime.fromisoformat(began) if began else None
        return ended == today if known is None else self._day(known) < ended

    def _is_of(self, job: Job, day: date) -> bool:
        """Whether a brief is that of `day`, written or to be written early."""
        is_there = job.state is JobState.DONE or job.given == EARLY
        return is_there and self._day(job.started_at or job.created_at) == day

    def _was_there_before(self, day: date) -> bool:
        """Whether anything was talked of, or left to be done, on an earlier day."""
        began = self._store.value(INITIALISED)
        if began and self._day(datetime.fromisoformat(began)) < day:
            return True
        return any(self._day(item.first_seen) < day for item in self._rooms.intent.items.open())

    def _is_told_since(self, at: datetime) -> bool:
        latest = self._rooms.trail.recent_steps(1)
        return bool(latest) and latest[-1].at > at

    def _spent_s(self) -> float:
        night, _, spent = self._store.value(SPENT).partition(" ")
        return float(spent) if night == self.tonight.isoformat() else 0.0

    def _day(self, at: datetime) -> date:
        return at.astimezone(self._clock.local().tzinfo).date()


def is_quiet_hour(hour: int, settings: NightSettings) -> bool:
    """Whether nothing is to be done alone at that hour of the person's day; the span may go over midnight."""
    first, until = settings.quiet_from, settings.quiet_until
    return first <= hour < until if first <= until else hour >= first or hour < until


def _ended(span: Span, today: date) -> date:
    """The last day, up to today, on which such a span ended."""
    if span is Span.MONTHLY:
        return today.replace(day=1)
    if span is Span.WEEKLY:
        return today - timedelta(days=(today.weekday() - SUNDAY) % 7)
    return today
