"""What somebody wants to change, whether its quote stands in what the person said, and what policy says to it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from engine.errors import NotFoundError
from engine.person.folding import folded
from engine.person.records import Action, Fact, Lens, QuestionReason, Source, Volatility
from engine.trail import Step, StepKind, Trail

OWNER = "owner"

BY = "by"
"""The detail of a note Step that says whose note it is; `owner` for what the person wrote by hand."""


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


class Grounding:
    """Looks Steps up in the trail."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def steps(self, step_ids: Iterable[str]) -> list[Step]:
        """The Steps of these ids; unknown ones are left out."""
        found = []
        for each in step_ids:
            try:
                found.append(self._trail.step(each))
            except NotFoundError:
                continue
        return found

    def holds(self, proposal: Proposal) -> bool:
        """Whether the quote stands in a Step of the person's own words that was not taken back."""
        quote = folded(proposal.quote)
        own = [step for step in self.steps(proposal.step_ids) if _is_own(step)]
        return bool(quote) and any(quote in folded(step.text) for step in own)

    def episodes(self, step_ids: Iterable[str]) -> dict[str, str]:
        """The Episode of each Step. Raises NotFoundError for a Step that is not there."""
        return {each: self._trail.step(each).episode_id for each in step_ids}

    def dated(self, fact: Fact) -> Fact:
        """The fact with the days that its words name ("tomorrow") called by their dates, for good."""
        text = self._trail.dated(fact.text, fact.created_at, for_today=False)
        return fact if text == fact.text else fact.model_copy(update={"text": text})


def _is_own(step: Step) -> bool:
    if step.withdrawn_at is not None:
        return False
    return step.kind is StepKind.UTTERANCE or step.details.get(BY) == OWNER
