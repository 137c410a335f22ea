"""Words that nobody has said, and the known ones that they look like: slips of the pen, spelling variants.

Compared by pairs of characters (Dice's coefficient), which hardly change when two letters swap places. A word is
rarely misspelt in its first letter, and rain is not train.
"""

from array import array
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

ALIKE = 0.55  # shared pairs from which two words may be one misspelt: penaut and peanut share 0.57
SHORTEST = 4  # shorter words resemble too many others
MOST = 3
_EDGE = "\x00"


class Spelling:
    """Known stems by their pairs of characters. Not thread-safe."""

    def __init__(self) -> None:
        self._stems: list[str] = []
        self._sizes = array("H")
        self._holding: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self._stems)

    def learn(self, stems: Iterable[str]) -> None:
        """Add stems; each one may be added once."""
        for stem in stems:
            pairs = _pairs(stem)
            for pair in pairs:
                self._holding.setdefault(pair, array("i")).append(len(self._stems))
            self._stems.append(stem)
            self._sizes.append(min(len(pairs), 0xFFFF))

    def alike(self, stem: str) -> list[tuple[str, float]]:
        """At most three known stems that `stem` may be a misspelling of, with their likeness in 0.55–1, best first."""
        if len(stem) < SHORTEST or not stem.isalpha():
            return []
        pairs = _pairs(stem)
        holding = [np.frombuffer(self._holding[pair], np.int32) for pair in pairs if pair in self._holding]
        if not holding:
            return []
        shared = np.bincount(np.concatenate(holding), minlength=len(self))
        likeness = 2.0 * shared / (len(pairs) + np.frombuffer(self._sizes, np.uint16))
        found = [
            (self._stems[number], float(likeness[number])) for number in np.flatnonzero(likeness >= ALIKE)
        ]
        likely = [each for each in found if len(each[0]) >= SHORTEST and each[0][0] == stem[0]]
        return sorted(likely, key=lambda each: (-each[1], each[0]))[:MOST]


def _pairs(stem: str) -> set[str]:
    return {first + second for first, second in pairwise(f"{_EDGE}{stem}{_EDGE}")}
