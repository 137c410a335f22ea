"""Which moments of a long time stand for all of it where not each can be shown."""

import math
from collections.abc import Sequence
from datetime import datetime

from engine.mood.formulas.affect import axes
from engine.trail import MoodPoint


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
