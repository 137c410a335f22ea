"""What the mood room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event
from engine.mood.records import Cause, MoodState


@dataclass(frozen=True, slots=True)
class MoodChanged(Event):
    """The companion feels another way than before."""

    cause: Cause
    state: MoodState
