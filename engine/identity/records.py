"""Who the companion is, as typed records, all of which survive JSON, and what can go wrong.

* IdentityError
  x IdentityMissingError   no directive, component, candidate or shared word of that name
  x DirectiveLimitError    more directives than can be kept to
  x VetoedError            the person said no to this for ever
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import CompanionError
from engine.events import Event


class IdentityError(CompanionError):
    """Base of this room's errors."""


class IdentityMissingError(IdentityError):
    """Nothing here answers to that name."""

    remedy = "Look at what there is, and name it as it stands there."


class DirectiveLimitError(IdentityError):
    """Too many rules are kept by nobody."""

    remedy = "Withdraw one that matters less."


class VetoedError(IdentityError):
    """The person decided that this shall not become part of the companion."""

    remedy = "A veto holds until you take it back."


class Record(BaseModel):
    """Base of what is stored as JSON and crosses a process border: frozen, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Directive(Record):
    """A rule that the person wrote; `place` sorts, from 1. `version` counts its wordings, from 1."""

    id: str
    place: int = Field(ge=1)
    text: str
    version: int = Field(ge=1)
    at: datetime
    withdrawn_at: datetime | None = None

    @property
    def ref(self) -> str:
        return f"directive:{self.id}"


class ComponentName(StrEnum):
    """The ten core components ([A] §2)."""

    PURPOSE = "purpose"
    PERSONALITY = "personality"
    VALUES = "values"
    SELF_MODEL = "self_model"
    RELATIONSHIPS = "relationships"
    AWARENESS_DEVELOPMENT = "awareness_development"
    CAPABILITIES = "capabilities"
    LIMITATIONS = "limitations"
    EMOTIONAL_SIGNIFICANCE = "emotional_significance"
    AUTHENTIC_VOICE = "authentic_voice"


class Input(StrEnum):
    """What a component is extracted from; `matches` in its row narrows it to what it asks by meaning."""

    NOTES = "notes"
    ALIGNED = "aligned"
    STRONG = "strong"
    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"


class Experience(Record):
    """Something the companion noted: its words, how much it meant, and the refs of what it rests on.

    `intensity` is 0–1, `alignment` −1–1. `question` is the id of an open question where it is one.
    """

    text: str
    intensity: float = Field(ge=0, le=1)
    alignment: float = Field(ge=-1, le=1)
    at: datetime
    sources: tuple[str, ...] = Field(min_length=1)
    kind: Input = Input.NOTES
    question: str | None = None


class WordedBy(StrEnum):
    """Who put a component or a compass into words."""

    MODEL = "model"
    QUOTES = "quotes"


class Theme(Record):
    """Sentences of several notes that say the same: the strongest first.

    `sources` are the refs of what each of `quotes` was noted of, in their order; none in what was kept without them.
    """

    quotes: tuple[str, ...]
    mentions: int = Field(ge=1)
    intensity: float = Field(ge=0, le=1)
    questions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def weight(self) -> float:
        """Frequency × mean intensity ([A] §9)."""
        return self.mentions * self.intensity


class Made(Record):
    """What a version of a component was made of ([A] §9, metadata)."""

    at: datetime
    mentions: int
    intensity: float
    change: float
    worded_by: WordedBy
    themes: tuple[Theme, ...] = ()


class Component(Record):
    """One version of a component; `node` is where its words stand, `questions` are what a limitation waits for."""

    name: ComponentName
    version: int = Field(ge=1)
    text: str
    node: str
    sources: tuple[str, ...]
    made: Made
    stands: bool = True

    @property
    def lines(self) -> tuple[tuple[Theme, str], ...]:
        """Each theme with its line; a heading above them is left out."""
        themes = self.made.themes
        return tuple(zip(themes, self.text.splitlines()[-len(themes) :], strict=True)) if themes else ()


class ExtractionOutcome(StrEnum):
    """What became of an extraction."""

    NEW = "new"
    UNCHANGED = "unchanged"
    DEFERRED = "deferred"


class Extraction(Record):
    """The outcome for one component, and why."""

    name: ComponentName
    outcome: ExtractionOutcome
    reason: str
    component: Component | None = None


class Ability(Record):
    """Something that the companion's parts can do, or cannot now, and why not."""

    name: str
    can: bool
    detail: str = ""


