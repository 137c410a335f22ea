"""What is understood about a person: facts in four lenses, and questions ([P] §2, §5; `one-mind.md`, "Claims").

* PersonError
  x UndoRefusedError     the update cannot be taken back any more
  x QuestionMoveError    the question's state does not allow that
  x AnswerMissingError   the answer does not say what the question needs
  x ProfileError         a profile document that cannot be read back
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import CompanionError
from engine.events import Event
from engine.trail import Step


class PersonError(CompanionError):
    """Base of this room's errors."""


class UndoRefusedError(PersonError):
    """The facts of an update were changed after it, or it was taken back already."""

    remedy = "Correct the fact itself."


class QuestionMoveError(PersonError):
    """A question that is settled stays so."""

    remedy = "Correct the fact itself, or say it anew."


class AnswerMissingError(PersonError):
    """An answer that leaves the question open."""

    remedy = "Say yes or no, which of the facts stands, or what is true instead."


class ProfileError(PersonError):
    """A document that is no profile, or was damaged."""

    remedy = "Export the profile again; only the lines that begin with a dash are meant to be edited."


class Lens(StrEnum):
    """The four sides of a person ([P] §2.2)."""

    IDENTITY = "identity"
    WORLD = "world"
    PULSE = "pulse"
    JOURNEY = "journey"


class FactStatus(StrEnum):
    """How a fact stands; only an active one shapes answers, a pending one waits for the person's word."""

    ACTIVE = "active"
    RETIRED = "retired"
    DISPUTED = "disputed"
    PENDING = "pending"


class Source(StrEnum):
    """Where a fact comes from, the firmest first; `assumed` is never active."""

    STATED = "stated"
    OBSERVED = "observed"
    INFERRED = "inferred"
    ASSUMED = "assumed"


class Volatility(StrEnum):
    """How soon a fact loses rank when it is not used ([P] §6.3)."""

    PERMANENT = "permanent"
    SITUATIONAL = "situational"
    EPHEMERAL = "ephemeral"


USUAL_VOLATILITY = {
    Lens.IDENTITY: Volatility.PERMANENT,
    Lens.WORLD: Volatility.SITUATIONAL,
    Lens.PULSE: Volatility.EPHEMERAL,
    Lens.JOURNEY: Volatility.PERMANENT,
}


class Action(StrEnum):
    """The governed changes of a fact ([P] §3.4); `keep_private` changes only where it is shown."""

    REMEMBER = "remember"
    CORRECT = "correct"
    FORGET = "forget"
    DISPUTE = "dispute"
    KEEP_PRIVATE = "keep_private"


class Record(BaseModel):
    """Base of what is stored as JSON and crosses a process border: frozen, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Fact(Record):
    """The smallest unit of understanding ([P] §5.1).

    `valid_from` and `valid_until` say when it was so in life, the others when it was written. `cites` are further
    refs it was made from. `quote` are the person's own words.
    """

    id: str
    person: str
    lens: Lens
    topic: str
    text: str
    status: FactStatus
    confidence: float = Field(ge=0, le=1)
    source: Source
    quote: str = ""
    volatility: Volatility
    valid_from: datetime
    valid_until: datetime | None = None
    superseded_by: str | None = None
    source_step_ids: tuple[str, ...] = ()
    source_episode_ids: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    private: bool = False
    safety: bool = False
    created_at: datetime
    updated_at: datetime
    last_used_at: datetime | None = None
    uses: int = Field(default=0, ge=0)
    retired_because: str | None = None

    @property
    def ref(self) -> str:
        """How others cite it."""
        return f"fact:{self.id}"


class QuestionReason(StrEnum):
    """The only reasons to ask ([P] §5.3); `offered` is what another program wants done, and is never asked aloud."""

    GAP = "gap"
    CONFLICT = "conflict"
    STALE = "stale"
    ADAPTATION = "adaptation"
    OFFERED = "offered"


class QuestionStatus(StrEnum):
    """Where a question stands; `withdrawn` is one whose facts are gone."""

    OPEN = "open"
    ASKED = "asked"
    LATER = "later"
    ANSWERED = "answered"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"


class Question(Record):
    """An attempt to improve future help, bound to a lens and a topic.

    `about` are the facts in question. With `action` a yes carries that out: on the pending fact `proposed_id`
    whose words are `proposed`, or on the one fact it is about. `outside_quota` ones are shown, never counted;
    of those `at_once` are put to the person right away. `reply_id` is the Step in which the person replied to it.
    """

    id: str
    person: str
    reason: QuestionReason
    lens: Lens
    topic: str
    text: str
    status: QuestionStatus
    about: tuple[str, ...] = ()
    action: Action | None = None
    proposed: str = ""
    proposed_id: str | None = None
    outside_quota: bool = False
    at_once: bool = False
    step_ids: tuple[str, ...] = ()
    created_at: datetime
    updated_at: datetime
    asked_at: datetime | None = None
    asked_episode: str | None = None
    later_until: datetime | None = None
    settled_at: datetime | None = None
    answer_ids: tuple[str, ...] = ()
    reply_id: str | None = None

    @property
    def is_of_missing(self) -> bool:
        """Whether it asks for something of which nothing is known, in open words."""
        return self.reason is QuestionReason.GAP and self.action is None and not self.about

    @property
    def is_of_conflict(self) -> bool:
        """Whether it asks which of some facts is so, or whether one that is in doubt is."""
        return self.reason is QuestionReason.CONFLICT and self.action is None and bool(self.about)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer would still do something."""
        return self.status in (QuestionStatus.OPEN, QuestionStatus.ASKED, QuestionStatus.LATER)

    def is_put_off(self, now: datetime) -> bool:
        """Whether it is kept for a later time than `now`, timezone-aware, or for one that nobody named."""
        return self.status is QuestionStatus.LATER and (self.later_until is None or self.later_until > now)


