"""How the valence went over a time together: seven patterns ([E] §3.5, order of `one-mind.md`)."""

from collections.abc import Sequence

from engine.mood.records import ArcPattern
from engine.settings import MoodSettings

_EXACT = 9  # decimals; thresholds are met by sums of tenths


def pattern_of(valences: Sequence[float], settings: MoodSettings) -> ArcPattern:
    """The pattern of the sampled key moments, oldest first; fewer than two are flat.

    A valley is a turn upwards, a peak one downwards; turns smaller than 0.05 are none.
    """
    if not valences:
        return ArcPattern.FLAT
    spread = round(max(valences) - min(valences), _EXACT)
    trend = round(valences[-1] - valences[0], _EXACT)
    ups = turns(valences, settings.arc_change)
    found = (
        (spread < settings.arc_flat, ArcPattern.FLAT),
        (len(ups) >= settings.arc_turns and spread > settings.arc_range, ArcPattern.ROLLERCOASTER),
        (True in ups, ArcPattern.RECOVERY),
        (False in ups, ArcPattern.CRASH),
        (trend > settings.arc_trend, ArcPattern.UPSWING),
        (trend < -settings.arc_trend, ArcPattern.SLOW_DRAIN),
    )
    return next((pattern for holds, pattern in found if holds), ArcPattern.STEADY)


def turns(values: Sequence[float], change: float) -> list[bool]:
    """The changes of direction, in order: True where it turned upwards, False where downwards.

    A turn counts once the way back from the last extreme is at least `change` long.
    """
    found: list[bool] = []
    rising: bool | None = None
    low = high = values[0] if values else 0.0
    for value in values:
        low, high = min(low, value), max(high, value)
        climbed = round(value - low, _EXACT) >= change
        fallen = round(high - value, _EXACT) >= change
        if climbed and rising is not True:
            found += [True] if rising is False else []
            rising, high = True, value
        elif fallen and rising is not False:
            found += [False] if rising is True else []
            rising, low = False, value
    return found
