"""What comes back of requests about facts, typed."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from engine.person.records import Action, Fact, Outcome, Question


class Answered(BaseModel):
    """Base of what the mind answers here: frozen; fields that a newer one adds are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Change(Answered):
    """What a change did: the facts as they are now, and the question it opened instead, if it did.

    `undoable` is how it stands now: False for one that was taken back.
    """

    update: str
    action: Action = Action.REMEMBER
    outcome: Outcome
    reason: str
    facts: tuple[Fact, ...] = ()
    question: Question | None = None
    undoable: bool = True

    @property
    def fact(self) -> Fact | None:
        """The fact that the change was for."""
        return self.facts[-1] if self.facts else None


class SourceStep(Answered):
    """A moment of the trail that a fact rests on."""

    id: str
    episode: str
    speaker: str
    text: str
    at: datetime
    withdrawn: bool


class Reasons(Answered):
    """Why a fact is believed: its Steps and earlier versions, oldest first."""

    fact: Fact
    steps: tuple[SourceStep, ...]
    earlier: tuple[Fact, ...]


class Match(Answered):
    """A fact that bears on a claim; `status` is `strong_match` or `weak_match`."""

    fact: Fact
    status: str
    support: float


class Verdict(Answered):
    """What is known about a claim, with the reason."""

    status: str
    reason: str
    matches: tuple[Match, ...] = ()
