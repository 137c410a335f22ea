"""What a turn is made of, as every surface sees it. All of it survives JSON unchanged."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

RecalledKind = Literal["step", "fact", "node", "document", "handoff"]


BEFORE_ANSWER = (
    "hear",
    "govern",
    "understand",
    "ask",
    "open",
    "recall",
    "supersede",
    "check",
    "recount",
    "search",
    "lean",
    "draft",
    "write",
    "prompt",
)
"""The stages of a turn that the first token waits for."""


class Record(BaseModel):
    """Base of the records that cross a process border: frozen, strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Recalled(Record):
    """One thing that was recalled for a turn, and from when.

    `score` is 0–1 and comparable within one turn; `in_stream` says that the model still has it before its eyes as
    part of the running conversation, so it was not injected a second time.
    """

    id: str
    kind: RecalledKind
    text: str
    score: float = Field(ge=0, le=1)
    when: datetime
    in_stream: bool

    @property
    def ref(self) -> str:
        """How others cite it."""
        return f"{self.kind}:{self.id}"


class Searched(Record):
    """What the model itself looked for before its answer, and with which tool ([P] §5.4)."""

    tool: str
    query: str


class Timings(Record):
    """How long a turn took ([A] §3): recall in milliseconds, the rest in seconds from the call; stages by name."""

    recall_ms: float
    first_token_s: float | None
    total_s: float
    prompt_tokens: int
    reused_tokens: int
    stages: dict[str, float] = Field(default_factory=dict)

    @classmethod
    def of(
        cls,
        stages: Mapping[str, float],
        *,
        first_token_s: float | None,
        generate_s: float,
        total_s: float,
        tokens: tuple[int, int],
    ) -> "Timings":
        """From the seconds of each stage, those of the generation, and its tokens as (read, reused)."""
        before = sum(stages.get(name, 0.0) for name in BEFORE_ANSWER)
        return cls(
            recall_ms=1000 * stages.get("recall", 0.0),
            first_token_s=None if first_token_s is None else before + first_token_s,
            total_s=total_s,
            prompt_tokens=tokens[0],
            reused_tokens=tokens[1],
            stages={**stages, "generate": generate_s},
        )


class TurnState(StrEnum):
    """Where a turn stands."""

    NEW = "new"
    HEARD = "heard"
    PREPARED = "prepared"
    ANSWERED = "answered"
    FAILED = "failed"


class TurnStatus(StrEnum):
    """How an exchange ended."""

    OPEN = "open"
    DONE = "done"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


class TurnResult(Record):
    """A finished answer with what it rested on; `off_record` says that none of it is kept."""

    answer: str
    episode_id: str
    loop_id: str
    status: TurnStatus
    recalled: tuple[Recalled, ...]
    searches: tuple[Searched, ...] = ()
    timings: Timings
    off_record: bool = False


class Exchange(Record):
    """One utterance and its answer, read back from the trail for display.

    What it changed of what is known is told by `person.updates`.
    """

    loop_id: str
    episode_id: str
    surface: str
    at: datetime
    utterance: str
    answer: str | None
    status: TurnStatus
    recalled: tuple[Recalled, ...] = ()
    searches: tuple[Searched, ...] = ()
    note: str | None = None


class PartState(StrEnum):
    """The state of a part of the mind that may be absent."""

    MISSING = "missing"
    LOADING = "loading"
    READY = "ready"
    LOCKED = "locked"
    FAILED = "failed"


class Part(Record):
    """One part (vault, language model, sentence model): its state in words a person can act on.

    `progress` is 0–1 while loading, where it is known.
    """

    name: str
    state: PartState
    label: str
    detail: str = ""
    remedy: str = ""
    progress: float | None = None


class MindState(Record):
    """What the companion is and can do right now.

    `pending` is what waits for the person's word, if anything; `outstanding` how many exchanges are to be reflected on.
    """

    companion: str
    person: str
    episode_id: str | None
    busy: bool
    parts: tuple[Part, ...]
    pending: str = ""
    outstanding: int = 0
