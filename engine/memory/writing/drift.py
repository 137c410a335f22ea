"""Drift: a merged text that covers more ground than its sources is refused ([C] §8.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.embedding import Vectors
from engine.settings import MemorySettings

_ROUNDING = 1e-6  # vectors are float32: a text is not quite at 1 to itself


@dataclass(frozen=True, slots=True)
class DriftCheck:
    """How far a merged text went: cosines to the fresh text M, to the standing S, and of these two."""

    merged_to_fresh: float
    merged_to_standing: float
    original: float

    @property
    def least_to_fresh(self) -> float:
        """The half-drift rule: `(1 + sim(M, S)) / 2`."""
        return (1.0 + self.original) / 2.0

    @property
    def valid(self) -> bool:
        fresh = self.merged_to_fresh - self.least_to_fresh
        standing = self.merged_to_standing - self.original
        return min(fresh, standing) >= -_ROUNDING


def cosine(a: Vectors, b: Vectors) -> float:
    """The cosine of two vectors of length 1, -1 to 1."""
    return float(np.clip(np.dot(a, b), -1.0, 1.0))


def check_merge(fresh: Vectors, standing: Vectors, merged: Vectors) -> DriftCheck:
    """The write-time rule: `sim(M', M) ≥ (1 + sim(M, S)) / 2` and `sim(M', S) ≥ sim(M, S)`."""
    return DriftCheck(cosine(merged, fresh), cosine(merged, standing), cosine(fresh, standing))


def check_consolidation(sources: Sequence[Vectors], merged: Vectors, settings: MemorySettings) -> bool:
    """The rule of sleep: at least 0.80 to the middle of the sources and 0.70 to each of them."""
    middle = np.mean(np.stack(list(sources)), axis=0)
    length = float(np.linalg.norm(middle))
    if length == 0.0:
        return False
    near_middle = cosine(merged, np.asarray(middle / length, np.float32)) >= settings.drift_centroid
    return near_middle and all(cosine(merged, one) >= settings.drift_source for one in sources)
