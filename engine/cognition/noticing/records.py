"""What is noticed: blind spots ([E] §6.2), observations ([E] §6.3), and what became of those that were told."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from engine.cognition.keeping.records import Record


class Foreseen(NamedTuple):
    """A prediction that waits for its day."""

    ref: str
    statement: str
    due: date


class Believed(NamedTuple):
    """A model of how things are, with how many pieces of evidence it has met."""

    ref: str
    statement: str
    checks: int


class Spoken(NamedTuple):
    """A project with the last time together that it belonged to."""

    project: str
    episode_id: str
    at: datetime


class Sitting(NamedTuple):
    """A time together: from its opening to what was said last."""

    episode_id: str
    opened_at: datetime
    ended_at: datetime


class BlindSpotKind(StrEnum):
    """What is not being seen."""

    STALE_GOAL = "stale_goal"
    REPEATING_CORRECTION = "repeating_correction"
    ABANDONED_PROJECT = "abandoned_project"
    DORMANT_CORRECTION = "dormant_correction"
    APPROACHING_DEADLINE = "approaching_deadline"
    UNTESTED_BELIEF = "untested_belief"


class ObservationKind(StrEnum):
    """What is worth a word, the most pressing first."""

    LONG_SESSION = "long_session"
    LATE_NIGHT = "late_night"
    NEAR_DEADLINE = "near_deadline"
    UNUSUAL_ABSENCE = "unusual_absence"
    VOLATILE_MOOD = "volatile_mood"
    STALE_CORRECTION = "stale_correction"

    @property
    def passes(self) -> bool:
        """Whether it is about this very hour or day; what is not may wait a week before it is told again."""
        return self in {self.LONG_SESSION, self.LATE_NIGHT, self.NEAR_DEADLINE}

    @property
    def greets(self) -> bool:
        """Whether it fits the opening of a time together, and nothing else there says it."""
        return self in {self.UNUSUAL_ABSENCE, self.VOLATILE_MOOD, self.STALE_CORRECTION}


class BlindSpot(Record):
    """Something that is not being seen, in words; `evidence` are the refs that it rests on."""

    kind: BlindSpotKind
    words: str
    evidence: tuple[str, ...]


class Observation(Record):
    """Something worth a word now; `evidence` are the refs that it rests on.

    `subject` is the ref of what it is about, so that the same is not told again too soon; empty where the kind says it.
    """

    kind: ObservationKind
    words: str
    evidence: tuple[str, ...]
    subject: str = ""


class Fate(StrEnum):
    """What became of an observation that was told."""

    TOLD = "told"
    ANSWERED = "answered"
    DISMISSED = "dismissed"


class ToldObservation(Record):
    """An observation that was told: what and when, none of its words.

    `session` is the Episode, or the day where none was open.
    """

    id: str
    kind: ObservationKind
    subject: str
    session: str
    at: datetime
    fate: Fate = Fate.TOLD
    settled_at: datetime | None = None
    evidence: tuple[str, ...] = ()


class Offer(Record):
    """An observation that is told now; `id` answers or dismisses it."""

    id: str
    observation: Observation
