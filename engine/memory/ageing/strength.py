"""Strength: what is used stays, what is not fades slowly and is put away, never deleted ([E] §4.5.4–6).

`importance`, the judgement, is never touched.
"""

from datetime import datetime, timedelta

from engine.memory.kinds import Ageing
from engine.memory.records import Node
from engine.settings import MemorySettings


def strengthened(strength: float, recalls: int, settings: MemorySettings) -> float:
    """`min(strength + min(0.05 × recalls, 0.15), 1)`, `recalls` being those since the last run."""
    return min(strength + min(settings.boost * max(recalls, 0), settings.most_boost), 1.0)


def decayed_strength(node: Node, now: datetime, settings: MemorySettings) -> float:
    """The strength after one run: 0.02 less where nothing recalled it for 30 days, never below 0.

    Slowly ageing kinds lose less; those that never age, are replaced, or sink by gravity lose nothing.
    """
    loss = {Ageing.GRADUAL: settings.fading, Ageing.SLOW: settings.slow_fading}.get(node.kind.row.ageing, 0.0)
    touched = max(node.recalled_at or node.created_at, node.confirmed_at)
    if now - touched <= timedelta(days=settings.idle_days):
        return node.strength
    return max(node.strength - loss, 0.0)


def is_protected(node: Node, settings: MemorySettings) -> bool:
    """Whether no job may merge or archive it: by its kind, or by an importance of 0.9 and more."""
    return node.kind.row.protected or node.importance >= settings.protected_from


def is_weak(node: Node, settings: MemorySettings) -> bool:
    """Whether it may be archived: below 0.15 and not protected."""
    return node.strength < settings.weak_below and not is_protected(node, settings)
