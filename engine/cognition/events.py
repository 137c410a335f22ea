"""What this room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class CognitionChanged(Event):
    """A belief, an outcome, an idea or another record is new or another; `ref` names it."""

    ref: str


@dataclass(frozen=True, slots=True)
class PrincipleCrystallised(Event):
    """Insights that said the same became a principle; `ref` names it."""

    ref: str
