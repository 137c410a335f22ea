"""When a time together goes on, begins again, or is over (`one-mind.md` rules "Episodes and surfaces")."""

from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from itertools import count

from engine.clock import Clock
from engine.events import Event
from engine.trail.records import Episode, EpisodeClosed, EpisodeOpened, EpisodeType
from engine.trail.store import TrailStore
from engine.vault import UnitOfWork

IDLE_CLOSES = timedelta(hours=4)
RETURN_REOPENS = timedelta(minutes=30)
CLOSED_BY_IDLENESS = "idle"


class Waking(StrEnum):
    """What a wake does with the latest Episode."""

    JOIN = "join"
    REOPEN = "reopen"
    BEGIN = "begin"
    CLOSE_AND_BEGIN = "close_and_begin"


def waking(latest: Episode | None, now: datetime) -> Waking:
    """The rule of a wake at `now`. A clock that was set back makes no absence negative: it counts as none."""
    if latest is None:
        return Waking.BEGIN
    if latest.closed_at is None:
        return Waking.CLOSE_AND_BEGIN if elapsed(latest.last_step_at, now) >= IDLE_CLOSES else Waking.JOIN
    return Waking.REOPEN if elapsed(latest.closed_at, now) < RETURN_REOPENS else Waking.BEGIN


def elapsed(since: datetime, now: datetime) -> timedelta:
    """How long ago `since` was, at least nothing."""
    return max(now - since, timedelta(0))


def episode_id(local: datetime, attempt: int) -> str:
    """`2026-02-08T14-30-00` of the local time; from the second attempt on with the suffix `-2`, `-3` …"""
    stamp = local.strftime("%Y-%m-%dT%H-%M-%S")
    return stamp if attempt == 1 else f"{stamp}-{attempt}"


class Episodes:
    """The Episodes of one companion and one person. Every change needs the caller's unit of work."""

    def __init__(
        self, store: TrailStore, clock: Clock, zone: tzinfo | None, companion: str, person: str
    ) -> None:
        self._store = store
        self._clock = clock
        self._zone = zone
        self._companion, self._person = companion, person

    def wake(self, unit: UnitOfWork, origin: str) -> tuple[Episode, list[Event]]:
        """The Episode to be in now, and what is to be told once the unit is committed."""
        latest = self._store.latest_episode(origin)
        told: list[Event] = []
        rule = waking(latest, self._clock.now())
        if latest is not None and rule is Waking.JOIN:
            return latest, told
        if latest is not None and rule is Waking.REOPEN:
            reopened = self._mark(unit, replace(latest, closed_at=None, closed_by=None))
            return reopened, [EpisodeOpened(reopened, reopened=True)]
        if latest is not None and rule is Waking.CLOSE_AND_BEGIN:
            told.append(EpisodeClosed(self._end(unit, latest, latest.last_step_at, CLOSED_BY_IDLENESS)))
        opened = self._begin(unit, origin)
        return opened, [*told, EpisodeOpened(opened, reopened=False)]

    def current(self, origin: str) -> Episode | None:
        """The open one, if one is open."""
        latest = self._store.latest_episode(origin)
        return latest if latest is not None and latest.closed_at is None else None

    def expected(self, origin: str) -> Episode | None:
        """The one that a wake would join or reopen now; None where it would begin a new one."""
        latest = self._store.latest_episode(origin)
        goes_on = {Waking.JOIN, Waking.REOPEN}
        return latest if waking(latest, self._clock.now()) in goes_on else None

    def close(self, unit: UnitOfWork, origin: str, reason: str, *, since_left: bool) -> Episode | None:
        """End the open one now, or `since_left` with its last Step, as one that was idle too long.

        None where none was open.
        """
        episode = self.current(origin)
        if episode is None:
            return None
        now = self._clock.now()
        over = since_left or elapsed(episode.last_step_at, now) >= IDLE_CLOSES
        return self._end(unit, episode, episode.last_step_at if over else now, reason)

    def local(self, moment: datetime) -> datetime:
        """`moment` on the person's own clock."""
        return moment.astimezone(self._zone or self._clock.local().tzinfo)

    def _begin(self, unit: UnitOfWork, origin: str) -> Episode:
        now = self._clock.now()
        names = (episode_id(self.local(now), attempt) for attempt in count(1))
        episode = Episode(
            id=next(name for name in names if not self._store.has_episode(name)),
            companion=self._companion,
            person=self._person,
            type=EpisodeType.MIXED,
            origin=origin,
            opened_at=now,
            last_step_at=now,
        )
        self._store.add_episode(unit, episode)
        return episode

    def _end(self, unit: UnitOfWork, episode: Episode, at: datetime, reason: str) -> Episode:
        return self._mark(unit, replace(episode, closed_at=at, closed_by=reason))

    def _mark(self, unit: UnitOfWork, episode: Episode) -> Episode:
        self._store.mark_episode(unit, episode)
        return episode
