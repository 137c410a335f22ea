"""Jobs, what a run writes down, what it changes, and the morning brief ([E] §9)."""

import re
from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.tongues import ENGLISH

_ENDED = re.compile(r"([.!?…] ?[”“»])[.]")


class Record(BaseModel):
    """Base of what is stored as JSON and crosses a process border: frozen, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class JobKind(StrEnum):
    """What can be done alone; the order is that of a night (`one-mind.md`, "The night")."""

    SESSION = "sleep.session"
    INTEGRATION = "sleep.integration"
    CONSOLIDATION = "sleep.consolidation"
    DISCOVERY = "sleep.discovery"
    REFLECT = "learn.reflect"
    DIARY = "learn.diary"
    PORTRAIT = "learn.portrait"
    EMERGENCE = "learn.emergence"
    BRAIN = "brain.run"
    PROBLEM = "brain.problem"
    DRIFT = "dream.drift"
    DREAM = "dream.look_back"
    BRIEF = "brief"


class JobState(StrEnum):
    """How a job stands; a dead one was tried too often and waits for the person."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    DEAD = "dead"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self not in {JobState.WAITING, JobState.RUNNING}


class Outcome(StrEnum):
    """What became of one phase. The text of an unparsed one is kept, and nothing of it is applied ([E] §10.5)."""

    VALID = "valid"
    EMPTY = "empty"
    UNPARSED = "unparsed"
    NO_MODEL = "no_model"
    TOO_SMALL = "too_small"


class Cost(Record):
    """What a phase took of the model."""

    calls: int = Field(default=0, ge=0)
    tokens: int = Field(default=0, ge=0)
    seconds: float = Field(default=0, ge=0)


class Round(Record):
    """One phase of a run, done: the checkpoint behind which a run is taken up again.

    `kept` lines were written, `left_out` sentences had no ground; `changes` were made elsewhere, `text` is what
    the model wrote where it could not be read. `figures` are counts of the phase's own.
    """

    phase: str
    outcome: Outcome
    at: datetime
    kept: int = 0
    left_out: int = 0
    changes: int = 0
    text: str = ""
    cost: Cost = Cost()
    figures: dict[str, Any] = Field(default_factory=dict)


class Job(Record):
    """One piece of work in the queue, which is also the document of its run.

    `given` is what it was asked, such as a problem in the person's words. `tries` counts failures; it is not begun
    before `not_before`. `model` names what thought, empty for none; `language` (ISO 639-1) is what its lines are told
    in. Times are UTC.
    """

    id: str
    kind: JobKind
    trigger: str
    given: str = ""
    state: JobState = JobState.WAITING
    rounds: tuple[Round, ...] = ()
    tries: int = Field(default=0, ge=0)
    not_before: datetime
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    model: str = ""
    language: str = ENGLISH
    fault: str = ""

    @property
    def ref(self) -> str:
        return f"run:{self.id}"


def ended_once(text: str) -> str:
    """`text` without the full stop behind a quote that ends with its own."""
    return _ENDED.sub(r"\1", text)


class NewLine(Record):
    """A sentence that a phase writes down, with the refs that it stands on; `weight` (0–1) says how much it tells.

    `quote` are the words of a source, where the sentence is not those words already. What a model `wrote` was checked
    against its sources.
    """

    section: str
    text: str
    cites: tuple[str, ...] = Field(min_length=1)
    weight: float = Field(default=0.5, ge=0, le=1)
    quote: str = ""
    wrote: bool = False
    due: date | None = None

    @field_validator("text")
    @classmethod
    def _ends_once(cls, text: str) -> str:
        return ended_once(text)


class Line(NewLine):
    """A line as it stands: of the phase of a run. It is hidden while any of its sources is withdrawn."""

    kind: ClassVar[str] = "line"

    id: str
    run: str
    phase: str
    at: datetime

    @property
    def ref(self) -> str:
        return f"{self.kind}:{self.id}"


class Change(Record):
    """Something that a run did elsewhere, with what it takes to take it back: `before`, as the verb `what` reads it."""

    what: str
    ref: str
    before: dict[str, Any] = Field(default_factory=dict)


class Brief(Record):
    """The morning brief: what it comes down to, and its lines by section, in their order ([E] §9.7).

    `summary` is made of the lines that stand when it is read, so that it never says what was taken back; it cites
    what it is made of.
    """

    run: str
    day: date
    at: datetime
    language: str = ENGLISH
    summary: tuple[Line, ...]
    lines: tuple[Line, ...]
