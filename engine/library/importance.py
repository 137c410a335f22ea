"""How much a document matters: how it is used, and where else it is spoken of ([A] §8)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import fmean
from typing import Protocol

from engine.memory import Memory, Node, NodeMissingError
from engine.settings import LibrarySettings


@dataclass(frozen=True, slots=True)
class Mentions:
    """The number of links to a document, and the emotional intensities (0–1) around it."""

    links: int = 0
    intensities: Sequence[float] = ()


class MentionSource(Protocol):
    """Who knows what refers to documents."""

    def mentions(self, ref: str) -> Mentions:
        """What refers to `document:<id>`."""


class MemoryMentions:
    """The memory room as a `MentionSource`: each standing node that cites a document is a link to it."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def mentions(self, ref: str) -> Mentions:
        found = [self._standing(each) for each in sorted(self._memory.citing(frozenset({ref})))]
        nodes = [node for node in found if node is not None]
        felt = tuple(node.resonance.intensity for node in nodes if node.resonance is not None)
        return Mentions(len(nodes), felt)

    def _standing(self, ref: str) -> Node | None:
        """`citing` tells of withdrawn ones too."""
        try:
            node = self._memory.node(ref.removeprefix("node:"))
        except NodeMissingError:
            return None
        return node if node.stands else None


def importance(accesses: int, idle: timedelta, mentions: Mentions, settings: LibrarySettings) -> float:
    """0–1: ln(1 + accesses) / 10, a fifth more within a week of the last access, plus the mean intensity of what
    mentions it, plus a tenth a link. `idle` is the time since the last access.
    """
    base = math.log1p(accesses) / settings.access_scale
    recency = settings.recency_factor if idle < timedelta(days=settings.recent_days) else 1.0
    emotion = fmean(mentions.intensities) if mentions.intensities else 0.0
    return min(1.0, base * recency + emotion + mentions.links * settings.link_boost)
