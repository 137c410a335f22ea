"""What the Personal Model tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event
from engine.person.records import Fact, Question


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
