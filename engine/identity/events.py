"""What this room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class IdentityChanged(Event):
    """A directive, a component, a candidate, the manner or the compass is new or another; `ref` names it."""

    ref: str
