"""How often an observation may be told ([E] §6.3): three a session, five minutes apart, and the same not again soon."""

from collections.abc import Sequence
from datetime import timedelta

from engine.clock import Clock
from engine.cognition.noticing.records import Fate, Observation, ToldObservation
from engine.settings import NoticingSettings

_MINUTE = 60.0


class Cooldown:
    """The rule, under any clock: a wall clock that is set forward or back shortens no wait.

    A session is an Episode, also when it was reopened (`one-mind.md`, "Episodes and surfaces").
    """

    def __init__(self, clock: Clock, settings: NoticingSettings) -> None:
        self._clock, self._settings = clock, settings
        self._begun = clock.monotonic()
        self._spoken: float | None = None
        self._held: float | None = None

    def allows(self, last: ToldObservation | None, in_session: int) -> bool:
        """Whether anything may be told now: `last` was told last of all, `in_session` so many in this session."""
        return in_session < self._settings.most_in_session and self._has_rested(last)

    def note(self) -> None:
        """Something is told now."""
        self._spoken, self._held = self._clock.monotonic(), None

    def hold(self) -> None:
        """Something is about to be told: nothing else is in between, for as long as two would lie apart."""
        self._held = self._clock.monotonic()

    @property
    def holds(self) -> bool:
        """Whether something else is about to be told."""
        if self._held is None:
            return False
        return self._clock.monotonic() - self._held < self._settings.minutes_apart * _MINUTE

    def silences(self, observation: Observation, earlier: Sequence[ToldObservation]) -> bool:
        """Whether the same was told, answered or dismissed too lately."""
        about = (observation.kind, observation.subject)
        return any(self._still_silences(one) for one in earlier if (one.kind, one.subject) == about)

    def _has_rested(self, last: ToldObservation | None) -> bool:
        wait = timedelta(minutes=self._settings.minutes_apart)
        if last is None and self._spoken is None:
            return True
        ticked = self._clock.monotonic() - (self._begun if self._spoken is None else self._spoken)
        if self._spoken is not None or last is None:
            return ticked >= wait.total_seconds()
        # Told by an earlier process: only the wall clock knows, or that it has been long since this one began.
        return self._clock.now() - last.at >= wait or ticked >= wait.total_seconds()

    def _still_silences(self, one: ToldObservation) -> bool:
        return self._clock.now() - (one.settled_at or one.at) < self._silence(one)

    def _silence(self, one: ToldObservation) -> timedelta:
        if one.fate is Fate.DISMISSED:
            return timedelta(days=self._settings.dismissed_days)
        if one.fate is Fate.ANSWERED or not one.kind.passes:
            return timedelta(days=self._settings.answered_days)
        return timedelta(hours=self._settings.again_hours)
