"""How memories fade, grow and weigh: pure formulas; what runs them at night is elsewhere.

What is used stays, what is not fades slowly and is put away, never deleted ([E] §4.5.4–6). What is who we are now
stands above what was ([C] §5.3). `importance`, the judgement, is never touched.
"""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from engine.memory.kinds import Ageing, Tier
from engine.memory.records import Node
from engine.settings import MemorySettings

_DAY = timedelta(days=1)


def strengthened(strength: float, recalls: int, settings: MemorySettings) -> float:
    """`min(strength + min(0.05 × recalls, 0.15), 1)`, `recalls` being those since the last run."""
    return min(strength + min(settings.boost * max(recalls, 0), settings.most_boost), 1.0)


def decayed_strength(
    node: Node, now: datetime, settings: MemorySettings, aged_at: datetime | None = None
) -> float:
    """The strength now: 0.02 less for each day without a recall beyond 30, never below 0.

    A function of elapsed time (`one-mind.md`, "The night"): what was taken off until `aged_at` is not taken off again,
    however often it is run. Slowly ageing kinds lose less; those that never age, are replaced, or sink by gravity lose
    nothing. Without `aged_at` a day's loss at most.
    """
    loss = {Ageing.GRADUAL: settings.fading, Ageing.SLOW: settings.slow_fading}.get(node.kind.row.ageing, 0.0)
    touched = max(node.recalled_at or node.created_at, node.confirmed_at)
    idle = _days_beyond(now - touched, settings.idle_days)
    before = max(idle - 1, 0) if aged_at is None else _days_beyond(aged_at - touched, settings.idle_days)
    return max(node.strength - loss * max(idle - before, 0), 0.0)


def _days_beyond(span: timedelta, idle_days: float) -> int:
    """Whole days, a begun one counted, by which `span` is longer than so many days."""
    return max(0, math.ceil((span - timedelta(days=idle_days)) / timedelta(days=1)))


def is_protected(node: Node, settings: MemorySettings) -> bool:
    """Whether no job may merge or archive it: by its kind, or by an importance of 0.9 and more."""
    return node.kind.row.protected or node.importance >= settings.protected_from


def is_weak(node: Node, settings: MemorySettings) -> bool:
    """Whether it may be archived: below 0.15 and not protected."""
    return node.strength < settings.weak_below and not is_protected(node, settings)


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
