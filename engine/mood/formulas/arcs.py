"""How the mood went over a time together: seven patterns ([E] §3.5, order of `one-mind.md`), and which moments stand
for all of it where not each can be shown.
"""

import math
from collections.abc import Sequence
from datetime import datetime

from engine.mood.formulas.affect import axes
from engine.mood.records import ArcPattern
from engine.settings import MoodSettings
from engine.trail import MoodPoint

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


def thinned(course: Sequence[tuple[datetime, MoodPoint]], most: int) -> list[int]:
    """The places in `course` (oldest first) of at most `most` moments, ascending.

    The time is cut into stretches of equal length, and of each the moment stays that moved the mood most, the later one
    of two alike: so no part of it is lost, and nor is what stood out. The last moment always stays.
    """
    last = len(course) - 1
    if last < most:
        return list(range(last + 1))
    if most == 1:
        return [last]
    begin, end = course[0][0], course[-1][0]
    stretch = (end - begin) / (most - 1)
    strongest: dict[int, tuple[float, int]] = {}
    for place, (at, point) in enumerate(course[:-1]):
        moved = math.dist(axes(point), axes(course[place - 1][1])) if place else 0.0
        # All at one moment is one stretch, and what falls on the very end belongs to the last.
        number = min(int((at - begin) / stretch), most - 2) if stretch else 0
        strongest[number] = max(strongest.get(number, (0.0, place)), (moved, place))
    return [*sorted(place for _, place in strongest.values()), last]
