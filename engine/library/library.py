"""The library's front: what was read, found again as excerpts, and forgotten without a trace ([A] §8)."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.calling import Stop, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.errors import InvalidInputError, NotFoundError
from engine.events import EventBus
from engine.export import write_markdown
from engine.library.chunks import passages
from engine.library.excerpts import Run, excerpt, runs
from engine.library.importance import Mentions, MentionSource, importance
from engine.library.quoting import seen
from engine.library.reading import Reader, ReadText
from engine.library.records import (
    Access,
    AccessRecord,
    Captured,
    Document,
    DocumentAdded,
    DocumentForgotten,
    Excerpt,
)
from engine.library.shelf import Shelf, chunk_id
from engine.library.store import Chunk, LibraryStore
from engine.process import Worker
from engine.settings import LibrarySettings
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

REF = "document:"
LONGEST_NAME = 200
LONGEST_QUERY = 2000
_SHORTEST_ID = 4
_WHOLE_LOG = 1_000_000_000
NO_MENTIONS = Mentions()


class Library:
    """Documents of one vault. Callable from any thread; implements `Derived` (a document cites nothing).

    Adding one makes it findable by its words at once, by meaning after `catch_up`. What comes out of it is data:
    nothing here writes facts, nodes or anything else about the person. Call `load` once after opening.
    """

    def __init__(
        self,
        vault: Vault,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        settings: LibrarySettings,
        *,
        worker_factory: Callable[[], Worker] = Worker,
        mentions: MentionSource | None = None,
    ) -> None:
        self._vault, self._clock, self._events, self._settings = vault, clock, events, settings
        self._store = LibraryStore(vault)
        self._shelf = Shelf(vault, self._store, embedder, settings)
        self._reader = Reader(worker_factory, settings)
        self._mentions = mentions

    @property
    def largest_bytes(self) -> int:
        """The size up to which a document is read."""
        return self._settings.file_bytes

    def load(self) -> int:
        """Build the index from the vault, embedding nothing; returns how many documents wait for `catch_up`."""
        return self._shelf.load()

    def catch_up(self, should_stop: Stop = never) -> int:
        """Make findable by meaning what is not yet; returns how many passages became so.

        Works in small batches and asks `should_stop` before each. Raises EmbeddingError.
        """
        return self._shelf.catch_up(should_stop)

    def add(self, name: str, data: bytes, mime: str | None = None, *, context: str = "") -> Captured:
        """Read a document and keep its text, or count an access where its content is here already.

        `name` is what it is called, such as a file name; `context` what it is wanted for. Durable when this
        returns. Raises LibraryError (unreadable, protected, too large), InvalidInputError for the name.
        """
        captured = self.keep(name, data, mime, context=context)
        self.announce(captured)
        return captured

    def keep(self, name: str, data: bytes, mime: str | None = None, *, context: str = "") -> Captured:
        """Like `add`, within the caller's unit of work: found and told of once `announce` is called."""
        called = _checked_name(name)
        document_id = hashlib.sha256(data).hexdigest()
        again = self._added_again(document_id, context)
        if again is not None:
            return Captured(self._weighed(again), new=False)
        document = self._keep(called, document_id, len(data), self._reader.read(called, data, mime), context)
        return Captured(self._weighed(document), new=True)

    def announce(self, captured: Captured) -> None:
        """Let what was kept be found, and tell the house of what is new."""
        self._shelf.put(captured.document)
        if captured.new:
            self._events.publish(DocumentAdded(captured.document))

    def search(self, query: str, limit: int | None = None) -> list[Excerpt]:
        """Passages that `query` is about, best first, those in a row put together. Counts as no access.

        At most `limit` (default: the settings'). What is neither near in meaning nor shares most of the words
        is left out. Raises InvalidInputError for a query that is too long.
        """
        asked = seen(query).strip()
        wanted = self._settings.excerpts if limit is None else limit
        if len(asked) > LONGEST_QUERY:
            raise InvalidInputError(
                "query", f"is longer than {LONGEST_QUERY} characters", "Ask for less at once."
            )
        if not asked or wanted < 1:
            return []
        found = runs(self._shelf.search(asked, wanted), wanted)
        return [made for run in found if (made := self._excerpt(run)) is not None]

    def documents(self) -> list[Document]:
        """What stands here, most important first."""
        return sorted(map(self._weighed, self._store.documents()), key=lambda each: -each.importance)

    def document(self, document_id: str) -> Document:
        """The document of that id, or of the only id that begins so (4 signs and more). Raises NotFoundError."""
        return self._weighed(self._standing(document_id))

    def open(self, document_id: str, *, context: str = "") -> str:
        """The whole text of a document, as Markdown; counts as an access. Raises NotFoundError."""
        document = self._standing(document_id)
        self._log(document.id, Access.OPENED, context)
        return self._text(document)

    def passage(self, document_id: str, start: int, end: int) -> str:
        """What stands at a place of a document, to show again what was found. Counts as no access.

        Raises NotFoundError.
        """
        return self._text(self._standing(document_id))[start:end]

    def cite(self, found: Excerpt | str, *, context: str = "") -> str:
        """Count that an answer rests on an excerpt, or on the document of that id; returns the ref it cites.

        Raises NotFoundError.
        """
        document = self._standing(found if isinstance(found, str) else found.document_id)
        self._log(document.id, Access.CITED, context)
        return document.ref

    def accesses(self, document_id: str | None = None, limit: int = 100) -> list[AccessRecord]:
        """The access log, newest first: of one document, or of all."""
        chosen = None if document_id is None else self._standing(document_id).id
        return self._store.accesses(chosen, limit)

    def forget(self, document_id: str) -> Document:
        """Delete a document with its text, passages, vectors and log; returns what it was. Raises NotFoundError.

        Whoever wants all that cites it gone too asks for its ref to be erased everywhere instead.
        """
        document = self._store.document(self._whole(document_id), withdrawn=True)
        if document is None:
            raise NotFoundError("There is no such document.")
        with self._vault.unit() as unit:
            self.erase(unit, frozenset({document.ref}))
            unit.commit()
        self._events.publish(DocumentForgotten(document.id))
        return document

    def export_markdown(self) -> Iterator[tuple[str, str]]:
        """The library as files: each document as it is stored, the access log and the importance map ([A] §2)."""
        names = {}
        for document in self.documents():
            names[document.id] = {"source": document.name, "importance": round(document.importance, 4)}
            yield document.path, write_markdown(frontmatter(document), self._text(document))
        log = [
            {
                "timestamp": one.at.isoformat(),
                "doc_id": one.document_id,
                "kind": one.kind,
                "context": one.context,
            }
            for one in reversed(self.accesses(limit=_WHOLE_LOG))
        ]
        yield "library/access_log.json", json.dumps(log, ensure_ascii=False, indent=1)
        yield "library/importance_map.json", json.dumps(names, ensure_ascii=False, indent=1)

    # Derived

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide the documents among `refs`; nothing else here rests on a ref."""
        for document_id in _documents_of(refs):
            if self._store.withdraw(unit, document_id, self._clock.now()):
                self._take_out(document_id)
        return frozenset()

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let the documents among `refs` stand again; nothing else here rests on a ref."""
        for document_id in _documents_of(refs):
            hidden = self._store.document(document_id, withdrawn=True)
            if hidden is not None and self._store.document(document_id) is None:
                self._store.restore(unit, document_id)
                self._shelf.put(hidden)
        return frozenset()

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the documents among `refs` for good, with everything that is kept of them."""
        for document_id in _documents_of(refs):
            document = self._store.document(document_id, withdrawn=True)
            if document is not None:
                self._take_out(document_id)
                for chunk in self._store.chunks(document_id):
                    self._vault.vectors.remove(unit, chunk.id)
                self._vault.documents.remove(unit, document.path)
                self._store.erase(unit, document_id)
        return frozenset()

    def citing(self, refs: Refs) -> Refs:
        """Nothing: documents cite nothing."""
        return frozenset() & refs

    def close(self) -> None:
        """End the reading process. Idempotent."""
        self._reader.close()

    def _keep(self, name: str, document_id: str, size: int, read: ReadText, context: str) -> Document:
        """Text and record together, or neither."""
        now = self._clock.now()
        document = Document(
            document_id, name, read.format, read.language, size, len(read.text), read.tags, now, 1, now
        )
        chunks = [
            Chunk(chunk_id(document_id, number), document_id, number, span)
            for number, span in enumerate(passages(read.text, self._settings))
        ]
        with self._vault.unit() as unit:
            self._vault.documents.put(unit, document.path, read.text, frontmatter(document))
            self._store.add(unit, document, chunks)
            self._store.log(unit, AccessRecord(document_id, Access.ADDED, now, context))
            unit.commit()
        return document

    def _added_again(self, document_id: str, context: str) -> Document | None:
        known = self._store.document(document_id, withdrawn=True)
        if known is None:
            return None
        with self._vault.unit() as unit:
            self._store.restore(unit, document_id)
            self._store.log(unit, AccessRecord(document_id, Access.ADDED, self._clock.now(), context))
            unit.commit()
        return self._standing(document_id)

    def _excerpt(self, run: Run) -> Excerpt | None:
        document = self._store.document(run.document_id)
        if document is None:
            return None
        chunks = self._store.chunks(document.id)
        return excerpt(run, document, self._text(document), chunks, self._settings.neighbours)

    def _text(self, document: Document) -> str:
        stored = self._vault.documents.get(document.path)
        if stored is None:
            raise NotFoundError("The document has just been forgotten.")
        return stored.text

    def _standing(self, document_id: str) -> Document:
        document = self._store.document(self._whole(document_id))
        if document is None:
            raise NotFoundError("There is no such document.")
        return document

    def _whole(self, document_id: str) -> str:
        asked = document_id.removeprefix(REF)
        named = self._store.named(asked) if len(asked) >= _SHORTEST_ID else []
        if len(named) > 1:
            raise InvalidInputError("document", "several begin so", "Give more of its id.")
        if not named:
            raise NotFoundError("There is no such document.", "See what is there: `companion library list`.")
        return named[0]

    def _log(self, document_id: str, kind: Access, context: str) -> None:
        with self._vault.unit() as unit:
            self._store.log(unit, AccessRecord(document_id, kind, self._clock.now(), context))
            unit.commit()

    def _take_out(self, document_id: str) -> None:
        """Out of the index at once; should the unit be rolled back, `catch_up` puts it back."""
        self._shelf.remove(self._store.chunks(document_id))
        self._shelf.expect(document_id)

    def _weighed(self, document: Document) -> Document:
        mentions = NO_MENTIONS if self._mentions is None else self._mentions.mentions(document.ref)
        idle = self._clock.now() - document.accessed_at
        return replace(document, importance=importance(document.accesses, idle, mentions, self._settings))


def frontmatter(document: Document) -> dict[str, Any]:
    """What stands above a document's text: enough to make its record from the Markdown alone."""
    return {
        "source": document.name,
        "sha256": document.id,
        "format": document.format.value,
        "language": document.language,
        "bytes": document.bytes,
        "characters": document.characters,
        "tags": list(document.tags),
        "first_accessed": document.added_at.isoformat(),
    }


def _documents_of(refs: Refs) -> list[str]:
    return sorted(ref.removeprefix(REF) for ref in refs if ref.startswith(REF))


def _checked_name(name: str) -> str:
    called = " ".join(seen(name).split())
    if not called or len(called) > LONGEST_NAME:
        raise InvalidInputError("name", f"must have 1 to {LONGEST_NAME} characters", "Give it another name.")
    return called
