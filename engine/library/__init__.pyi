from .errors import (
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    LibraryError,
    NoDocumentError,
)
from .events import DocumentAdded, DocumentForgotten
from .importance import MemoryMentions, Mentions, MentionSource, importance
from .library import Library
from .quoting import quoted
from .records import Access, AccessRecord, Captured, Document, Excerpt, Format
from .store import SCHEMA

__all__ = [
    "SCHEMA",
    "Access",
    "AccessRecord",
    "Captured",
    "Document",
    "DocumentAdded",
    "DocumentForgotten",
    "DocumentProtectedError",
    "DocumentTooLargeError",
    "DocumentUnreadableError",
    "Excerpt",
    "Format",
    "Library",
    "LibraryError",
    "MemoryMentions",
    "MentionSource",
    "Mentions",
    "NoDocumentError",
    "importance",
    "quoted",
]
