"""The arithmetic of a reflection: pure functions over moments of mood ([E] §6.1)."""

from collections.abc import Sequence
from datetime import timedelta, tzinfo

import numpy as np
from numpy.typing import NDArray

from engine.cognition.reflecting.records import (
    Direction,
    Held,
    HourOfEnergy,
    Level,
    Moment,
    Trend,
    Volatility,
)
from engine.settings import NoticingSettings

DAY = timedelta(days=1)
HOURS = 24
_EXACT = 9  # decimals; thresholds are met by sums of tenths
Floats = NDArray[np.float64]


def slope(days: Floats, values: Floats) -> float:
    """The slope of the line of least squares through `values` at `days`; 0 where all lie on one day."""
    if not len(days):
        return 0.0
    apart = days - days.mean()
    spread = float(apart @ apart)
    return float(apart @ (values - values.mean())) / spread if spread > 0.0 else 0.0


def trend(moments: Sequence[Moment], settings: NoticingSettings) -> Trend:
    """Where valence goes: the change that its line makes from the first moment to the last says the direction."""
    if len(moments) < settings.trend_least:
        return Trend(direction=Direction.UNKNOWN)
    first = min(one.at for one in moments)
    days = np.array([(one.at - first) / DAY for one in moments])
    steep = slope(days, _valences(moments))
    change = steep * float(days.max())
    if round(abs(change), _EXACT) < settings.trend_span:
        direction = Direction.STEADY
    else:
        direction = Direction.RISING if change > 0 else Direction.FALLING
    return Trend(direction=direction, slope=steep, change=change)


def volatility(moments: Sequence[Moment], settings: NoticingSettings) -> Volatility:
    """How much valence swings; above 0.2 it is high."""
    if len(moments) < settings.trend_least:
        return Volatility(level=Level.UNKNOWN)
    deviation = float(_valences(moments).std())
    swing = round(deviation, _EXACT)
    if swing > settings.volatile_from:
        level = Level.HIGH
    else:
        level = Level.MEDIUM if swing >= settings.medium_from else Level.LOW
    return Volatility(level=level, deviation=deviation)


def mean_energy(moments: Sequence[Moment]) -> float | None:
    """The mean energy; None without moments."""
    return float(np.mean([one.energy for one in moments])) if moments else None


def energy_by_hour(moments: Sequence[Moment], zone: tzinfo) -> tuple[HourOfEnergy, ...]:
    """The mean energy of each hour of the person's day, all 24 in order."""
    hours = np.array([one.at.astimezone(zone).hour for one in moments], dtype=np.intp)
    counts = np.bincount(hours, minlength=HOURS)
    sums = np.bincount(hours, weights=[one.energy for one in moments], minlength=HOURS)
    return tuple(
        HourOfEnergy(
            hour=hour,
            energy=float(sums[hour] / counts[hour]) if counts[hour] else None,
            moments=int(counts[hour]),
        )
        for hour in range(HOURS)
    )


def peak_hour(by_hour: Sequence[HourOfEnergy]) -> int | None:
    """The hour with the most energy, the earliest of equals; None where nothing was felt."""
    felt = [(one.energy, -one.hour) for one in by_hour if one.energy is not None]
    return -max(felt)[1] if felt else None


def parted(items: Sequence[Held]) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
    """What is carried, the oldest first, and what was lost, the latest first."""
    carried = sorted((one for one in items if one.standing), key=lambda one: one.since)
    lost = sorted((one for one in items if not one.standing), key=lambda one: one.over_at or one.since)
    return tuple(carried), tuple(reversed(lost))


def _valences(moments: Sequence[Moment]) -> Floats:
    return np.array([one.valence for one in moments], dtype=np.float64)
