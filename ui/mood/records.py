"""How the companion feels, as its room tells it. No Qt."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Base: frozen; what is not needed here is passed over."""

    model_config = ConfigDict(frozen=True)


class Point(Record):
    """A place in affect space: valence −1 to 1, energy and openness 0 to 1."""

    valence: float
    energy: float
    openness: float


class Emotion(Record):
    """An emotion near the point; `intensity` 0–1."""

    name: str
    intensity: float


class Suggestion(Record):
    """A mode that would fit, and why."""

    mode: str
    reason: str


class Rested(Record):
    """Where it came to rest before a reset, and the ids of the imprints that pulled at that."""

    temperament: Point
    imprints: tuple[str, ...]


class MoodNow(Record):
    """How it feels now, where it comes to rest, and where it did at first (`home`).

    `was` is told by a reset alone: what it takes to take that back.
    """

    point: Point
    temperament: Point
    home: Point
    emotions: tuple[Emotion, ...]
    mode: str | None
    episode: str | None
    resting: bool
    suggestion: Suggestion | None = None
    was: Rested | None = None


class Moved(Record):
    """A moment at which something moved the mood, and why in a few words."""

    at: datetime
    cause: str
    point: Point
    label: str
    reason: str = ""
    mode: str | None = None
    episode: str | None = None
    sources: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The ref of what was said first of it; empty where nothing was."""
        return self.sources[0] if self.sources else ""


class Arc(Record):
    """How one time together went."""

    episode: str
    pattern: str
    samples: int
    start: Point | None
    end: Point | None
