"""The passages of standing documents, findable by meaning and by word: derived, rebuilt at every opening."""

import threading
from collections.abc import Sequence

import numpy as np

from engine.calling import Stop
from engine.embedding import Embedder, Vectors, vector_of
from engine.library.records import Document as LibraryDocument
from engine.library.store import Chunk, LibraryStore
from engine.search import Document, DocumentIndex, ExactIndex, Ranked, stems
from engine.settings import LibrarySettings
from engine.vault import Vault

CHUNK_PREFIX = "d_"
BATCH = 8  # passages are long: a turn's own query waits for one batch at most
_WIDER = 4  # candidates a wanted result, as neighbours are put together afterwards


class Shelf:
    """The index over chunks and its way from and to the vault. Callable from any thread."""

    def __init__(
        self, vault: Vault, store: LibraryStore, embedder: Embedder | None, settings: LibrarySettings
    ) -> None:
        self._vault, self._store = vault, store
        self._embedder = embedder
        self._settings = settings
        self._lock = threading.Lock()
        self._removals = 0  # how often something was taken out
        self._index = DocumentIndex(None if embedder is None else ExactIndex(embedder.dimension))
        self._waiting: dict[str, None] = {}  # documents whose passages have no vectors here yet

    def load(self) -> int:
        """Build the index from what is stored, embedding nothing; returns how many documents wait."""
        for document in self._store.documents():
            self.put(document)
        return len(self._waiting)

    def put(self, document: LibraryDocument) -> None:
        """Index a document's words, and its vectors as far as they are stored."""
        self._put_words(document)
        if self._embedder is not None and self._place_stored(document.id, self._embedder.space):
            self._waiting[document.id] = None

    def expect(self, document_id: str) -> None:
        """Look at a document again at the next `catch_up`, such as after a change that may be rolled back."""
        self._waiting[document_id] = None

    def remove(self, chunks: Sequence[Chunk]) -> None:
        """Take passages out at once."""
        # No reading under the lock: this is called within units, which others wait for.
        with self._lock:
            self._removals += 1
            self._index.remove([chunk.id for chunk in chunks])

    def catch_up(self, should_stop: Stop) -> int:
        """Give vectors to the passages that wait, a batch at a time; returns how many. Raises EmbeddingError."""
        done = 0
        for document_id in list(self._waiting):
            # Off the list first: what changes while it is worked on puts it there again.
            self._waiting.pop(document_id, None)
            document = self._store.document(document_id)
            if document is not None:
                done += self._bring_up(document, should_stop)
            if should_stop():
                break
        return done

    def search(self, query: str, limit: int) -> list[tuple[Ranked, Chunk]]:
        """Passages above the floor, best first, more than `limit` where there are."""
        vector = vector_of(self._embedder, query, "searching documents")
        with self._lock:
            ranked = self._index.rank(query, vector, limit * _WIDER)
        standing = self._store.chunks_by_id([each.id for each in ranked]) if ranked else {}
        found = [(each, standing[each.id]) for each in ranked if each.id in standing]
        shared = self._shared(query, [chunk for hit, chunk in found if not self._near(hit)])
        return [
            (hit, chunk)
            for hit, chunk in found
            if self._near(hit) or shared[chunk.id] >= self._settings.coverage
        ]

    def texts(self, document: LibraryDocument, chunks: Sequence[Chunk]) -> list[str]:
        """What stands in `chunks`; nothing where the document has gone meanwhile."""
        stored = self._vault.documents.get(document.path)
        text = "" if stored is None else stored.text
        return [text[chunk.span.start : chunk.span.end] for chunk in chunks]

    def _near(self, found: Ranked) -> bool:
        return found.similarity is not None and found.similarity >= self._settings.floor

    def _shared(self, query: str, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The share of the query's words that stand in each of `chunks`, or in its document's name."""
        wanted = set(stems(query))
        shares: dict[str, float] = {}
        for document_id in {chunk.document_id for chunk in chunks}:
            document = self._store.document(document_id)
            own = [chunk for chunk in chunks if chunk.document_id == document_id]
            texts = [""] * len(own) if document is None else self.texts(document, own)
            name = "" if document is None else document.name
            for chunk, text in zip(own, texts, strict=True):
                shares[chunk.id] = len(wanted & set(stems(f"{name}\n{text}"))) / max(len(wanted), 1)
        return shares

    def _put_words(self, document: LibraryDocument) -> None:
        while not self._indexed(document):
            # Something was taken out meanwhile, perhaps this: look again at what stands.
            continue

    def _indexed(self, document: LibraryDocument) -> bool:
        """False where something was taken out between reading what stands and indexing it."""
        removals = self._removals
        if self._store.document(document.id) is None:
            return True
        chunks = self._store.chunks(document.id)
        fresh = [
            Document(chunk.id, f"{document.name}\n{text}", document.id, chunk.number)
            for chunk, text in zip(chunks, self.texts(document, chunks), strict=True)
        ]
        with self._lock:
            if self._removals == removals:
                self._index.add(fresh)
            return self._removals == removals

    def _place_stored(self, document_id: str, space: str) -> bool:
        """Index the vectors that are stored; True where some of the document's are missing."""
        owners, vectors = self._vault.vectors.load(space, chunk_prefix(document_id))
        self._place(owners, vectors)
        return len(owners) < len(self._store.chunks(document_id))

    def _place(self, ids: Sequence[str], vectors: Vectors) -> None:
        with self._lock:
            known = [each in self._index for each in ids]
            if any(known):
                chosen = [each for each, stands in zip(ids, known, strict=True) if stands]
                self._index.place(chosen, vectors[np.array(known, np.bool_)])

    def _bring_up(self, document: LibraryDocument, should_stop: Stop) -> int:
        """Index a document, embedding what was not yet; returns how many passages that were."""
        self._put_words(document)
        if self._embedder is None:
            return 0
        self._place_stored(document.id, self._embedder.space)
        chunks = self._unplaced(document.id, self._embedder.space)
        done = 0
        try:
            while done < len(chunks) and not should_stop():
                batch = chunks[done : done + BATCH]
                self._embed_batch(document, batch, self._embedder)
                done += len(batch)
        finally:
            if done < len(chunks):
                self._waiting[document.id] = None
        return done

    def _embed_batch(self, document: LibraryDocument, chunks: Sequence[Chunk], embedder: Embedder) -> None:
        texts = [f"{document.name}\n{text}" for text in self.texts(document, chunks)]
        vectors: Vectors = embedder.embed(texts)
        with self._vault.unit() as unit:
            if self._store.document(document.id) is None:
                return
            for chunk, vector in zip(chunks, vectors, strict=True):
                self._vault.vectors.put(unit, embedder.space, chunk.id, vector)
            unit.commit()
        self._place([chunk.id for chunk in chunks], vectors)

    def _unplaced(self, document_id: str, space: str) -> list[Chunk]:
        placed = set(self._vault.vectors.load(space, chunk_prefix(document_id))[0])
        return [chunk for chunk in self._store.chunks(document_id) if chunk.id not in placed]


def chunk_prefix(document_id: str) -> str:
    """What the ids of a document's chunks begin with."""
    return f"{CHUNK_PREFIX}{document_id}_"


def chunk_id(document_id: str, number: int) -> str:
    """The id of a document's `number`-th chunk; ids sort in order of the text."""
    return f"{chunk_prefix(document_id)}{number:06}"
