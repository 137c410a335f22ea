"""Exact cosine search over vectors in memory: 3-5 ms over 100,000 of 384 numbers (`ground.md`)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.port import Mask, Matrix, Scores

BLOCK_ROWS = 4096  # a full index wastes at most one block, and growing never copies what stands


class Rows:
    """The book of rows. `ids` holds None where a vector was removed."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.free: list[int] = []
        self._row_of: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, each: object) -> bool:
        return each in self._row_of

    def row_of(self, each: str) -> int:
        """The row of a known id. Raises KeyError."""
        return self._row_of[each]

    def take(self, each: str) -> int:
        """The row of `each`: its own, a free one, or a new one at the end."""
        if each in self._row_of:
            return self._row_of[each]
        if self.free:
            row = self.free.pop()
            self.ids[row] = each
        else:
            row = len(self.ids)
            self.ids.append(each)
        self._row_of[each] = row
        return row

    def take_all(self, ids: Sequence[str]) -> None:
        """Rows 0, 1, 2 … for `ids`, all different, while nothing stands yet."""
        self.ids.extend(ids)
        self._row_of = {each: row for row, each in enumerate(ids)}

    def drop(self, each: str) -> int | None:
        """Free the row of `each`; returns it, None for an unknown id."""
        row = self._row_of.pop(each, None)
        if row is not None:
            self.ids[row] = None
            self.free.append(row)
        return row


class ExactIndex:
    """A `VectorIndex` that compares with everything it holds.

    Rows of removed vectors are zeroed at once and taken again by later ones.
    """

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._blocks: list[Matrix] = []
        self._starts: list[int] = []
        self._capacity = 0
        self._rows = Rows()

    @property
    def ids(self) -> Sequence[str | None]:
        return self._rows.ids

    def add(self, ids: Sequence[str], vectors: Matrix) -> NDArray[np.int32]:
        if vectors.shape != (len(ids), self._dimension):
            raise ValueError(f"{len(ids)} ids of dimension {self._dimension} with vectors {vectors.shape}")
        if self._may_adopt(ids):
            return self._adopt(ids, vectors)
        rows = np.array([self._row_for(each) for each in ids], np.int32)
        for row, vector in zip(rows, vectors, strict=True):
            self._place(int(row))[:] = vector
        return rows

    def remove(self, ids: Sequence[str]) -> None:
        for each in ids:
            row = self._rows.drop(each)
            if row is not None:
                self._place(row)[:] = 0.0

    def search(self, query: Matrix, k: int, allowed: Mask | None = None) -> list[tuple[str, float]]:
        scores = self.scores(query)
        candidates = np.flatnonzero(np.isfinite(scores) if allowed is None else np.isfinite(scores) & allowed)
        if len(candidates) > k:
            candidates = candidates[np.argpartition(-scores[candidates], k)[:k]]
        best = candidates[np.argsort(-scores[candidates], kind="stable")][:k]
        return [(each, float(scores[row])) for row in best if (each := self.ids[row]) is not None]

    def scores(self, query: Matrix) -> Scores:
        scores = np.empty(len(self.ids), np.float32)
        for start, block in zip(self._starts, self._blocks, strict=True):
            part = scores[start : start + len(block)]
            np.matmul(block[: len(part)], query, out=part)
        scores[self._rows.free] = np.nan
        return scores

    def vectors(self, ids: Sequence[str]) -> Matrix:
        """A copy of the vectors of these ids, a row each; zeros for one that has none."""
        found = np.zeros((len(ids), self._dimension), np.float32)
        for at, each in enumerate(ids):
            if each in self._rows:
                found[at] = self._place(self._rows.row_of(each))
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def _may_adopt(self, ids: Sequence[str]) -> bool:
        return not self.ids and len(ids) >= BLOCK_ROWS and len(set(ids)) == len(ids)

    def _adopt(self, ids: Sequence[str], vectors: Matrix) -> NDArray[np.int32]:
        """Take a loaded matrix over as the first block: no second copy of 154 MB at opening."""
        owned = np.ascontiguousarray(vectors, np.float32)
        self._append_block(owned if owned.flags.writeable else owned.copy())
        self._rows.take_all(ids)
        return np.arange(len(ids), dtype=np.int32)

    def _row_for(self, each: str) -> int:
        row = self._rows.take(each)
        if row == self._capacity:
            self._append_block(np.zeros((BLOCK_ROWS, self._dimension), np.float32))
        return row

    def _append_block(self, block: Matrix) -> None:
        self._starts.append(self._capacity)
        self._blocks.append(block)
        self._capacity += len(block)

    def _place(self, row: int) -> Matrix:
        at = int(np.searchsorted(self._starts, row, side="right")) - 1
        place: Matrix = self._blocks[at][row - self._starts[at]]
        return place
