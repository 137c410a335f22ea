"""What this room tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class BriefWritten(Event):
    """A morning brief is ready; `ref` names its run."""

    ref: str
