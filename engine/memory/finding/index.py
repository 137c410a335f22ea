"""Standing nodes, findable by meaning and by word: derived, in memory, kept in step with the store."""

import threading
from collections.abc import Collection, Sequence

import numpy as np

from engine.embedding import Vectors
from engine.search import Document, DocumentIndex, ExactIndex, Ranked


class NodeIndex:
    """A `DocumentIndex` of nodes. Callable from any thread."""

    def __init__(self, dimension: int | None) -> None:
        self._lock = threading.Lock()
        self._documents = DocumentIndex(None if dimension is None else ExactIndex(dimension))

    def add(self, documents: Sequence[Document]) -> None:
        """Index words; a known id is replaced and loses its vector."""
        with self._lock:
            self._documents.add(documents)

    def place(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Give nodes that stand here their vectors; others are left out."""
        with self._lock:
            known = [each in self._documents for each in ids]
            if any(known):
                chosen = [each for each, stands in zip(ids, known, strict=True) if stands]
                self._documents.place(chosen, vectors[np.array(known, np.bool_)])

    def remove(self, ids: Collection[str]) -> None:
        with self._lock:
            self._documents.remove(list(ids))

    def rank(
        self, query: str, vector: Vectors | None, limit: int, allowed: Collection[str] | None
    ) -> list[Ranked]:
        """The best `limit`; with `allowed` only of those ids."""
        with self._lock:
            mask = None
            if allowed is not None:
                mask = np.zeros(len(self._documents.ids), np.bool_)
                mask[[self._documents.row(each) for each in allowed if each in self._documents]] = True
            return self._documents.rank(query, vector, limit, allowed=mask)

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._documents

    def __len__(self) -> int:
        return len(self._documents)
