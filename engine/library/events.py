"""What the library tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event
from engine.library.records import Document


@dataclass(frozen=True, slots=True)
class DocumentAdded(Event):
    """A document was read for the first time."""

    document: Document


@dataclass(frozen=True, slots=True)
class DocumentForgotten(Event):
    """A document is gone, with all that was kept of it."""

    document_id: str
