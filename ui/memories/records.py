"""What comes back of requests about memories and documents, typed."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Answered(BaseModel):
    """Base of what the mind answers here: frozen; fields that a newer one adds are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Found(Answered):
    """One result: a Step, a fact or a node, with its source and date; `origin` is the room it is from.

    Of the latest nodes `importance` (0–1) and `felt` (positive, negative or mixed, None for neither) are told too.
    """

    ref: str
    origin: Literal["trail", "person", "memory"] = Field(alias="from")
    kind: str
    at: datetime
    who: str
    title: str = ""
    text: str
    score: float = 0.0
    sources: tuple[str, ...] = ()
    private: bool = False
    withdrawn: bool = False
    importance: float = 0.0
    felt: str | None = None

    @property
    def id(self) -> str:
        """The ref without its kind."""
        return self.ref.partition(":")[2]


class Tie(Answered):
    """A link of a node; `out` says that it goes from the node to the other."""

    type: str
    strength: float
    out: bool
    ref: str
    text: str


class Root(Answered):
    """What something rests on; without text where it is gone."""

    ref: str
    text: str = ""
    at: datetime | None = None
    who: str = ""


class Version(Answered):
    """A text that went into a node."""

    at: datetime
    text: str
    stands: bool


class Mood(Answered):
    """How the companion felt when something was kept; valence −1–1, the label where one is near."""

    valence: float
    label: str | None = None


class Detail(Answered):
    """A node in full; the figures are 0–1, and the counts from 0 on. `felt` is positive, negative or mixed.

    `former` is what it said until the person worded it anew, None where they never did.
    """

    row: Found
    links: tuple[Tie, ...] = ()
    sources: tuple[Root, ...] = ()
    history: tuple[Version, ...] = ()
    archived: bool = False
    importance: float = 0.0
    strength: float = 0.0
    confidence: float = 0.0
    category: str = ""
    tags: tuple[str, ...] = ()
    place: str | None = None
    mood: Mood | None = None
    intensity: float = 0.0
    felt: str | None = None
    version: int = 1
    accesses: int = 0
    accessed_at: datetime | None = None
    confirmed_at: datetime | None = None
    rewordable: bool = False
    former: str | None = None


class Conflict(Answered):
    """Two nodes that cannot both be so."""

    id: str
    opened_at: datetime
    a: Found
    b: Found


class Doubt(Answered):
    """A question about facts that disagree, or of which one is in doubt: it is answered under Questions."""

    question: str
    text: str
    opened_at: datetime

    @property
    def id(self) -> str:
        return f"question:{self.question}"


class Document(Answered):
    """A document that was read."""

    id: str
    name: str
    format: str
    characters: int
    added_at: datetime
    accesses: int = 0
    importance: float = 0.0


class Access(Answered):
    """When a document was used: `kind` says how, `context` for what."""

    kind: str
    at: datetime
    context: str = ""
