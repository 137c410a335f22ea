"""What somebody wants to change, and what policy says to it."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from engine.person.records import Action, Lens, QuestionReason, Source, Volatility

OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wanted change of one fact.

    `correct`, `forget`, `dispute` and `keep_private` name the fact; `remember` and `correct` bring `text`. A `stated`
    claim needs the Steps it was said in and a `quote` that stands in them. What the words mean is judged by the
    caller's model: `identity_changing` (it condemns the person or turns from what they were), `judges_other` (it
    judges another person), `changes_manner` (how they want to be talked with), `supersedes` (the fact that a remembered
    one puts out of date: it is closed if it still stands). `from_outside` says that the text came
    from a document, a feed or somebody else. `by` is `owner`, `companion` or `mcp:<client>`. Lens, topic and volatility
    may be left to the topic tables.
    """

    action: Action
    text: str = ""
    lens: Lens | None = None
    topic: str = ""
    fact_id: str | None = None
    source: Source = Source.STATED
    quote: str = ""
    step_ids: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    volatility: Volatility | None = None
    valid_from: datetime | None = None
    confidence: float | None = None
    safety: bool = False
    private: bool = False
    identity_changing: bool = False
    judges_other: bool = False
    changes_manner: bool = False
    supersedes: str = ""
    from_outside: bool = False
    reason: str = ""
    question: str = ""
    question_reason: QuestionReason | None = None
    by: str = OWNER

    def stated_in(self, step_id: str, quote: str) -> "Proposal":
        """The same, with the person's words as its source."""
        return replace(self, quote=quote, step_ids=(*self.step_ids, step_id))

    @property
    def brings_text(self) -> bool:
        """Whether a fact comes of it."""
        return self.action in (Action.REMEMBER, Action.CORRECT)


class Decision(StrEnum):
    """What policy says: write it, ask for confirmation at once, make it a question, or let it go."""

    COMMIT = "commit"
    CONFIRM = "confirm"
    QUESTION = "question"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision with its reason in words, and the source that the claim really has."""

    decision: Decision
    reason: str
    source: Source


@dataclass(frozen=True, slots=True)
class Standing:
    """How a proposal stands to what is known, as far as policy needs it.

    `grounded`: the quote stands in Steps of the person. `known`: an active fact says the same. `replaces_fixed`: it
    would close a fact of a topic that hardly ever changes. `refused`: something like it was forgotten or disputed.
    """

    grounded: bool = False
    known: bool = False
    replaces_fixed: bool = False
    refused: bool = False
