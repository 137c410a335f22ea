"""Where else a document is spoken of: the memories that cite it ([A] §8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.memory import Memory, Node, NodeMissingError


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
