"""What is indexed and what is found."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Document:
    """What is indexed: `text` for its words; neighbours are those of one `thread`, in order of `position`."""

    id: str
    text: str
    thread: str | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A document found: `score` in 0-1 within its search, `similarity` the cosine, `signals` unscaled."""

    id: str
    score: float
    similarity: float | None
    signals: dict[str, float] = field(default_factory=dict)
