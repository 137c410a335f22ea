"""BM25 over postings in memory, where a document is read together with its two neighbours.

A turn of a conversation is short and answers the one before it, so words are counted over a window: the
document, the one before and the one after in its thread. Only each document's own words are stored; windows
are summed while a query is scored, so that adding stays O(words) and a removed text leaves its neighbours'
windows too.
"""

from array import array
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.growing import Column
from engine.search.port import Scores
from engine.search.words import stems

K1 = 1.5  # saturation of repeated words; the usual range is 1.2-2.0 (Robertson and Zaragoza 2009, §3.2)
B = 0.75  # how far long documents are held back
_NONE = -1


class _Posting:
    """Where a stem stands: rows, and how often in each."""

    __slots__ = ("counts", "rows")

    def __init__(self) -> None:
        self.rows = array("i")
        self.counts = array("H")


class LexicalIndex:
    """Words of documents. Rows are given in order of adding and never reused; not thread-safe."""

    def __init__(self) -> None:
        self._ids: list[str | None] = []
        self._row_of: dict[str, int] = {}
        self._postings: dict[str, _Posting] = {}
        self._threads: dict[str, int] = {}  # the last row of each
        self._position = Column(np.int64)
        self._previous = Column(np.int32)
        self._next = Column(np.int32)
        self._alive = Column(np.bool_)
        self._length = Column(np.int32)
        self._scratch = Column(np.float32)

    @property
    def ids(self) -> Sequence[str | None]:
        """The id of every row; None where a document was removed."""
        return self._ids

    def add(self, each: str, text: str, *, thread: str | None = None, position: int = 0) -> int:
        """Index a document and return its row; a known id is replaced.

        Documents of one `thread` are neighbours in order of `position`, in whatever order they are added.
        """
        self.remove(each)
        row = self._append(each, position)
        counted = Counter(stems(text))
        for stem, count in counted.items():
            posting = self._postings.get(stem)
            if posting is None:
                posting = self._postings[stem] = _Posting()
            posting.rows.append(row)
            posting.counts.append(min(count, 0xFFFF))
        self._length.values[row] = counted.total()
        if thread is not None:
            self._link(row, thread, position)
        return row

    def remove(self, each: str) -> None:
        """Take a document out; an unknown id is ignored. Its neighbours stay where they stood."""
        row = self._row_of.pop(each, None)
        if row is not None:
            self._ids[row] = None
            self._alive.values[row] = False
            self._length.values[row] = 0

    def row(self, each: str) -> int:
        """The row of a known id."""
        return self._row_of[each]

    def scores(self, query: str) -> Scores:
        """BM25 of every row, aligned with `ids`: 0 where nothing matches, NaN where nothing stands."""
        alive = self._alive.values
        scores = np.zeros(len(alive), np.float32)
        norms: NDArray[np.float32] | None = None
        for stem, repeats in Counter(stems(query)).items():
            posting = self._postings.get(stem)
            if posting is None:
                continue
            if norms is None:
                norms = self._norms()
            rows, counts = self._windowed(posting)
            weight = repeats * self._rarity(len(rows))
            scores[rows] += weight * counts * (K1 + 1.0) / (counts + norms[rows])
        scores[~alive] = np.nan
        return scores

    def __contains__(self, each: str) -> bool:
        return each in self._row_of

    def __len__(self) -> int:
        return len(self._row_of)

    def _append(self, each: str, position: int) -> int:
        row = len(self._ids)
        self._ids.append(each)
        self._row_of[each] = row
        for column, value in (
            (self._position, position),
            (self._previous, _NONE),
            (self._next, _NONE),
            (self._alive, True),
            (self._length, 0),
            (self._scratch, 0.0),
        ):
            column.extend((value,))
        return row

    def _link(self, row: int, thread: str, position: int) -> None:
        """Stand `row` into its thread: nearly always at the end, else where its position belongs."""
        positions, previous, following = self._position.values, self._previous.values, self._next.values
        before, after = self._threads.get(thread, _NONE), _NONE
        while before != _NONE and positions[before] > position:
            before, after = int(previous[before]), before
        previous[row], following[row] = before, after
        if before != _NONE:
            following[before] = row
        if after != _NONE:
            previous[after] = row
        else:
            self._threads[thread] = row

    def _rarity(self, matching: int) -> float:
        """The inverse document frequency that cannot turn negative."""
        return float(np.log1p((len(self) - matching + 0.5) / (matching + 0.5)))

    def _norms(self) -> NDArray[np.float32]:
        """k1 * (1 - b + b * window length / mean window length), a row each."""
        lengths = self._length.values.astype(np.float32)
        windows = lengths.copy()
        for neighbours in (self._previous.values, self._next.values):
            linked = np.flatnonzero(neighbours != _NONE)
            windows[linked] += lengths[neighbours[linked]]
        mean = max(float(windows[self._alive.values].mean()) if len(self) else 0.0, 1.0)
        return np.asarray(K1 * (1.0 - B + B * windows / mean), np.float32)

    def _windowed(self, posting: _Posting) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The living rows whose window holds the stem, each once, and how often it does."""
        rows = np.frombuffer(posting.rows, np.int32).copy()
        counts = np.frombuffer(posting.counts, np.uint16).astype(np.float32)
        alive, scratch = self._alive.values, self._scratch.values
        standing = alive[rows]
        rows, counts = rows[standing], counts[standing]
        touched = []
        for column in (None, self._previous, self._next):
            near = rows if column is None else column.values[rows]
            there = (near != _NONE) & alive[near]
            near = near[there]
            touched.append(near[scratch[near] == 0.0])
            scratch[near] += counts[there]
        found = np.concatenate(touched)
        windowed = scratch[found]
        scratch[found] = 0.0
        return found, windowed
