"""What every move of a mood is made of: where it stands, how it wakes, how it is written down."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from engine.clock import Clock
from engine.events import EventBus
from engine.mood.care import Care
from engine.mood.emotions import label, named
from engine.mood.formulas.affect import Triple, cooled, moved, noise
from engine.mood.formulas.drift import NOWHERE, home, temperament
from engine.mood.lasting import Lasting, day_of
from engine.mood.records import (
    Cause,
    Imprint,
    ImprintOrigin,
    JournalEntry,
    Mode,
    MoodChanged,
    MoodState,
)
from engine.mood.store import MoodStore, Standing
from engine.mood.tone import Telling
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from engine.vault import UnitOfWork, Vault

_HOUR = timedelta(hours=1)
LONGEST_REASON = 300


class Moving:
    """The mood's point and its journal, for the front in `mood.py`; every change is one unit of work."""

    def __init__(
        self,
        vault: Vault,
        clock: Clock,
        events: EventBus,
        settings: MoodSettings,
        *,
        companion: str,
        person: str,
    ) -> None:
        self._vault, self._clock, self._events, self._settings = vault, clock, events, settings
        self._companion, self._person = companion, person
        self._store = MoodStore(vault, companion, person)
        self.lasting = Lasting(self._store, settings)
        self._telling = Telling()
        self.care = Care(self._store, settings)
        self._untold: Cause | None = None

    def announce(self) -> None:
        """Tell the house how it feels, where that changed and was not told yet."""
        cause, self._untold = self._untold, None
        if cause is not None:
            self._events.publish(MoodChanged(cause, self.state()))

    def state(self, now: datetime | None = None) -> MoodState:
        """How it feels; between two episodes as it has cooled by `now`, without chance. Writes nothing."""
        now = now or self._clock.now()
        standing = self._standing(now)
        resting = standing.rested_at is not None
        rests_at = self.lasting.temperament(standing, now)
        point = standing.point
        if resting:
            point = cooled(point, rests_at, self._apart(standing, now) / _HOUR, self._settings)
        return MoodState(
            point=point,
            temperament=rests_at,
            named=named(point, self._settings),
            mode=_active(standing),
            episode_id=standing.episode_id,
            at=now,
            resting=resting,
        )

    @property
    def home(self) -> MoodPoint:
        """Where the mood rested at first, before anything pulled at that."""
        return home(self._settings)

    def _joined(self, unit: UnitOfWork, standing: Standing, episode_id: str, now: datetime) -> Standing:
        """`standing` within this Episode, whose beginning may have been missed."""
        if standing.episode_id == episode_id:
            return replace(standing, rested_at=None)
        return self._wake(unit, standing, self._apart(standing, now), episode_id, now)

    def _wake(
        self, unit: UnitOfWork, standing: Standing, gap: timedelta, episode_id: str | None, now: datetime
    ) -> Standing:
        standing = self.lasting.settled(unit, standing, now)
        by: Triple = NOWHERE
        if standing.wakes:
            by = noise(
                f"{self._companion}/{self._person}/{episode_id or ''}/{standing.wakes}", self._settings
            )
        hours = max(gap, timedelta(0)) / _HOUR
        point = cooled(standing.point, temperament(standing.drift, self._settings), hours, self._settings)
        waits = standing.mode is not None and standing.mode_episode is None
        woken = replace(
            standing,
            point=moved(point, by),
            changed_at=now,
            episode_id=episode_id,
            rested_at=None,
            mode=standing.mode if waits else None,
            mode_episode=episode_id if waits else None,
            wakes=standing.wakes + 1,
        )
        self._write(unit, Cause.WAKE, woken, now)
        return woken

    def _shift(
        self,
        by: Triple,
        reason: str,
        intensity: float,
        *,
        episode_id: str,
        sources: Sequence[str],
        unit: UnitOfWork | None,
    ) -> MoodState:
        with self._changing(Cause.SHIFT, unit) as (own, now):
            standing = self._joined(own, self._standing(now), episode_id, now)
            standing = replace(standing, point=moved(standing.point, by), changed_at=now)
            significant = any(abs(step) >= self._settings.arc_change for step in by)
            if any(by):
                self._write(own, Cause.SHIFT, standing, now, reason=reason, key=significant, sources=sources)
            if self.lasting.marks(own, intensity, episode_id, now):
                within = (*sources, f"episode:{episode_id}")
                self._imprint(
                    own, standing, now,
                    feeling=reason, strength=intensity, origin=ImprintOrigin.FELT, sources=within,
                )  # fmt: skip
        return self.state(now)

    def _imprint(
        self,
        unit: UnitOfWork,
        standing: Standing,
        now: datetime,
        *,
        feeling: str,
        strength: float,
        origin: ImprintOrigin,
        sources: Sequence[str],
    ) -> Imprint:
        # What stood so far pulls up to today; the new one from then on.
        standing = self.lasting.settled(unit, standing, now)
        words = feeling.strip()[:LONGEST_REASON] or label(standing.point, self._settings)
        made = self.lasting.make(
            unit, standing.point, now, feeling=words, strength=strength, origin=origin, sources=sources
        )
        self._write(unit, Cause.IMPRINT, standing, now, reason=words, key=False, sources=sources)
        return made

    def _rested(self, standing: Standing, now: datetime) -> Standing:
        """As it has cooled by now, where no time together is open: what moves it then, moves it from there."""
        if standing.rested_at is None:
            return standing
        hours = self._apart(standing, now) / _HOUR
        point = cooled(standing.point, self.lasting.temperament(standing, now), hours, self._settings)
        return replace(standing, point=point, changed_at=now)

    def _apart(self, standing: Standing, now: datetime) -> timedelta:
        """How long it has been cooling; a clock set back makes no absence negative."""
        since = max(standing.rested_at or standing.changed_at, standing.changed_at)
        return max(now - since, timedelta(0))

    def _standing(self, now: datetime) -> Standing:
        return self._store.standing() or Standing(home(self._settings), now, day_of(now))

    def _write(
        self,
        unit: UnitOfWork,
        cause: Cause,
        standing: Standing,
        now: datetime,
        *,
        reason: str = "",
        key: bool = True,
        sources: Sequence[str] = (),
    ) -> None:
        self._store.put(unit, standing)
        entry = JournalEntry(
            at=now,
            cause=cause,
            point=standing.point,
            label=label(standing.point, self._settings),
            reason=reason.strip()[:LONGEST_REASON],
            mode=_active(standing),
            episode_id=standing.episode_id,
            key=key,
            sources=tuple(sources),
        )
        self._store.write(unit, entry)

    @contextmanager
    def _changing(self, cause: Cause, unit: UnitOfWork | None) -> Iterator[tuple[UnitOfWork, datetime]]:
        """A unit that is committed at the end, and the moment of the change; the house is told unless the caller's."""
        with self._vault.unit() as own:
            yield own, self._clock.now()
            own.commit()
        self._untold = cause
        if unit is None:
            self.announce()


def _active(standing: Standing) -> Mode | None:
    """The mode that holds: it waits for an Episode, or is in its own."""
    waits = standing.mode_episode is None
    within = standing.rested_at is None and standing.mode_episode == standing.episode_id
    return standing.mode if waits or within else None
