"""What happened: Episode, Loop, Step ([P] §4, `one-mind.md` rules "Episodes", "Steps")."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from typing import Any, Final

from engine.events import Event
from engine.search import QueryPlan, TimeWindow


class StepKind(StrEnum):
    """Every kind of Step; only speech and what the person gave is ever recalled, the rest is audit."""

    UTTERANCE = "utterance"
    ANSWER = "answer"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    RECALL = "recall"
    UPDATE = "update"
    NOTE = "note"
    PERCEPTION = "perception"
    EFFECTIVE_QUERY = "effective_query"


ERASED: Final = "(erased)"
"""Whose the words of companions are that were erased; no id has brackets."""
RECALLED_KINDS = frozenset({StepKind.UTTERANCE, StepKind.ANSWER})
GIVEN_KINDS = frozenset({StepKind.UTTERANCE, StepKind.NOTE, StepKind.PERCEPTION})
"""What came from outside; every other kind the companion made of it."""


class LoopStatus(StrEnum):
    """How an interaction round stands."""

    OPEN = "open"
    DONE = "done"
    INTERRUPTED = "interrupted"


class EpisodeType(StrEnum):
    """What a time together was for ([E] §4.3)."""

    WORK = "work"
    DRIFT = "drift"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class MoodPoint:
    """The companion's mood at a moment, as three nullable numbers of the Step carry it ([E] §3.1)."""

    valence: float
    energy: float
    openness: float


@dataclass(frozen=True, slots=True)
class Episode:
    """One time together.

    `id` is its opening in local time, `2026-02-08T14-30-00`, with a suffix on collision.
    """

    id: str
    companion: str
    person: str
    type: EpisodeType
    origin: str
    opened_at: datetime
    last_step_at: datetime
    closed_at: datetime | None = None
    closed_by: str | None = None
    projects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectUse:
    """A project with its last Episode, when that ended, and how many Episodes belonged to it."""

    project: str
    episode_id: str
    at: datetime
    episodes: int


@dataclass(frozen=True, slots=True)
class Loop:
    """One interaction round: from its trigger to the end of what followed."""

    id: str
    episode_id: str
    surface: str
    owner: str
    trigger: str
    status: LoopStatus
    opened_at: datetime
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One atomic event. `at` is UTC, `offset_minutes` the person's zone then; `nll` is mean nats a token."""

    id: str
    loop_id: str
    episode_id: str
    kind: StepKind
    speaker: str
    person: str
    companion: str
    text: str
    at: datetime
    offset_minutes: int
    surface: str
    turn: int
    tokens: int | None = None
    mood: MoodPoint | None = None
    nll: float | None = None
    nll_context: str | None = None
    interrupted: bool = False
    withdrawn_at: datetime | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def said_at(self) -> datetime:
        """When it was, by the clock of the person then."""
        return self.at.astimezone(timezone(timedelta(minutes=self.offset_minutes)))


@dataclass(frozen=True, slots=True)
class StepHit:
    """A Step found by search: `score` in 0–1 comparable within one search, `signals` by name before fusion.

    `similarity` is the plain cosine to the query (None where only words matched). `confidence` in 0–1 is how sure
    it is that the Step is about the query, comparable across searches: a verdict can rest on it (`match_of`).
    """

    step: Step
    score: float
    similarity: float | None
    signals: dict[str, float] = field(default_factory=dict)
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Recalled:
    """That a Step was brought back ([E] §4.5.1): for which query and purpose, `relevance` in 0–1."""

    at: datetime
    query: str
    purpose: str
    step_id: str
    relevance: float


class FindMode(StrEnum):
    """What an explicit search gives ([P] §6.1): ranges of time to choose from, or Steps as evidence."""

    DISCOVER = "discover"
    RECALL = "recall"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A Step found, with the rest of its exchange and what was said before and after it."""

    hit: StepHit
    before: tuple[Step, ...]
    after: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Hits that lie close together: `interval` can be copied into a query; the best hit comes first."""

    window: TimeWindow
    interval: str
    episode: Episode
    hits: tuple[StepHit, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What an explicit search found; `window` is the time that was searched, None for all.

    In discover mode `ranges` are filled, else `evidence`; both best first, or in order of time where the query
    names no topic. `scanned` says that Steps were read one by one, as the index held nothing.
    """

    mode: FindMode
    plan: QueryPlan
    window: TimeWindow | None
    evidence: tuple[Evidence, ...] = ()
    ranges: tuple[TimeRange, ...] = ()
    scanned: bool = False


@dataclass(frozen=True, slots=True)
class EpisodeOpened(Event):
    """A time together began, or went on after a short absence (`reopened`)."""

    episode: Episode
    reopened: bool


@dataclass(frozen=True, slots=True)
class EpisodeClosed(Event):
    """A time together ended; `episode.closed_by` says how."""

    episode: Episode


@dataclass(frozen=True, slots=True)
class StepRecorded(Event):
    """A Step is durable; it may not be findable yet."""

    step: Step
