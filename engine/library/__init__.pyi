from .importance import MemoryMentions, Mentions, MentionSource, importance
from .library import Library
from .quoting import quoted
from .records import (
    Access,
    AccessRecord,
    Captured,
    Document,
    DocumentAdded,
    DocumentForgotten,
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    Excerpt,
    Format,
    LibraryError,
    NoDocumentError,
)
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
