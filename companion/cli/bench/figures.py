"""Figures out of many measurements."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` percent do not exceed. Raises ValueError for none."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)]
