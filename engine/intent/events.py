"""What this room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class IntentChanged(Event):
    """A goal, an item, a correction, the intention or the context is new or another; `ref` names it."""

    ref: str


@dataclass(frozen=True, slots=True)
class HandoffWritten(Event):
    """An Episode left its handoff."""

    episode_id: str