class Outcome(StrEnum):
    """What a review made of a candidate ([C] §5.4)."""

    PROMOTED = "promoted"
    REJECTED = "rejected"
    DEFERRED = "deferred"
    VETOED = "vetoed"


class Vote(Record):
    """One run's nomination of a candidate, with what it rests on."""

    run: str
    at: datetime
    sources: tuple[str, ...]


class Verdict(Record):
    """How a candidate stands, and why; `extension` is the node that it became."""

    outcome: Outcome
    reason: str
    at: datetime
    votes: int = Field(ge=0)
    extension: str | None = None


class Candidate(Record):
    """An identity node with its votes; `verdict` None while it was never looked at."""

    node: str
    text: str
    votes: tuple[Vote, ...]
    verdict: Verdict | None = None


class Nomination(Record):
    """What became of a nomination: the candidate's node, and whether it counted as a vote (else why not)."""

    node: str
    counted: bool
    reason: str = ""


class Expression(Record):
    """How the companion speaks with this person now ([C] §2); `adjustments` newest last."""

    base: str = ""
    adjustments: tuple[str, ...] = ()
    feeling: str = ""
    at: datetime | None = None
    sources: tuple[str, ...] = ()


class Shorthand(Record):
    """A word that two share ([C] §5.5); `macros` are the feelings that it brings."""

    term: str
    meaning: str
    context: str = ""
    macros: tuple[str, ...] = ()
    node: str = ""
    sources: tuple[str, ...] = ()


class Loop(Record):
    """Something open, by its ref; `changed_at` is when it last was another, `named` that an opening says it already."""

    ref: str
    text: str
    changed_at: datetime
    due: date | None = None
    named: bool = False


class CompassBody(Record):
    """The written parts of a compass ([C] §5.2), and recent topics; `loops` are refs."""

    vibe: str = ""
    story: str = ""
    note: str = ""
    loops: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    worded_by: WordedBy = WordedBy.QUOTES
    last_step: str = ""


class Compass(Record):
    """The compass as it stands: what was going on, and in which Episode."""

    node: str
    episode: str
    at: datetime
    body: CompassBody
    loops: tuple[Loop, ...] = ()


class State(Record):
    """What continuity rests on ([P] §4.4): small on purpose. `cites` are the components and the compass it quotes."""

    companion: str
    display_name: str
    identity_text: str
    current_context_note: str
    updated_at: datetime | None = None
    cites: tuple[str, ...] = ()


class Evidence(Record):
    """A thing in the wake packet, with the ref that shows where it comes from."""

    ref: str
    text: str


class LeftOff(Record):
    """Where the line of continuity was left ([P] §4.6)."""

    episode: str | None
    ended_at: datetime | None
    note: str
    open_loops: tuple[Evidence, ...] = ()
    cites: tuple[str, ...] = ()


class Who(Record):
    """Who the companion is, and with whom."""

    state: State
    person: str
    directives: tuple[Evidence, ...] = ()
    components: tuple[Evidence, ...] = ()
    extensions: tuple[Evidence, ...] = ()
    capabilities: tuple[Ability, ...] = ()
    relationship: tuple[Evidence, ...] = ()


class WakePacket(Record):
    """The four questions of [P] §4.6, answered; a projection that owns nothing."""

    at: datetime
    who: Who
    left_off: LeftOff
    facts: tuple[Evidence, ...]
    evidence: tuple[Evidence, ...]
    query: str = ""


@dataclass(frozen=True, slots=True)
class IdentityChanged(Event):
    """A directive, a component, a candidate, the manner or the compass is new or another; `ref` names it."""

    ref: str
