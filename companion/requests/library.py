"""What surfaces ask of the library: files of this machine, named by their whole path, and texts that were pasted."""

import os
import stat
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from companion.requests.room import Nothing, Place, Request, Requests, Setting, record, several
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


REQUESTS = Requests()
DOCUMENT = record(
    id=str,
    name=str,
    format=str,
    language=str | None,
    bytes=int,
    characters=int,
    tags=list[str],
    added_at=datetime,
    accesses=int,
    accessed_at=datetime,
    importance=float,
)
EXCERPT = record(
    document=str,
    ref=str,
    name=str,
    text=str,
    before=str,
    after=str,
    start=int,
    end=int,
    score=float,
    similarity=float | None,
)
ACCESS = record(document=str, kind=str, at=datetime, context=str)


@REQUESTS.verb(
    "library.add",
    "Read a document. One that was read before counts as read again.",
    place=Place.BESIDE,
    gives=record(document=DOCUMENT, new=bool),
    changes="library",
)
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


@REQUESTS.verb(
    "library.search",
    "Find passages by meaning and by word.",
    place=Place.BESIDE,
    gives=record(excerpts=several(EXCERPT)),
)
def search(setting: Setting, asked: Search) -> Json:
    """Excerpts, best first."""
    return {"excerpts": [as_excerpt(one) for one in setting.mind.library.search(asked.query, asked.limit)]}


@REQUESTS.verb(
    "library.list", "Every document, most important first.", gives=record(documents=several(DOCUMENT))
)
def listing(setting: Setting, _asked: Nothing) -> Json:
    """Every document."""
    return {"documents": [as_document(one) for one in setting.mind.library.documents()]}


@REQUESTS.verb("library.open", "The whole text of a document.", gives=record(document=DOCUMENT, text=str))
def open_document(setting: Setting, asked: Open) -> Json:
    """The whole text of a document, as Markdown ([A] §8)."""
    library = setting.mind.library
    text = library.open(asked.document, context=asked.context)
    return {"document": as_document(library.document(asked.document)), "text": text}


@REQUESTS.verb(
    "library.accesses",
    "When a document was opened or served an answer, newest first.",
    gives=record(accesses=several(ACCESS)),
)
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


@REQUESTS.verb(
    "library.forget",
    "Delete a document with everything that is kept of it.",
    gives=record(forgotten=DOCUMENT),
    changes="library",
)
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
