"""What was read, and what is found in it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Format(StrEnum):
    """What a document was before it became Markdown."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CODE = "code"
    HTML = "html"
    PDF = "pdf"
    DOCX = "docx"


class Access(StrEnum):
    """What counts as an access; being found by a search alone does not (`one-mind.md`, "Nodes")."""

    ADDED = "added"
    OPENED = "opened"
    CITED = "cited"


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the library. `id` is the SHA-256 of the bytes it was read from, `name` where it came from."""

    id: str
    name: str
    format: Format
    language: str | None
    bytes: int
    characters: int
    tags: tuple[str, ...]
    added_at: datetime
    accesses: int
    accessed_at: datetime
    importance: float = 0.0

    @property
    def ref(self) -> str:
        """How others cite it."""
        return f"document:{self.id}"

    @property
    def path(self) -> str:
        """Where its text lies in the vault ([A] §8)."""
        return f"library/documents/{self.id}/content.md"


@dataclass(frozen=True, slots=True)
class Captured:
    """What adding gave: `new` is False where the same content stood here already."""

    document: Document
    new: bool


@dataclass(frozen=True, slots=True)
class AccessRecord:
    """One line of the access log; `context` says what it was wanted for, where that was told."""

    document_id: str
    kind: Access
    at: datetime
    context: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage of a document: `text` is what was found, `before` and `after` what stands around it.

    `start` and `end` are places in the document's text; `score` is in 0–1 within its search, `similarity` the
    cosine. It is data: what goes to a model is `quoted()`, never `text`.
    """

    document_id: str
    name: str
    text: str
    before: str
    after: str
    start: int
    end: int
    score: float
    similarity: float | None
    signals: dict[str, float] = field(default_factory=dict)

    @property
    def ref(self) -> str:
        """What an answer cites when it rests on this."""
        return f"document:{self.document_id}"
