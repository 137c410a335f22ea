"""What noticing reads, handed in by who composes: every part may be absent and then says nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from engine.calling import never
from engine.cognition.noticing.records import Believed, Foreseen, Sitting, Spoken
from engine.cognition.reflecting import Feelings, Held, Remains
from engine.intent import Correction, Goal

T = TypeVar("T")


def nothing() -> Sequence[T]:
    """What a room that is absent has."""
    return ()


def _nothing_since(_since: datetime) -> Sequence[T]:
    return ()


def _none_of(_limit: int) -> Sequence[T]:
    return ()


def _unspoken(_episode_id: str) -> Sequence[T]:
    return ()


@dataclass(frozen=True, slots=True)
class Sight:
    """The narrow windows on other rooms.

    `goals` are all of them with those that are stale ([E] §8.1) and near their deadline; `corrections` all with the
    dormant ones; `predictions` those that wait for their day; `beliefs` the models that stand. `projects` were spoken
    of since then, each with its last time; `sittings` are the latest, newest first; `spoken_at` when the person said
    something within an Episode, oldest first. `left_open` is what is open of what was left for later, and what was
    dropped since then. While `is_hard` the person has it hard, and nothing is told.
    """

    goals: Callable[[], Sequence[Goal]] = nothing
    stale_goals: Callable[[], Sequence[Goal]] = nothing
    near_goals: Callable[[], Sequence[Goal]] = nothing
    corrections: Callable[[], Sequence[Correction]] = nothing
    dormant_corrections: Callable[[], Sequence[Correction]] = nothing
    predictions: Callable[[], Sequence[Foreseen]] = nothing
    beliefs: Callable[[], Sequence[Believed]] = nothing
    projects: Callable[[datetime], Sequence[Spoken]] = _nothing_since
    sittings: Callable[[int], Sequence[Sitting]] = _none_of
    spoken_at: Callable[[str], Sequence[datetime]] = _unspoken
    left_open: Callable[[datetime], Sequence[Held]] = _nothing_since
    feelings: Feelings | None = None
    is_hard: Callable[[], bool] = never

    @property
    def remains(self) -> Remains:
        """What a reflection reads of it."""
        return Remains(self.feelings, self.left_open, self.corrections)
