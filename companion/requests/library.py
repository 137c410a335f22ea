"""What surfaces ask of the library.

* `library.add` (path: absolute, of a file of the person's; or name and text; context) → {"document", "new"}
* `library.search` (query, limit) → {"excerpts", best first}
* `library.list` → {"documents", most important first}
* `library.open` (document: an id or its beginning; context) → {"document", "text"}: the whole text; counts as an access
* `library.accesses` (document, none for all; limit) → {"accesses": [{"document", "kind", "at", "context"}]}, the
  newest first
* `library.forget` (document) → {"forgotten": Document}
"""

import os
import stat
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from companion.requests.room import Nothing, Place, Request, RoomRequest, Setting
from companion.service import Json
from engine.errors import InvalidInputError
from engine.library import Document, DocumentUnreadableError, Excerpt, NoDocumentError

LONGEST_TEXT = 1_000_000
# Not blocking, as a pipe without a writer would wait for ever; the names exist on one kind of system each.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Add(Request):
    """A file of this machine, or a text that was pasted."""

    path: str | None = Field(default=None, max_length=4096, description="A file of this machine.")
    name: str | None = Field(
        default=None, max_length=200, description="What a text that was pasted is called."
    )
    text: str | None = Field(default=None, max_length=LONGEST_TEXT, description="A text that was pasted.")
    context: str = Field(default="", max_length=500, description="What it is read for.")

    @model_validator(mode="after")
    def _one_source(self) -> "Add":
        if (self.path is None) == (self.text is None) or (self.text is not None and not self.name):
            raise ValueError("give a path, or a name and a text")
        return self


class Search(Request):
    """What excerpts are wanted about."""

    query: str = Field(min_length=1, max_length=2000, description="What you are looking for.")
    limit: int = Field(default=5, ge=1, le=50, description="At most so many excerpts.")


class Open(Request):
    """Which document is to be read, and what for."""

    document: str = Field(min_length=4, max_length=80, description="Its id, or how it begins.")
    context: str = Field(
        default="", max_length=500, description="What you want it for; kept in the access log."
    )


class Accesses(Request):
    """How often which document was used; of all without one."""

    document: str | None = Field(
        default=None, min_length=4, max_length=80, description="Its id, or how it begins; without it, of all."
    )
    limit: int = Field(default=100, ge=1, le=1000, description="At most so many lines.")


class Forget(Request):
    """Which document is to be forgotten."""

    document: str = Field(min_length=4, max_length=80, description="Its id, or how it begins.")


def add(setting: Setting, asked: Add) -> Json:
    """Read and keep it; its vectors follow at once unless an answer is being given."""
    library = setting.mind.library
    if asked.path is not None:
        path = Path(asked.path)
        captured = library.add(path.name, read_file(path, library.largest_bytes), context=asked.context)
    else:
        captured = library.add(
            asked.name or "", (asked.text or "").encode("utf-8", "replace"), context=asked.context
        )
    library.catch_up(setting.give_way)
    return {"document": as_document(captured.document), "new": captured.new}


def search(setting: Setting, asked: Search) -> Json:
    """Excerpts, best first."""
    return {"excerpts": [as_excerpt(one) for one in setting.mind.library.search(asked.query, asked.limit)]}


def listing(setting: Setting, _asked: Nothing) -> Json:
    """Every document."""
    return {"documents": [as_document(one) for one in setting.mind.library.documents()]}


def open_document(setting: Setting, asked: Open) -> Json:
    """The whole text of a document, as Markdown ([A] §8)."""
    library = setting.mind.library
    text = library.open(asked.document, context=asked.context)
    return {"document": as_document(library.document(asked.document)), "text": text}


def accesses(setting: Setting, asked: Accesses) -> Json:
    """The access log, newest first ([A] §8)."""
    found = setting.mind.library.accesses(asked.document, asked.limit)
    return {
        "accesses": [
            {
                "document": one.document_id,
                "kind": one.kind.value,
                "at": one.at.isoformat(),
                "context": one.context,
            }
            for one in found
        ]
    }


def forget(setting: Setting, asked: Forget) -> Json:
    """Delete a document for good, with all that was made of it."""
    document = setting.mind.library.forget(asked.document)
    setting.mind.conversation.erase({document.ref})
    return {"forgotten": as_document(document)}


def read_file(path: Path, most: int) -> bytes:
    """At most one byte more than `most` of a regular file, so that the library can refuse a larger one.

    Raises InvalidInputError for a path from elsewhere than the root, DocumentUnreadableError for what cannot be read.
    """
    if not path.is_absolute():
        raise InvalidInputError("path", "must begin at the root", "Name the file by its whole path.")
    try:
        with os.fdopen(os.open(path, _READING), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NoDocumentError("This is no file that can be read to its end.")
            return file.read(most + 1)
    except IsADirectoryError:
        raise NoDocumentError("This is a folder.", "Add the files in it, one by one.") from None
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise DocumentUnreadableError(
            f"The file cannot be read ({reason}).", "Look at its name and rights."
        ) from None


def as_document(document: Document) -> dict[str, Any]:
    """A document as surfaces get it."""
    return {
        "id": document.id,
        "name": document.name,
        "format": document.format.value,
        "language": document.language,
        "bytes": document.bytes,
        "characters": document.characters,
        "tags": list(document.tags),
        "added_at": document.added_at.isoformat(),
        "accesses": document.accesses,
        "accessed_at": document.accessed_at.isoformat(),
        "importance": round(document.importance, 4),
    }


def as_excerpt(excerpt: Excerpt) -> dict[str, Any]:
    """An excerpt as surfaces get it: for people; a model is shown it `quoted`."""
    return {
        "document": excerpt.document_id,
        "ref": excerpt.ref,
        "name": excerpt.name,
        "text": excerpt.text,
        "before": excerpt.before,
        "after": excerpt.after,
        "start": excerpt.start,
        "end": excerpt.end,
        "score": round(excerpt.score, 4),
        "similarity": None if excerpt.similarity is None else round(excerpt.similarity, 4),
    }


REQUESTS = {
    "library.add": RoomRequest(
        Add,
        add,
        Place.BESIDE,
        words="Read a document. One that was read before counts as read again.",
        changes="library",
    ),
    "library.search": RoomRequest(
        Search, search, Place.BESIDE, words="Find passages by meaning and by word."
    ),
    "library.list": RoomRequest(Nothing, listing, words="Every document, most important first."),
    "library.open": RoomRequest(Open, open_document, words="The whole text of a document."),
    "library.accesses": RoomRequest(
        Accesses, accesses, words="When a document was opened or served an answer, newest first."
    ),
    "library.forget": RoomRequest(
        Forget, forget, words="Delete a document with everything that is kept of it.", changes="library"
    ),
}
