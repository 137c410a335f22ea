"""Imprints: how they fade, and how they pull the temperament ([E] §3.4, rules "Mood" of `one-mind.md`)."""

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from engine.mood.affect import Triple, axes, clamped
from engine.mood.records import Imprint
from engine.settings import MoodSettings
from engine.trail import MoodPoint

_DAY = timedelta(days=1)
NOWHERE: Triple = (0.0, 0.0, 0.0)


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
    first = until - timedelta(days=max(0, days))
    for number in range(1, days + 1):
        wanted = pull(pulling, first + timedelta(days=number), settings)
        drift = _towards(drift, wanted, settings.pull_a_day)
    return drift


def pull(pulling: Sequence[Imprint], day: date, settings: MoodSettings) -> Triple:
    """What the imprints ask for on `day`: a tenth of strength × distance from the default, summed; at most 0.15."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    base, most = axes(home(settings)), settings.pull_in_all
    asked = [0.0, 0.0, 0.0]
    for one in pulling:
        strength = faded_strength(one.made_strength, noon - one.created_at, settings)
        if strength < settings.imprint_least:
            continue
        for axis, (there, here) in enumerate(zip(axes(one.point), base, strict=True)):
            asked[axis] += settings.pull * strength * (there - here)
    first, second, third = (min(most, max(-most, one)) for one in asked)
    return first, second, third


def _towards(drift: Triple, wanted: Triple, most: float) -> Triple:
    pairs = zip(drift, wanted, strict=True)
    first, second, third = (here + min(most, max(-most, there - here)) for here, there in pairs)
    return first, second, third


def _longest(settings: MoodSettings) -> int:
    """Days after which every imprint that stands has faded and the temperament is back."""
    fading = settings.imprint_days * math.log2(1.0 / settings.imprint_least)
    return math.ceil(fading + settings.pull_in_all / settings.pull_a_day) + 1
