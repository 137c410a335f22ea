"""How the person seemed over weeks: a decline is noticed, a bad day is none ([E] §2.3.2)."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from engine.mood.records import Seeming, Seen
from engine.settings import MoodSettings

WEIGHTS = {
    Seeming.GLAD: 1.0,
    Seeming.USUAL: 0.0,
    Seeming.TIRED: -0.5,
    Seeming.TENSE: -0.7,
    Seeming.UNWELL: -0.8,
    Seeming.LOW: -1.0,
}


def fall(seen: Sequence[Seen], settings: MoodSettings) -> float:
    """How far the daily means fell from the first day to the last, by their line; 0–2, 0 where too little is known.

    Each day counts once, however much was said on it.
    """
    days: dict[int, list[float]] = defaultdict(list)
    for one in seen:
        days[one.at.toordinal()].append(WEIGHTS[one.seeming])
    if len(days) < settings.decline_least:
        return 0.0
    numbers = np.array(sorted(days), dtype=np.float64)
    means = np.array([np.mean(days[int(day)]) for day in numbers])
    numbers -= numbers.mean()
    slope = float((numbers @ (means - means.mean())) / (numbers @ numbers))
    return min(2.0, max(0.0, -slope * float(numbers[-1] - numbers[0])))


def declines(seen: Sequence[Seen], settings: MoodSettings) -> bool:
    """Whether the person seems to do worse and worse."""
    return fall(seen, settings) >= settings.decline_drop
