"""BM25 over postings in memory, where a document is read together with its two neighbours.

A turn of a conversation is short and answers the one before it, so words are counted over a window: the
document, the one before and the one after in its thread. Only each document's own words are stored; windows
are summed while a query is scored, so that adding stays O(words) and a removed text leaves its neighbours'
windows too.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from engine.search.lexicon.spelling import Spelling
from engine.search.lexicon.words import StemCodes, stems
from engine.search.port import Document, Scores

K1 = 1.5  # saturation of repeated words; the usual range is 1.2-2.0 (Robertson and Zaragoza 2009, §3.2)
B = 0.75  # how far long documents are held back
NEIGHBOUR = 0.5  # what a word next door counts: less than one's own, or the neighbour would come first
_NONE = -1
_COLUMNS = ("position", "previous", "next", "length", "window", "thread")
Packed = dict[str, NDArray[Any]]
_LEAST = 1e-6


class _Posting:
    """Where a stem stands: rows, and how often in each."""

    __slots__ = ("counts", "rows")

    def __init__(self) -> None:
        self.rows = array("i")
        self.counts = array("H")


@dataclass(frozen=True, slots=True)
class WordMatch:
    """Words of a query in every row: BM25, and the share of what the query says that stands there.

    `coverage` weighs a word by its rarity and counts a neighbour's at half; it is 0–1 and compares across queries.
    """

    bm25: Scores
    coverage: Scores


class LexicalIndex:
    """Words of documents. Rows are given in order of adding and never reused; not thread-safe."""

    def __init__(self) -> None:
        self._ids: list[str | None] = []
        self._row_of: dict[str, int] = {}
        self._postings: dict[str, _Posting] = {}
        self._threads: dict[str, int] = {}  # the last row of each
        self._thread_numbers: dict[str, int] = {}
        self._thread = array("i")
        self._position = array("q")
        self._previous = array("i")
        self._next = array("i")
        self._alive = bytearray()
        self._length = array("i")
        self._window = array("f")  # the words of a row, and its neighbours' at what they count
        self._windows_total = 0.0  # of the living rows
        self._scratch = np.zeros(0, np.float32)
        self._spelling = Spelling()  # of the stems so far, learnt when a word is first not known

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
        words = Counter(stems(text))
        for stem, count in words.items():
            posting = self._postings.get(stem)
            if posting is None:
                posting = self._postings[stem] = _Posting()
            posting.rows.append(row)
            posting.counts.append(min(count, 0xFFFF))
        if thread is not None:
            self._link(row, thread, position)
        self._resize(row, words.total())
        return row

    def add_all(self, documents: Sequence[Document]) -> list[int]:
        """Index many, as `add` does one by one; a whole memory into an empty index is built in one sweep."""
        if self._ids or not documents or len({document.id for document in documents}) < len(documents):
            return [self.add(d.id, d.text, thread=d.thread, position=d.position) for d in documents]
        rows = list(range(len(documents)))
        self._ids = [document.id for document in documents]
        self._row_of = dict(zip((document.id for document in documents), rows, strict=True))
        self._position = array("q", [document.position for document in documents])
        self._alive = bytearray(b"\1" * len(rows))
        self._build_postings([document.text for document in documents])
        self._build_links([document.thread for document in documents])
        return rows

    def remove(self, each: str) -> None:
        """Take a document out; an unknown id is ignored. Its neighbours stay where they stood."""
        row = self._row_of.pop(each, None)
        if row is not None:
            self._resize(row, 0)
            self._windows_total -= self._window[row]
            self._ids[row] = None
            self._alive[row] = False

    def row(self, each: str) -> int:
        """The row of a known id."""
        return self._row_of[each]

    @property
    def threads(self) -> NDArray[np.int32]:
        """The number of every row's thread, -1 for none. A view: let go of it before anything is added."""
        return np.frombuffer(self._thread, np.int32)

    def packed(self) -> Packed:
        """All of it as arrays that `unpacked` takes. Raises ValueError where a document was removed:

        its words still stand in the postings, and must not outlive it in a copy.
        """
        if len(self._row_of) < len(self._ids):
            raise ValueError("what was removed must not be kept")
        postings = list(self._postings.values())
        return {
            **{name: np.array(getattr(self, f"_{name}")) for name in _COLUMNS},
            "ids": _joined(map(str, self._ids)),
            "stems": _joined(self._postings),
            "ends": np.cumsum([len(each.rows) for each in postings], dtype=np.int64),
            "rows": np.frombuffer(b"".join(each.rows.tobytes() for each in postings), np.int32),
            "counts": np.frombuffer(b"".join(each.counts.tobytes() for each in postings), np.uint16),
            "thread_names": _joined(self._thread_numbers),
            "thread_ends": np.array([self._threads[name] for name in self._thread_numbers], np.int32),
        }

    @classmethod
    def unpacked(cls, packed: Packed) -> Self:
        """The index that `packed` was. Raises KeyError or ValueError for anything else."""
        index = cls()
        index._ids = list(_parted(packed["ids"]))
        index._row_of = {str(each): row for row, each in enumerate(index._ids)}
        index._alive = bytearray(b"\1" * len(index._ids))
        for name in _COLUMNS:
            getattr(index, f"_{name}").frombytes(packed[name].tobytes())
        bounds = [0, *packed["ends"].tolist()]
        rows, counts = packed["rows"], packed["counts"]
        for stem, start, end in zip(_parted(packed["stems"]), bounds, bounds[1:], strict=False):
            posting = index._postings[stem] = _Posting()
            posting.rows.frombytes(rows[start:end].tobytes())
            posting.counts.frombytes(counts[start:end].tobytes())
        names = _parted(packed["thread_names"])
        index._thread_numbers = {name: number for number, name in enumerate(names)}
        index._threads = dict(zip(names, packed["thread_ends"].tolist(), strict=True))
        index._windows_total = float(packed["window"].sum(dtype=np.float64))
        if len({len(index._ids), *(len(getattr(index, f"_{name}")) for name in _COLUMNS)}) != 1:
            raise ValueError("columns of different lengths")
        return index

    def scores(self, query: str) -> Scores:
        """BM25 of every row, aligned with `ids`: 0 where nothing matches, NaN where nothing stands."""
        return self.match(query).bm25

    def match(self, query: str) -> WordMatch:
        """How well the words of every row match; a word that nobody has used counts as those it looks like."""
        # Views of the growing arrays live only within this call: an array that is viewed cannot grow.
        alive = np.frombuffer(self._alive, np.bool_)
        window = np.frombuffer(self._window, np.float32)
        mean = max(self._windows_total / max(len(self), 1), 1.0)
        bm25, coverage, whole = np.zeros(len(alive), np.float32), np.zeros(len(alive), np.float32), 0.0
        for stem, repeats in Counter(stems(query)).items():
            rarest = self._rarity(0)
            for known, likeness in self._meant(stem):
                rows, counts = self._windowed(self._postings[known], alive)
                rarity = self._rarity(len(rows)) * likeness
                rarest = min(rarest, rarity)
                norms = np.float32(K1 * B / mean) * window[rows] + np.float32(K1 * (1.0 - B))
                bm25[rows] += np.float32(repeats * rarity * (K1 + 1.0)) * counts / (counts + norms)
                coverage[rows] += np.float32(rarity) * np.minimum(counts, np.float32(1.0))
            whole += rarest
        bm25[~alive] = np.nan
        return WordMatch(bm25, np.minimum(coverage / np.float32(max(whole, _LEAST)), np.float32(1.0)))

    def __contains__(self, each: str) -> bool:
        return each in self._row_of

    def __len__(self) -> int:
        return len(self._row_of)

    def _meant(self, stem: str) -> list[tuple[str, float]]:
        """The known stems that `stem` stands for, with how sure that is in 0–1."""
        if stem in self._postings:
            return [(stem, 1.0)]
        self._spelling.learn(islice(self._postings, len(self._spelling), None))
        return self._spelling.alike(stem)

    def _build_postings(self, texts: Sequence[str]) -> None:
        words, flat, ends = StemCodes(), array("i"), []
        for text in texts:
            flat.extend(words.of(text))
            ends.append(len(flat))
        codes = np.frombuffer(flat, np.int32)
        rows = np.repeat(np.arange(len(texts)), np.diff(ends, prepend=0))[codes >= 0]
        self._length = array("i", np.bincount(rows, minlength=len(texts)).astype(np.int32).tobytes())
        # One sort brings each stem's rows together, in order, and counts what is twice in a row.
        keys, counts = np.unique(codes[codes >= 0].astype(np.int64) * len(texts) + rows, return_counts=True)
        standing, found = np.divmod(keys, len(texts))
        bounds = np.searchsorted(standing, np.arange(len(words.stems) + 1)).tolist()
        found, counts = found.astype(np.int32), np.minimum(counts, 0xFFFF).astype(np.uint16)
        for stem, start, end in zip(words.stems, bounds, bounds[1:], strict=False):
            posting = self._postings[stem] = _Posting()
            posting.rows.frombytes(found[start:end].tobytes())
            posting.counts.frombytes(counts[start:end].tobytes())

    def _build_links(self, threads: Sequence[str | None]) -> None:
        numbers: dict[str | None, int] = {None: 0}
        codes = np.array([numbers.setdefault(thread, len(numbers)) for thread in threads], np.int64)
        order = np.lexsort((np.array(self._position, np.int64), codes)).astype(np.int32)
        linked = (codes[order][1:] == codes[order][:-1]) & (codes[order][1:] != 0)
        previous = np.full(len(threads), _NONE, np.int32)
        following = previous.copy()
        previous[order[1:][linked]] = order[:-1][linked]
        following[order[:-1][linked]] = order[1:][linked]
        length = np.append(np.array(self._length, np.float32), np.float32(0.0))  # the last stands for none
        window = length[:-1] + np.float32(NEIGHBOUR) * (length[previous] + length[following])
        self._previous, self._next = array("i", previous.tobytes()), array("i", following.tobytes())
        self._window, self._windows_total = array("f", window.tobytes()), float(window.sum(dtype=np.float64))
        self._thread.frombytes(np.where(codes == 0, _NONE, codes - 1).astype(np.int32).tobytes())
        self._thread_numbers = {str(name): number - 1 for name, number in numbers.items() if number}
        last = np.flatnonzero((following == _NONE) & (codes != 0)).tolist()
        self._threads = {str(threads[row]): row for row in last}

    def _append(self, each: str, position: int) -> int:
        row = len(self._ids)
        self._ids.append(each)
        self._row_of[each] = row
        self._position.append(position)
        self._previous.append(_NONE)
        self._next.append(_NONE)
        self._thread.append(_NONE)
        self._alive.append(True)
        self._length.append(0)
        self._window.append(0)
        return row

    def _link(self, row: int, thread: str, position: int) -> None:
        """Stand `row` into its thread: nearly always at the end, else where its position belongs."""
        self._thread[row] = self._thread_numbers.setdefault(thread, len(self._thread_numbers))
        before, after = self._threads.get(thread, _NONE), _NONE
        while before != _NONE and self._position[before] > position:
            before, after = self._previous[before], before
        self._part(before, after)
        if before != _NONE:
            self._previous[row], self._next[before] = before, row
        if after != _NONE:
            self._next[row], self._previous[after] = after, row
        else:
            self._threads[thread] = row
        for near in (before, after):
            if near != _NONE:
                self._widen(row, NEIGHBOUR * self._length[near])

    def _part(self, before: int, after: int) -> None:
        """Count two rows no longer as neighbours in each other's windows."""
        if _NONE not in {before, after}:
            self._widen(before, -NEIGHBOUR * self._length[after])
            self._widen(after, -NEIGHBOUR * self._length[before])

    def _resize(self, row: int, length: int) -> None:
        """Set the words of `row` and correct the windows that it stands in."""
        added = length - self._length[row]
        self._length[row] = length
        self._widen(row, added)
        for near in (self._previous[row], self._next[row]):
            if near != _NONE:
                self._widen(near, NEIGHBOUR * added)

    def _widen(self, row: int, added: float) -> None:
        self._window[row] += added
        if self._alive[row]:
            self._windows_total += added

    def _rarity(self, matching: int) -> float:
        """The inverse document frequency that cannot turn negative."""
        return float(np.log1p((len(self) - matching + 0.5) / (matching + 0.5)))

    def _windowed(
        self, posting: _Posting, alive: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The living rows whose window holds the stem, each once, and how much it counts there."""
        rows = np.frombuffer(posting.rows, np.int32)
        standing = alive[rows]
        rows = rows[standing]
        counts = np.frombuffer(posting.counts, np.uint16)[standing].astype(np.float32)
        scratch = self._cleared(len(alive))
        touched = []
        for column in (None, self._previous, self._next):
            near = rows if column is None else np.frombuffer(column, np.int32)[rows]
            there = (near != _NONE) & alive[near]
            near = near[there]
            touched.append(near[scratch[near] == 0.0])
            scratch[near] += counts[there] * np.float32(1.0 if column is None else NEIGHBOUR)
        found = np.concatenate(touched)
        windowed = scratch[found]
        scratch[found] = 0.0
        return found, windowed

    def _cleared(self, rows: int) -> NDArray[np.float32]:
        """Zeros to sum in; each user clears what it used, which is cheaper than a fresh array a word."""
        if len(self._scratch) < rows:
            self._scratch = np.zeros(rows + rows // 2, np.float32)
        return self._scratch


def _joined(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Texts as one array of bytes; none of them holds a NUL."""
    return np.frombuffer("\0".join(texts).encode("utf-8", "surrogatepass"), np.uint8)


def _parted(joined: NDArray[np.uint8]) -> list[str]:
    whole = joined.tobytes().decode("utf-8", "surrogatepass")
    return whole.split("\0") if whole else []
