"""What is to become of something new, decided before anything is written ([C] §8).

Only a text that contains the other becomes one with it here; what a model may say in one is linked and looked at later.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.embedding import Vectors
from engine.memory.ageing import is_protected
from engine.memory.finding import Finder
from engine.memory.finding.finder import meant
from engine.memory.records import Node
from engine.memory.writing.differences import conflicts, contains, differences, normalised
from engine.memory.writing.merging import alike, contained_text
from engine.settings import MemorySettings


@dataclass(frozen=True, slots=True)
class Near:
    """A standing node that something new comes near to, and how near: 0–1."""

    node: Node
    similarity: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with `fresh`: confirm one, become one with several under `text`, or stand by itself.

    `linked` are looked at again in sleep; `opposed` may contradict it.
    """

    fresh: Node
    vector: Vectors | None
    confirmed: Node | None = None
    text: str = ""
    absorbed: tuple[Node, ...] = ()
    linked: tuple[Near, ...] = ()
    opposed: tuple[Near, ...] = ()


class Planner:
    """Compares something new with what stands. Reads only."""

    def __init__(self, finder: Finder, settings: MemorySettings) -> None:
        self._finder = finder
        self._settings = settings

    def plan(self, fresh: Node) -> Plan:
        """The plan for `fresh`."""
        text = meant(fresh.title, fresh.text)
        vector = self._finder.embed(text)
        near = self._near(fresh, text, vector)
        rivals = [one for one in near if alike(fresh, one.node)]
        bare = normalised(fresh.text)
        same = next((one.node for one in rivals if bare and normalised(one.node.text) == bare), None)
        if same is not None:
            return Plan(fresh, vector, confirmed=same)
        opposed = tuple(one for one in rivals if conflicts(fresh.text, one.node.text))
        text, absorbed = self._one_text(fresh, self._mergeable(fresh, rivals))
        taken = {node.id for node in absorbed}
        linked = tuple(one for one in near if one.node.id not in taken)[: self._settings.cluster - 1]
        return Plan(fresh, vector, text=text, absorbed=absorbed, linked=linked, opposed=opposed)

    def _near(self, fresh: Node, text: str, vector: Vectors | None) -> list[Near]:
        """Standing nodes of the same privacy from 0.75, nearest first."""
        found = self._finder.candidates(text, vector, self._settings.candidates)
        compared = [
            Near(node, self._finder.similarity(text, node, ranked))
            for node, ranked in found
            if node.private == fresh.private and node.person == fresh.person
        ]
        close = [one for one in compared if one.similarity >= self._settings.duplicate_from]
        return sorted(close, key=lambda one: -one.similarity)

    def _mergeable(self, fresh: Node, rivals: Sequence[Near]) -> list[Node]:
        if is_protected(fresh, self._settings):
            return []
        free = [one.node for one in rivals if not is_protected(one.node, self._settings)]
        agreeing = [node for node in free if not differences(fresh.text, node.text)]
        return agreeing[: self._settings.cluster - 1]

    def _one_text(self, fresh: Node, cluster: list[Node]) -> tuple[str, tuple[Node, ...]]:
        """The text that may stand for `fresh` and those of the cluster it takes in; none of them, none."""
        whole = normalised(fresh.text)
        inside = [node for node in cluster if _either_contains(whole, normalised(node.text))]
        for group in (inside, inside[:1]):
            text = contained_text([fresh.text, *(node.text for node in group)]) if group else None
            if text is not None:
                return text, tuple(group)
        return "", ()


def _either_contains(a: str, b: str) -> bool:
    return contains(a, b) or contains(b, a)
