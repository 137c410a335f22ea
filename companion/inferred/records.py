"""The one record in which every room gives what it asserts about the person."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

FOUNDING = ("step:", "fact:")


class InferredRoom(StrEnum):
    """Where something is inferred."""

    MEMORY = "memory"
    IDENTITY = "identity"
    MOOD = "mood"
    COGNITION = "cognition"
    NOTES = "notes"


class Verb(StrEnum):
    """What its room lets a person do with it."""

    OPEN = "open"
    """Show it under Memories, with all that is done there."""
    DENY = "deny"
    """Say that it is not so: it does not come back by itself."""
    FORGET = "forget"
    """Take it back, with all that rests on it."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """Something that is asserted about the person, and is no fact.

    `kind` is the room's own name for it, `text` its words; of a `seeming` the word alone. `rests` are the refs that
    it cites and that stand. `confidence` is 0–1, None where the room does not say.
    """

    ref: str
    room: InferredRoom
    kind: str
    text: str
    at: datetime
    rests: tuple[str, ...]
    confidence: float | None = None
    verbs: tuple[Verb, ...] = ()
    private: bool = False

    @property
    def is_founded(self) -> bool:
        """Whether it cites a fact, or something that was said or done."""
        return any(ref.startswith(FOUNDING) for ref in self.rests)

    def kept_private(self) -> "Inferred":
        """The same, for the person's eyes alone."""
        return replace(self, private=True)
