"""The affect point ([E] §3.1): its bounds, how it moves, how it cools, how far two of them lie apart.

Every function is pure and returns points within the bounds, whatever it is given that is a number.
"""

import math
import random
from collections.abc import Mapping
from typing import Any

from engine.settings import MoodSettings
from engine.trail import MoodPoint

AXES = ("valence", "energy", "openness")
LOWEST = MoodPoint(-1.0, 0.0, 0.0)
HIGHEST = MoodPoint(1.0, 1.0, 1.0)
MOST_SHIFT = 3.0
LONGEST_H = 1e6  # a century; beyond it nothing is left to cool

Triple = tuple[float, float, float]


def axes(point: MoodPoint) -> Triple:
    """Valence, energy, openness."""
    return point.valence, point.energy, point.openness


def clamped(valence: float, energy: float, openness: float) -> MoodPoint:
    """The nearest point within the bounds; what is no number lies in the middle of its axis."""
    given = zip((valence, energy, openness), axes(LOWEST), axes(HIGHEST), strict=True)
    return MoodPoint(
        *((low + high) / 2 if math.isnan(one) else min(high, max(low, one)) for one, low, high in given)
    )


def moved(point: MoodPoint, by: Triple) -> MoodPoint:
    """`point` further by so much on each axis, within the bounds."""
    return clamped(*(here + step for here, step in zip(axes(point), by, strict=True)))


def felt_shift(value: Any, settings: MoodSettings) -> Triple:
    """What a felt shift of −3 to 3 an axis moves; each point is a share of the axis's length.

    What is missing, no number, or no mapping at all moves nothing.
    """
    given = value if isinstance(value, Mapping) else {}
    lengths = (high - low for low, high in zip(axes(LOWEST), axes(HIGHEST), strict=True))
    felt = [
        _number(given.get(name)) * length * settings.shift for name, length in zip(AXES, lengths, strict=True)
    ]
    return felt[0], felt[1], felt[2]


def cooled(point: MoodPoint, temperament: MoodPoint, hours: float, settings: MoodSettings) -> MoodPoint:
    """`point × f + temperament × (1 − f)` with f = max(0, 1 − 0.05 × hours) ([E] §3.3, `one-mind.md`).

    Never past the temperament; no time, or a clock set back, cools nothing.
    """
    left = max(0.0, 1.0 - settings.decay * min(LONGEST_H, max(0.0, hours)))
    pairs = zip(axes(point), axes(temperament), strict=True)
    return clamped(*(here * left + home * (1.0 - left) for here, home in pairs))


def noise(key: str, settings: MoodSettings) -> Triple:
    """One draw an axis of N(0, 0.02), the same for the same seed and key."""
    # Chance for the sake of liveliness; nothing is kept secret by it.
    chance = random.Random(f"{settings.seed}:{key}")  # noqa: S311 - chance that can be repeated, no secret
    first, second, third = (chance.gauss(0.0, settings.noise) for _ in AXES)
    return first, second, third


def distance(a: MoodPoint, b: MoodPoint, settings: MoodSettings) -> float:
    """Weighted Euclidean distance: √(1.3 Δv² + 1.0 Δe² + 0.8 Δo²) ([E] §3.2)."""
    weights = (settings.valence_weight, settings.energy_weight, settings.openness_weight)
    pairs = zip(weights, axes(a), axes(b), strict=True)
    return math.sqrt(sum(weight * (one - other) ** 2 for weight, one, other in pairs))


def nearness(a: MoodPoint, b: MoodPoint, settings: MoodSettings) -> float:
    """1 − distance / the largest possible distance; 0–1."""
    farthest = distance(LOWEST, HIGHEST, settings)
    return 1.0 if farthest == 0 else max(0.0, 1.0 - distance(a, b, settings) / farthest)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return 0.0
    return min(MOST_SHIFT, max(-MOST_SHIFT, float(value)))