class Outcome(StrEnum):
    """What became of a proposed change."""

    COMMITTED = "committed"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    ASKED = "asked"
    DROPPED = "dropped"
    UNDONE = "undone"


class Update(Record):
    """One governed change: the facts it touched as they were and as they are.

    `refs` is what must stop shaping anything: facts that ceased to be active with the Steps that hold their words.
    A step of a fact that was merely succeeded stays, as it was true in its time. `questions` are those that it opened
    or settled. `undoes` names the update taken back.
    """

    id: str
    person: str
    action: Action
    outcome: Outcome
    before: tuple[Fact, ...] = ()
    after: tuple[Fact, ...] = ()
    questions: tuple[Question, ...] = ()
    reason: str
    by: str
    at: datetime
    undone_at: datetime | None = None
    undoes: str | None = None
    refs: frozenset[str] = frozenset()

    @property
    def standing_again(self) -> tuple[Fact, ...]:
        """Facts that were taken back, or in doubt, and are active now."""
        before = {fact.id: fact.status for fact in self.before}
        waited = (FactStatus.RETIRED, FactStatus.DISPUTED)
        return tuple(
            fact for fact in self.after if fact.status is FactStatus.ACTIVE and before.get(fact.id) in waited
        )

    @property
    def fact(self) -> Fact | None:
        """The fact that the change was for."""
        return self.after[-1] if self.after else None

    @property
    def question(self) -> Question | None:
        """The question that it opened, or that stood already."""
        return next((one for one in self.questions if one.is_waiting), None)

    @property
    def undoable(self) -> bool:
        """Whether there is something that can still be taken back."""
        settled = any(not one.is_waiting for one in self.questions)
        return self.undone_at is None and self.undoes is None and bool(self.before or self.after or settled)


class Effort(StrEnum):
    """How willing the companion is to ask ([P] §5.3)."""

    QUIET = "quiet"
    BALANCED = "balanced"
    ACTIVE = "active"


class Answer(Record):
    """What the person said to a question: yes or no, the ids of the facts that stand, or the truth in words."""

    accept: bool | None = Field(default=None, description="Whether it is so.")
    keep: tuple[str, ...] = Field(default=(), description="The id of a fact that is right; may be repeated.")
    text: str = Field(default="", description="What is true instead.")
    quote: str = Field(default="", description="The words that it was said in.")
    step_ids: tuple[str, ...] = Field(default=(), description="What it was said in; may be repeated.")


@dataclass(frozen=True, slots=True)
class Why:
    """What a fact rests on: its Steps (withdrawn ones show it), Episodes and earlier versions."""

    fact: Fact
    steps: tuple[Step, ...]
    episode_ids: tuple[str, ...]
    earlier: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FactRemembered(Event):
    """A fact is active, newly or confirmed once more."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class FactWithdrawn(Event):
    """A fact stopped being active; `refs` is what must stop shaping answers with it."""

    fact: Fact
    refs: frozenset[str]


@dataclass(frozen=True, slots=True)
class QuestionOpened(Event):
    """There is something to ask."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionSettled(Event):
    """A question was answered, dismissed, or lost its reason."""

    question: Question
