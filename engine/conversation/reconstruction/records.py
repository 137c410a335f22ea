"""What was reconstructed for one turn: typed, immutable, and the same after a trip through JSON ([A] §6, [C] §3)."""

from datetime import datetime
from enum import IntEnum, StrEnum

from pydantic import Field

from engine.conversation.records import RecalledKind, Record


class Verdict(StrEnum):
    """How well what is remembered carries an answer."""

    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"


class StepName(StrEnum):
    """The nine steps, in their order ([A] §6)."""

    SEMANTIC = "semantic"
    LINKS = "links"
    LIBRARY = "library"
    RESONANCE = "resonance"
    TEMPORAL = "temporal"
    SPATIAL = "spatial"
    PERSON = "person"
    CORE = "core"
    SYNTHESIS = "synthesis"


class StepReport(Record):
    """What one of the nine steps found, and how long it took.

    `fault` says in words why a room could give nothing; the turn goes on without it.
    """

    number: int = Field(ge=1, le=9)
    name: StepName
    found: int = Field(ge=0)
    ms: float = Field(ge=0)
    fault: str = ""


class Focus(Record):
    """How wide is searched: what is found by meaning, what counts as recent, how far links are walked."""

    level: int = Field(ge=0, le=5)
    name: str
    memories: int = Field(ge=0)
    hours: float = Field(ge=0)
    depth: int = Field(ge=0)


class Speaker(StrEnum):
    """Whose words an item holds."""

    PERSON = "person"
    COMPANION = "companion"
    OUTSIDE = "outside"


class ContextItem(Record):
    """One thing that was found.

    `ref` is what cites it, `text` what it says, `shown` the part of it that was put into the prompt ("" where none
    was). `score` is its weight, 0–1 and comparable within one context; `similarity` the plain cosine, None where it
    was found by words. `found_by` names the steps that brought it up, `path` the nodes that links led over.
    `before` is what was said just before it, where it cannot be understood alone. `rests_on` are the refs that it
    says again. `held` means that the model has it before its eyes already. `span` is the place in the text of a
    document. `asks` says that it only asks and tells nothing, `of_time` whether it tells of the time that
    is asked about, `of_speaker` whether the one person said it who is asked about; None where none is, or it may.
    """

    ref: str
    kind: RecalledKind
    text: str
    before: str = ""
    title: str = ""
    speaker: Speaker
    when: datetime
    score: float = Field(ge=0, le=1)
    similarity: float | None = None
    strength: Verdict
    intensity: float = Field(default=0, ge=0, le=1)
    found_by: tuple[StepName, ...]
    path: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    asks: bool = False
    of_time: bool | None = None
    of_speaker: bool | None = None
    held: bool = False
    shown: str = ""

    @property
    def id(self) -> str:
        """The ref without its kind."""
        return self.ref.partition(":")[2]

    @property
    def cites(self) -> tuple[str, ...]:
        """Everything whose words may stand in what is shown of it: by each a withdrawal must find it."""
        return (self.ref, *self.rests_on)

    @property
    def telling(self) -> str:
        """Its text with what that leans on."""
        return f"{self.before} {self.text}".strip()

    @property
    def in_prompt(self) -> bool:
        """Whether it was put before the model for this turn."""
        return bool(self.shown)


class CutOrder(IntEnum):
    """What goes first where a prompt has no room (`one-mind.md`, "Reconstruction and prompt")."""

    NARRATIVE = 0
    ARTIFACTS = 1
    LIBRARY = 2
    GROWTH = 3
    ANCHORS = 4
    EXTENSIONS = 5
    OTHER = 6
    NEVER = 7


class SectionReport(Record):
    """A section of the prompt as it stands, in the order of the prompt, or that it was cut and why."""

    name: str
    place: str
    text: str
    tokens: int = Field(ge=0)
    budget: int = Field(ge=0)
    cites: tuple[str, ...] = ()
    cut: str = ""


class Temporal(Record):
    """When the turn is spoken, on the person's calendar; items since `recent_from` were added and raised.

    `asked_from` and `asked_until` are the time that the words themselves name.
    """

    now: datetime
    time_of_day: str
    weekday: str
    weekend: bool
    working_hours: bool
    recent_from: datetime
    asked_from: datetime | None = None
    asked_until: datetime | None = None


class Spatial(Record):
    """Where it is spoken: a label, "" where none is known; `refs` are memories of that place."""

    place: str = ""
    refs: tuple[str, ...] = ()


class ClaimSupport(Record):
    """What the Personal Model says to the words as a claim about the person ([P] §3.5)."""

    verdict: Verdict
    reason: str
    refs: tuple[str, ...] = ()


class SearchReport(Record):
    """A search that the model made before its answer: with which tool, for what, and how much it brought up.

    `refs` are what that rests on, `told` open questions that it found, in words. `fault` says that it failed.
    """

    tool: str
    query: str
    found: int = Field(ge=0)
    refs: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    ms: float = Field(ge=0)
    fault: str = ""


class Context(Record):
    """All that stood before the model for one turn, and all that was found and left out.

    `steps` are the nine in order; `sections` the bootstrap layer (who) in prompt order, `items` the topic layer
    (what) best first. `verdict` and `reason` say how far an answer is carried, `confidence` how sure recall is of the
    nearest thing said, `carries` how likely the model itself finds the answer in what was found, where it was asked.
    `searched` is what was looked for where that is more than the query, `searches` what the model itself looked for.
    `block` is the turn's own part of the prompt as the model reads it, `prompt_tokens` all that stands before the
    answer.
    """

    query: str
    asks: bool = False
    searched: str = ""
    at: datetime
    loop_id: str | None = None
    episode_id: str | None = None
    focus: Focus
    steps: tuple[StepReport, ...]
    verdict: Verdict
    reason: str
    confidence: float = Field(default=0, ge=0, le=1)
    carries: float | None = None
    claim: ClaimSupport
    searches: tuple[SearchReport, ...] = ()
    items: tuple[ContextItem, ...]
    sections: tuple[SectionReport, ...] = ()
    temporal: Temporal
    spatial: Spatial
    summary: str
    block: str = ""
    block_tokens: int = Field(default=0, ge=0)
    prompt_tokens: int = Field(default=0, ge=0)
    total_ms: float = Field(ge=0)

    @property
    def is_open(self) -> bool:
        """Whether something is asked that nothing told surely answers."""
        return self.verdict is not Verdict.STRONG and self.asks

    @property
    def shown(self) -> tuple[ContextItem, ...]:
        """What was put before the model for this turn, best first."""
        return tuple(item for item in self.items if item.in_prompt)

    @property
    def refs(self) -> frozenset[str]:
        """Everything that this rests on or quotes."""
        of_items = {ref for item in self.items for ref in (item.ref, *item.rests_on, *item.path)}
        of_searches = {ref for search in self.searches for ref in search.refs}
        return frozenset(of_items.union(of_searches, *(section.cites for section in self.sections)))
