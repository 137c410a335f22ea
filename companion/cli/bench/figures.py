"""Figures out of many measurements."""

import math
import os
from collections.abc import Sequence

import psutil


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` percent do not exceed. Raises ValueError for none."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)]


def load_average() -> float:
    """Of the last minute, where the system tells; else 0."""
    return round(psutil.getloadavg()[0], 2) if hasattr(os, "getloadavg") or os.name == "nt" else 0.0
