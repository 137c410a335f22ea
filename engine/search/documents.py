"""One order of documents under a vector index and a word index, and the ranking made of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.search.fusion import fuse, relevance, thread_means, z_scores
from engine.search.lexicon.index import LexicalIndex, Packed
from engine.search.port import Document, Mask, Matrix, Ranked, Scores, VectorIndex

VECTOR = "vector"
WORDS = "words"
COVERAGE = "coverage"
THREAD = "thread"
# Per signal, the best this many are compared: z-scores over all of a large memory would measure its size.
CANDIDATES = 1000
WEIGHTS: Mapping[str, float] = MappingProxyType({VECTOR: 1.0, WORDS: 1.0})
_NONE = -1


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows that are compared; `signals` and `threads` (-1 for none) are aligned with them."""

    rows: NDArray[np.intp]
    signals: dict[str, Scores]
    threads: NDArray[np.int32]


class DocumentIndex:
    """Documents findable by meaning and by word. Not thread-safe: whoever owns it serialises the calls.

    Rows follow the word index, which holds every document; a vector may come later or never (`vectors` None).
    """

    def __init__(self, vectors: VectorIndex | None = None, words: LexicalIndex | None = None) -> None:
        self._vectors = vectors
        self._words = words if words is not None else LexicalIndex()
        self._row_of_vector = Column(np.int32)

    @property
    def ids(self) -> Sequence[str | None]:
        """The id of every row; None where a document was removed. Masks and signals are aligned with it."""
        return self._words.ids

    def add(self, documents: Sequence[Document]) -> list[int]:
        """Index words; returns each document's row. A known id is replaced and loses its vector."""
        self._drop_vectors([document.id for document in documents])
        return self._words.add_all(documents)

    def place(self, ids: Sequence[str], vectors: Matrix) -> None:
        """Give documents that stand here their vectors, of length 1."""
        if self._vectors is None:
            raise ValueError("this index was made without vectors")
        positions = self._vectors.add(ids, vectors)
        missing = len(self._vectors.ids) - len(self._row_of_vector)
        self._row_of_vector.extend(np.full(missing, _NONE))
        self._row_of_vector.values[positions] = [self._words.row(each) for each in ids]

    def remove(self, ids: Sequence[str]) -> None:
        """Take documents out at once, words and vectors; unknown ids are ignored."""
        self._drop_vectors(ids)
        for each in ids:
            self._words.remove(each)

    def rank(
        self,
        query: str,
        vector: Matrix | None,
        k: int,
        *,
        allowed: Mask | None = None,
        weights: Mapping[str, float] = WEIGHTS,
    ) -> list[Ranked]:
        """At most `k` documents, best first; `allowed` is a mask over rows. Without a vector, words alone
        decide, and a document that shares none with the query is not found.
        """
        return self.ranked(self.gather(query, vector, allowed), k, weights=weights)

    def gather(self, query: str, vector: Matrix | None, allowed: Mask | None = None) -> Candidates:
        """The rows that come near the top of any signal, with every signal; more may be added to them."""
        dense = self.signals(query, vector)
        rows = self._candidates(dense, allowed)
        signals = {name: values[rows] for name, values in dense.items()}
        return Candidates(rows, signals, self._words.threads[rows])

    def ranked(
        self,
        found: Candidates,
        k: int,
        *,
        weights: Mapping[str, float] = WEIGHTS,
        boosts: Scores | None = None,
    ) -> list[Ranked]:
        """The best `k` by the weighted z-scores of their signals and what their threads add.

        `boosts` (one a candidate, in standard deviations) count as they are. A signal without a weight is told
        and does not count.
        """
        if not len(found.rows):
            return []
        fused = fuse({name: found.signals[name] for name in weights if name in found.signals}, weights)
        if boosts is not None:
            fused += boosts
        fused += weights.get(THREAD, 0.0) * z_scores(thread_means(fused, found.threads))
        best = np.argsort(-fused, kind="stable")[:k]
        scores = relevance(fused)
        return [self._ranked(int(found.rows[at]), float(scores[at]), found.signals, int(at)) for at in best]

    def packed(self) -> Packed:
        """The words as arrays, to be handed in unpacked later; vectors are kept elsewhere. Raises ValueError."""
        return self._words.packed()

    def __contains__(self, each: str) -> bool:
        return each in self._words

    def row(self, each: str) -> int:
        """The row of a document that stands here."""
        return self._words.row(each)

    def __len__(self) -> int:
        return len(self._words)

    def signals(self, query: str, vector: Matrix | None) -> dict[str, Scores]:
        """What can be told of every row: cosine where both sides have a vector, and how its words match."""
        match = self._words.match(query)
        found = {WORDS: match.bm25, COVERAGE: match.coverage}
        if vector is not None and self._vectors is not None and len(self._vectors):
            found[VECTOR] = self._aligned(self._vectors.scores(vector))
        return found

    def _candidates(self, dense: Mapping[str, Scores], allowed: Mask | None) -> NDArray[np.intp]:
        """Rows that come near the top of any signal, in row order."""
        chosen = np.zeros(len(self.ids), np.bool_)
        for name, values in dense.items():
            if name == COVERAGE:
                continue
            usable = values > 0.0 if name == WORDS else np.isfinite(values)
            rows = np.flatnonzero(usable if allowed is None else usable & allowed)
            if len(rows) > CANDIDATES:
                rows = rows[np.argpartition(-values[rows], CANDIDATES)[:CANDIDATES]]
            chosen[rows] = True
        return np.flatnonzero(chosen)

    def _ranked(self, row: int, score: float, chosen: Mapping[str, Scores], at: int) -> Ranked:
        found = {name: float(values[at]) for name, values in chosen.items() if np.isfinite(values[at])}
        return Ranked(str(self.ids[row]), score, found.get(VECTOR), found)

    def _aligned(self, scores: Scores) -> Scores:
        rows = self._row_of_vector.values
        standing = rows != _NONE
        aligned = np.full(len(self.ids), np.nan, np.float32)
        aligned[rows[standing]] = scores[standing]
        return aligned

    def _drop_vectors(self, ids: Sequence[str]) -> None:
        if self._vectors is not None:
            # The freed position may keep pointing at its old row: it scores NaN until it is placed anew.
            self._vectors.remove(ids)


class Column:
    """Numbers of one type in rows; `values` is a live view of the rows in use."""

    def __init__(self, dtype: Any) -> None:
        self._buffer: NDArray[Any] = np.zeros(64, dtype)
        self._used = 0

    @property
    def values(self) -> NDArray[Any]:
        return self._buffer[: self._used]

    def extend(self, values: Any) -> None:
        """Append many; a view taken before may be stale afterwards."""
        fresh = np.asarray(values, self._buffer.dtype)
        needed = self._used + len(fresh)
        if needed > len(self._buffer):
            grown = np.zeros(max(needed, len(self._buffer) * 3 // 2), self._buffer.dtype)
            grown[: self._used] = self.values
            self._buffer = grown
        self._buffer[self._used : needed] = fresh
        self._used = needed

    def __len__(self) -> int:
        return self._used
