"""Imprints: how they fade, and how they pull the temperament ([E] §3.4, rules "Mood" of `one-mind.md`)."""

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from engine.mood.formulas.affect import Triple, axes, clamped
from engine.mood.records import Imprint
from engine.settings import MoodSettings
from engine.trail import MoodPoint

_DAY = timedelta(days=1)
_NOON = 12
NOWHERE: Triple = (0.0, 0.0, 0.0)
Floats = NDArray[np.float64]


def faded_strength(made: float, age: timedelta, settings: MoodSettings) -> float:
    """`made × 0.5^(days / 30)`; a clock set back takes nothing and gives nothing."""
    days = max(0.0, age / _DAY)
    return made * math.pow(0.5, min(days / settings.imprint_days, 1000.0))


def home(settings: MoodSettings) -> MoodPoint:
    """The temperament that nothing has pulled yet."""
    return clamped(*settings.temperament)


def temperament(drift: Triple, settings: MoodSettings) -> MoodPoint:
    """Where the mood rests: the default and how far it was pulled, at most 0.15 an axis."""
    most = settings.pull_in_all
    base = axes(home(settings))
    return clamped(*(here + min(most, max(-most, off)) for here, off in zip(base, drift, strict=True)))


def drifted(
    drift: Triple, since: date, until: date, pulling: Sequence[Imprint], settings: MoodSettings
) -> Triple:
    """How far the temperament is pulled by `until`, when it was `drift` on `since`.

    Each day it goes at most 0.01 an axis towards what the imprints of that day ask for, and back as they fade. A
    calendar day counts once; days in the past count none.
    """
    days = min((until - since).days, _longest(settings))
    if days <= 0:
        return drift
    wanted = _asked(pulling, until, days, settings)
    here = np.asarray(drift, dtype=np.float64)
    for there in wanted:
        here = here + np.clip(there - here, -settings.pull_a_day, settings.pull_a_day)
    return float(here[0]), float(here[1]), float(here[2])


def pull(pulling: Sequence[Imprint], day: date, settings: MoodSettings) -> Triple:
    """What the imprints ask for on `day`: a tenth of strength × distance from the default, summed; at most 0.15."""
    first, second, third = _asked(pulling, day, 1, settings)[0]
    return float(first), float(second), float(third)


def _asked(pulling: Sequence[Imprint], until: date, days: int, settings: MoodSettings) -> Floats:
    """What is asked for on each of the last `days` until `until`; (days, 3)."""
    noon = datetime(until.year, until.month, until.day, _NOON, tzinfo=UTC)
    made = np.array([one.made_strength for one in pulling], dtype=np.float64)
    ages = np.array([(noon - one.created_at) / _DAY for one in pulling], dtype=np.float64)
    there = np.array([axes(one.point) for one in pulling], dtype=np.float64).reshape(-1, 3)
    before = np.arange(days - 1, -1, -1, dtype=np.float64)
    aged = np.maximum(0.0, ages[None, :] - before[:, None])
    strengths = made * 0.5 ** np.minimum(aged / settings.imprint_days, 1000.0)
    strengths[strengths < settings.imprint_least] = 0.0
    asked: Floats = settings.pull * (strengths @ (there - np.array(axes(home(settings)))))
    return np.clip(asked, -settings.pull_in_all, settings.pull_in_all)


def _longest(settings: MoodSettings) -> int:
    """Days after which every imprint that stands has faded and the temperament is back."""
    fading = settings.imprint_days * math.log2(1.0 / settings.imprint_least)
    return math.ceil(fading + settings.pull_in_all / settings.pull_a_day) + 1
