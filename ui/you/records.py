"""What comes back of requests about what is inferred, typed."""

from datetime import datetime

from ui.facts.records import Answered


class Inferred(Answered):
    """Something that a room asserts about the person, and is no fact; `confidence` 0–1 where the room says it."""

    ref: str
    room: str
    kind: str
    text: str
    at: datetime
    rests: tuple[str, ...] = ()
    confidence: float | None = None
    verbs: tuple[str, ...] = ()
    private: bool = False

    @property
    def is_memory(self) -> bool:
        """Whether it can be seen under Memories too."""
        return "open" in self.verbs

    @property
    def can_go(self) -> bool:
        """Whether it can be taken back by itself."""
        return "deny" in self.verbs or "forget" in self.verbs

    @property
    def can_return(self) -> bool:
        """Whether taking it back can be undone: what was denied stays away."""
        return "deny" not in self.verbs


class Root(Answered):
    """What something rests on, or what would go with it; without text where it is gone."""

    ref: str
    text: str = ""
    at: datetime | None = None
    who: str = ""


class Why(Answered):
    """Something that is inferred, with what it rests on."""

    inferred: Inferred
    sources: tuple[Root, ...] = ()
