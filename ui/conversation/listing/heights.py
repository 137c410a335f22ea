"""Heights of a hundred thousand rows, most of them guessed until they are seen."""

from collections.abc import Sequence
from itertools import accumulate

BLOCK = 512


class HeightIndex:
    """Row heights in pixels with fast sums: changing one is O(1), finding a row O(n / 512 + 512)."""

    def __init__(self) -> None:
        self._heights: list[int] = []
        self._measured = bytearray()
        self._sums: list[int] = []

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    @property
    def total(self) -> int:
        return sum(self._sums)

    def insert(self, first: int, guesses: Sequence[int]) -> None:
        """Rows came before `first` (or at the end) with guessed heights."""
        self._heights[first:first] = guesses
        self._measured[first:first] = bytes(len(guesses))
        self._resum(first // BLOCK)

    def clear(self) -> None:
        self._heights, self._measured, self._sums = [], bytearray(), []

    def set(self, row: int, height: int) -> int:
        """Row `row` measures `height`; returns by how much it grew."""
        grown = height - self._heights[row]
        self._heights[row] = height
        self._measured[row] = 1
        self._sums[row // BLOCK] += grown
        return grown

    def is_measured(self, row: int) -> bool:
        return bool(self._measured[row])

    def forget(self, row: int | None = None) -> None:
        """What was measured (of one row, or of all) is a guess again, as after a change of width."""
        if row is None:
            self._measured = bytearray(len(self._heights))
        else:
            self._measured[row] = 0

    def top(self, row: int) -> int:
        """Where `row` begins."""
        block = row // BLOCK
        return sum(self._sums[:block]) + sum(self._heights[block * BLOCK : row])

    def at(self, y: int) -> int:
        """The row that covers `y`, the first or last if outside; -1 if there is none."""
        if not self._heights:
            return -1
        start = 0
        for block, height in enumerate(self._sums):
            if start + height > y:
                return self._at_in_block(block, y - start)
            start += height
        return len(self._heights) - 1

    def _at_in_block(self, block: int, y: int) -> int:
        first = block * BLOCK
        for offset, end in enumerate(accumulate(self._heights[first : first + BLOCK])):
            if end > y:
                return first + offset
        return first

    def _resum(self, block: int) -> None:
        heights = self._heights
        self._sums[block:] = [sum(heights[i : i + BLOCK]) for i in range(block * BLOCK, len(heights), BLOCK)]
