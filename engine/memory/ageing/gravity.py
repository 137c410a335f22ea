"""Narrative gravity: what is who we are now stands above what was ([C] §5.3)."""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from engine.memory.kinds import Tier
from engine.memory.records import Node
from engine.settings import MemorySettings

_DAY = timedelta(days=1)


def gravity(node: Node, now: datetime, settings: MemorySettings) -> float:
    """`importance × 0.5 ^ (days since last confirmed / half-life)`, at least 0.01; 0–1.

    Kinds of the core tier weigh their importance: what the companion is does not age. A time that lies ahead
    counts as now.
    """
    if node.kind.row.tier is Tier.CORE and node.person is None:
        return node.importance
    days = max(now - node.confirmed_at, timedelta(0)) / _DAY
    return max(node.importance * math.pow(0.5, days / settings.half_life_days), settings.least_gravity)


def order_by_gravity(nodes: Iterable[Node], now: datetime, settings: MemorySettings) -> list[Node]:
    """Heaviest first; what weighs alike keeps its order."""
    return sorted(nodes, key=lambda node: -gravity(node, now, settings))
