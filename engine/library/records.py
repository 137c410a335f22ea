"""What was read, what is found in it, and what can go wrong.

* LibraryError
  * DocumentUnreadableError   damaged, empty, or of a kind that is not read; also what broke its reader
    x NoDocumentError           a picture, a recording, a program: nothing that is written
  x DocumentProtectedError    encrypted, so that it cannot be read
  x DocumentTooLargeError     more bytes, pages or characters than the settings allow

No error carries a document's text.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine.errors import CompanionError
from engine.events import Event


class LibraryError(CompanionError):
    """Base of this room's errors."""


class DocumentUnreadableError(LibraryError):
    """A document that holds nothing we can read, or is not what its name says."""

    remedy = "Save it as PDF, DOCX, HTML, Markdown or plain text, and add that."


class NoDocumentError(DocumentUnreadableError):
    """A file that holds nothing written, such as a picture."""

    remedy = "Say in words what is in it, or add a document that tells of it."


class DocumentProtectedError(LibraryError):
    """A document that is encrypted."""

    remedy = "Open it with its password, save a copy without one, and add the copy."


class DocumentTooLargeError(LibraryError):
    """A document larger than the settings allow."""

    remedy = "Add it in parts."


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory` in bytes beyond what the process has; `tags` is how many words describe a document."""

    pages: int
    characters: int
    memory: int
    tags: int


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


@dataclass(frozen=True, slots=True)
class DocumentAdded(Event):
    """A document was read for the first time."""

    document: Document


@dataclass(frozen=True, slots=True)
class DocumentForgotten(Event):
    """A document is gone, with all that was kept of it."""

    document_id: str
