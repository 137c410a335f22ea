"""The front of noticing: what is not being seen, and what is worth a word now."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from engine.clock import Clock
from engine.cognition.keeping.records import CognitionMissingError
from engine.cognition.noticing.blind_spots import (
    abandoned_projects,
    approaching_deadlines,
    dormant_corrections,
    repeating_corrections,
    stale_goals,
    untested_beliefs,
)
from engine.cognition.noticing.cooldown import Cooldown
from engine.cognition.noticing.observations import (
    late_night,
    long_session,
    near_deadlines,
    stale_corrections,
    unusual_absence,
    volatile_mood,
)
from engine.cognition.noticing.records import BlindSpot, Fate, Observation, Offer, ToldObservation
from engine.cognition.noticing.sight import Sight
from engine.cognition.noticing.store import ToldStore
from engine.cognition.reflecting.formulas import volatility
from engine.ids import new_id
from engine.settings import NoticingSettings
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

OBSERVATION = "observation:"
EARLIER = 1  # what was told last about a subject says whether it is still silent


class Noticing:
    """What one companion notices with one person, by rules alone. Implements `Derived` and `Personal`.

    `episode` names the open time together, if one is open. Callable from any thread.
    """

    def __init__(
        self,
        vault: Vault,
        clock: Clock,
        settings: NoticingSettings,
        sight: Sight,
        episode: Callable[[], str | None],
        *,
        companion: str,
        person: str,
    ) -> None:
        self._vault, self._clock, self._settings = vault, clock, settings
        self._sight, self._episode = sight, episode
        self._person = person
        self._store = ToldStore(vault, companion, person)
        self._cooldown = Cooldown(clock, settings)

    def blind_spots(self) -> list[BlindSpot]:
        """Everything that is out of sight now, kind by kind in the order of [E] §6.2."""
        sight, settings = self._sight, self._settings
        now, day = self._clock.now(), self._clock.local().date()
        since = now - timedelta(days=settings.project_days)
        return [
            *stale_goals(sight.stale_goals(), now),
            *repeating_corrections(sight.corrections(), settings),
            *abandoned_projects(sight.projects(since), sight.goals(), now, settings),
            *dormant_corrections(sight.dormant_corrections()),
            *approaching_deadlines(sight.predictions(), day, settings),
            *untested_beliefs(sight.beliefs(), settings),
        ]

    def observations(self) -> list[Observation]:
        """Everything that is worth a word now, the most pressing first, whether it may be told or not."""
        day = self._clock.local().date()
        return [
            *self._of_the_hour(),
            *near_deadlines(self._sight.near_goals(), day),
            *self._of_the_absence(),
            *self._of_the_mood(),
            *stale_corrections(self._sight.dormant_corrections(), self._clock.now()),
        ]

    def ready(self, *, greeting: bool = False) -> Observation | None:
        """What may be told now: the most pressing that is not silenced, where the cooldown allows one.

        Nothing while the person has it hard; with `greeting` only what fits an opening.
        """
        if self._sight.is_hard():
            return None
        latest = self._store.latest(1)
        if not self._cooldown.allows(latest[0] if latest else None, self._store.in_session(self._session())):
            return None
        fitting = (one for one in self.observations() if one.kind.greets or not greeting)
        return next((one for one in fitting if not self._is_silenced(one)), None)

    def offer(self) -> Offer | None:
        """Tell one now, and count it; None where there is none, or none may be told yet."""
        with self._vault.unit() as unit:
            found = None if self._cooldown.holds else self.ready()
            if found is None:
                return None
            told = self.tell(unit, found)
            unit.commit()
        return Offer(id=told.id, observation=found)

    def greet(self) -> Observation | None:
        """What fits the opening of a time together; until `tell` says that it was said, all else waits for a while."""
        found = self.ready(greeting=True)
        if found is not None:
            self._cooldown.hold()
        return found

    def tell(self, unit: UnitOfWork, observation: Observation) -> ToldObservation:
        """Count an observation that `ready` gave as told."""
        told = ToldObservation(
            id=new_id("o"),
            kind=observation.kind,
            subject=observation.subject,
            session=self._session(),
            at=self._clock.now(),
            evidence=observation.evidence,
        )
        self._store.add(unit, told)
        self._cooldown.note()
        return told

    def answer(self, told_id: str) -> ToldObservation:
        """The person took it up: it is silent for a week. Raises CognitionMissingError."""
        return self._settled(told_id, Fate.ANSWERED, self._clock.now())

    def dismiss(self, told_id: str) -> ToldObservation:
        """The person does not want to hear it: it is silent for a month. Raises CognitionMissingError."""
        return self._settled(told_id, Fate.DISMISSED, self._clock.now())

    def reopen(self, told_id: str) -> ToldObservation:
        """Take back that it was answered or dismissed: it stands as it was told. Raises CognitionMissingError."""
        return self._settled(told_id, Fate.TOLD, None)

    def told(self, limit: int = 20) -> list[ToldObservation]:
        """What was told last, newest first."""
        return self._store.latest(limit)

    # Derived

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Forget that anything was told about what goes; it is not told again, as it is not seen again."""
        return self.erase(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete what was told about `refs`."""
        gone = self._store.citing(refs)
        self._store.drop(unit, gone)
        return _refs(gone)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return _refs(self._store.citing(refs))

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete what was told to this person, or another one; returns the refs that went."""
        held = self.holdings(person)
        self._store.drop_person(unit, person or self._person)
        return held

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of all that `forget_person` would delete. Writes nothing."""
        return _refs(self._store.held_with(person or self._person))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete what a companion told anybody; returns the refs that went."""
        held = self.kept_by(companion)
        self._store.drop_companion(unit, companion)
        return held

    def kept_by(self, companion: str) -> Refs:
        """The refs of all that `forget_companion` would delete. Writes nothing."""
        return _refs(self._store.told_by(companion))

    def _of_the_hour(self) -> Iterator[Observation]:
        episode = self._episode()
        if episode is not None:
            spoken = self._sight.spoken_at(episode)
            yield from long_session(episode, spoken, self._clock.now(), self._settings)
            yield from late_night(episode, self._clock.local(), self._settings)

    def _of_the_absence(self) -> Iterator[Observation]:
        sittings = self._sight.sittings(self._settings.gap_episodes)
        if sittings and sittings[0].episode_id == self._episode():
            yield from unusual_absence(sittings, self._clock.now(), self._settings)

    def _of_the_mood(self) -> Iterator[Observation]:
        feelings = self._sight.feelings
        if feelings is not None:
            since = self._clock.now() - timedelta(days=self._settings.volatility_days)
            moments = feelings.course(since, self._settings.reflect_most)
            yield from volatile_mood(volatility(moments, self._settings))

    def _is_silenced(self, observation: Observation) -> bool:
        earlier = self._store.about(observation.kind, observation.subject, EARLIER)
        return self._cooldown.silences(observation, earlier)

    def _session(self) -> str:
        """The Episode, or the day where none is open."""
        return self._episode() or f"day:{self._clock.local().date().isoformat()}"

    def _settled(self, told_id: str, fate: Fate, at: datetime | None) -> ToldObservation:
        with self._vault.unit() as unit:
            if not self._store.settle(unit, told_id, fate, at):
                raise CognitionMissingError("There is no such observation.")
            unit.commit()
        told = self._store.one(told_id)
        if told is None:
            raise CognitionMissingError("There is no such observation.")
        return told


def _refs(told_ids: list[str]) -> Refs:
    return frozenset(f"{OBSERVATION}{each}" for each in told_ids)
