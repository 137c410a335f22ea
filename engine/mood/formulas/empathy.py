"""How far what somebody else feels moves one's own mood.

An emotion moves towards the one that is felt along with it, from the middle of each axis: what is good news lifts and
what is bad draws down by about as much, wherever the mood stands, so that the order of what is said does not matter.
Only what is surer than chance counts, so small talk barely moves. Bounded by `settings.empathy` × the point felt.
"""

import math

from engine.mood.emotions import point_of_word
from engine.mood.formulas.affect import Triple, axes
from engine.mood.sentiment import Group, Sentiment, feelings, group_of
from engine.settings import MoodSettings

MIDDLE: Triple = (0.0, 0.5, 0.5)
MOVING = (Group.POSITIVE, Group.NEGATIVE)


def empathy(sentiment: Sentiment, settings: MoodSettings) -> Triple:
    """What moves on each axis: empathy × Σ certainty(group) × Σ share within it × weight × (point felt − middle)."""
    moved = [0.0, 0.0, 0.0]
    for group, share in sentiment.groups.items():
        certainty = sure(share, settings) if group in MOVING else 0.0
        for name, part in sentiment.shares.items():
            if certainty and group_of(name) is group:
                step = settings.empathy * certainty * part / share
                moved = [at + step * towards for at, towards in zip(moved, pull(name), strict=True)]
    return moved[0], moved[1], moved[2]


def sure(share: float, settings: MoodSettings) -> float:
    """How much of a group's share counts: nothing up to `empathy_from`, 1 at certainty."""
    least = settings.empathy_from
    if not math.isfinite(share) or share <= least:
        return 0.0
    return min(1.0, (share - least) / (1.0 - least))


def pull(name: str) -> Triple:
    """Where an emotion of somebody else draws, from the middle: its weight × the point of what is felt along."""
    known = feelings()[name]
    point = point_of_word(known.felt)
    if point is None:
        raise ValueError(f"{known.felt!r} is no emotion of the table")
    valence, energy, openness = (
        known.weight * (one - middle) for one, middle in zip(axes(point), MIDDLE, strict=True)
    )
    return valence, energy, openness
