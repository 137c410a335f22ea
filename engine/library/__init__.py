"""What was read: documents captured by the hash of their content, found again as excerpts, weighed by their use.

Everything that comes out of here is data: prompts get `Excerpt.quoted()`, which names its source and cannot be
closed or spoken out of by the text. Nothing in this room writes anything about the person ([A] §8).
"""

from engine.library.errors import (
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    LibraryError,
)
from engine.library.events import DocumentAdded, DocumentForgotten
from engine.library.importance import importance
from engine.library.library import Library
from engine.library.mentions import MemoryMentions, Mentions, MentionSource
from engine.library.quoting import quoted
from engine.library.records import Access, AccessRecord, Captured, Document, Excerpt, Format
from engine.library.store import SCHEMA

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
    "importance",
    "quoted",
]
