"""Jobs, what a run writes down, what it changes, the morning brief ([E] §9), and what can go wrong.

* NightError
  x JobMissingError    no job of that id
  x LineMissingError   nothing that was found or written of that ref
  x JobMoveError       a job that is over cannot be cancelled, and only one that failed or was cancelled is tried again
  x LeaseLostError     another runner has the job, or it was cancelled meanwhile: what was thought of is let go
"""

import re
from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.errors import CompanionError
from engine.ids import Refs, is_open
from engine.tongues import ENGLISH

AT_CLOSE = "close"
"""What sleep is given that only looks at the last few memories, as a time together has just ended."""
EARLY = "early"
"""What a brief is given that is written at the first look of a day, before its night was done."""
DIED = "died"
"""The fault of a job whose process ended in the middle of it."""
_ENDED = re.compile(r"([.!?…] ?[”“»])[.]")


class NightError(CompanionError):
    """Base of this room's errors."""


class JobMissingError(NightError):
    """No job answers to that id."""

    remedy = "See `companion brain status` for the runs that there are."


class LineMissingError(NightError):
    """Nothing that was found or written answers to that ref."""

    remedy = "See `companion brain findings` for what there is."


class JobMoveError(NightError):
    """What a job's state does not allow."""

    remedy = "Look at how it stands now."


class LeaseLostError(NightError):
    """The job is no longer this runner's."""

    remedy = "Nothing to be done: whoever has it goes on."


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


class Waits(StrEnum):
    """Why nothing is thought of alone now."""

    PAUSED = "paused"
    PAUSE_FILE = "pause file"
    TALKING = "talking"
    QUIET = "quiet hours"
    BATTERY = "on battery"
    SPENT = "its hours are over"


class Span(StrEnum):
    """What is looked back on by a dream or by emergence; what moves lastingly, by dreams alone."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    EMOTIONAL = "emotional"


class Sleep(Record):
    """Which memories are slept on ([C] §8), where that is not left to the settings.

    `memories` are the only ones then, whether slept on before or not. `most` is how many phase 1 takes; phase 2 takes
    a batch at the least. `days` is how far back it looks, 0 for all; `everything` takes more of all.
    """

    memories: tuple[str, ...] = Field(
        default=(), max_length=500, description="A memory to sleep on, and on no other; again for more."
    )
    most: int | None = Field(default=None, ge=1, le=500, description="Memories to sleep on, at the most.")
    days: int | None = Field(default=None, ge=0, description="Days to look back; 0 for all.")
    everything: bool = Field(default=False, description="All memories, however old.")

    @property
    def given(self) -> str:
        """As a job is given it; nothing for what the settings say."""
        return "" if self == Sleep() else self.model_dump_json(exclude_defaults=True)

    @classmethod
    def of(cls, given: str) -> "Sleep":
        """What a job of sleep was given."""
        return cls() if given in {"", AT_CLOSE} else cls.model_validate_json(given)


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
    """What became of one phase. The text of an unparsed one is kept, and nothing of it is applied ([E] §10.5).

    A failed one was done without its model in the end, which failed on every try.
    """

    VALID = "valid"
    EMPTY = "empty"
    UNPARSED = "unparsed"
    FAILED = "failed"
    NO_MODEL = "no_model"
    TOO_SMALL = "too_small"


class Reason(StrEnum):
    """Why a sentence that a model wrote is left out."""

    UNFINISHED = "unfinished"
    SEVERAL = "not one sentence"
    NOT_IN_NOTES = "says what no note says"
    UNGROUNDED = "does not stand in the notes"
    DRIFTED = "too far from its sources"
    QUOTE = "a note as it stands"


class Cost(Record):
    """What a phase took of the model."""

    calls: int = Field(default=0, ge=0)
    tokens: int = Field(default=0, ge=0)
    seconds: float = Field(default=0, ge=0)


class Round(Record):
    """One phase of a run, done: the checkpoint behind which a run is taken up again.

    `kept` lines were written, `left_out` sentences had no ground; `changes` were made elsewhere, `text` is what
    the model wrote where it could not be read, or how it says that it failed. `fault` names its last failure, if any;
    `tries` counts the failures before the phase was done. `figures` are counts of the phase's own.
    """

    phase: str
    outcome: Outcome
    at: datetime
    kept: int = 0
    left_out: int = 0
    changes: int = 0
    text: str = ""
    fault: str = ""
    tries: int = Field(default=0, ge=0)
    cost: Cost = Cost()
    figures: dict[str, Any] = Field(default_factory=dict)


class Part(Record):
    """What of the phase under way is kept already: changes made elsewhere, and counts of the phase's own."""

    changes: int = 0
    figures: dict[str, int] = Field(default_factory=dict)


class Job(Record):
    """One piece of work in the queue, which is also the document of its run.

    `given` is what it was asked, such as a problem in the person's words; jobs of one whole `night` share its name.
    `tries` counts failures since the last phase that was done, and `fault` names the latest; it is not begun before
    `not_before`. `part` is what of the phase under way is kept. `model` names what thought, empty for none; `language`
    (ISO 639-1) is what its lines are told in. Times are UTC.
    """

    id: str
    kind: JobKind
    trigger: str
    given: str = ""
    night: str = ""
    state: JobState = JobState.WAITING
    rounds: tuple[Round, ...] = ()
    part: Part = Part()
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

    @property
    def sleep(self) -> Sleep:
        """What a job of sleep is to sleep on."""
        return Sleep.of(self.given)

    @property
    def changes(self) -> int:
        """How many changes it made elsewhere."""
        return self.part.changes + sum(one.changes for one in self.rounds)


def ended_once(text: str) -> str:
    """`text` without the full stop behind a quote that ends with its own."""
    return _ENDED.sub(r"\1", text)


class NewLine(Record):
    """A sentence that a phase writes down, with the refs that it stands on; `weight` (0–1) says how much it tells.

    `quote` are the words of a source, where the sentence is not those words already. What a model `wrote` was checked
    against its sources; what was left out for a `reason` is kept in the run alone.
    """

    section: str
    text: str
    cites: tuple[str, ...] = Field(min_length=1)
    weight: float = Field(default=0.5, ge=0, le=1)
    quote: str = ""
    wrote: bool = False
    reason: Reason | None = None
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

    def may_be_told(self, hidden: Refs) -> bool:
        """Whether it rests on nothing of `hidden`."""
        return is_open(hidden, self.ref, self.cites)


class Change(Record):
    """Something that a run did elsewhere, with what it takes to take it back: `before`, as the verb `what` reads it."""

    what: str
    ref: str
    before: dict[str, Any] = Field(default_factory=dict)


class Brief(Record):
    """The morning brief: what it comes down to, and its lines by section, in their order ([E] §9.7).

    `summary` is made of the lines that stand when it is read, so that it never says what was taken back; it cites
    what it is made of. `more` counts by section what had no room.
    """

    run: str
    day: date
    at: datetime
    language: str = ENGLISH
    summary: tuple[Line, ...]
    lines: tuple[Line, ...]
    more: dict[str, int] = Field(default_factory=dict)

    def without(self, hidden: Refs) -> "Brief":
        """The same without lines that rest on `hidden`."""
        summary = tuple(line for line in self.summary if line.may_be_told(hidden))
        lines = tuple(line for line in self.lines if line.may_be_told(hidden))
        return self.model_copy(update={"summary": summary, "lines": lines})
