"""Several memories become one: importance the highest, tags united, the most intense feeling, the oldest time.

A merged text that covers more ground than its sources is refused ([C] §8.3).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from engine.embedding import Vectors
from engine.memory.records import Node, Relational
from engine.memory.writing.differences import contains, normalised
from engine.settings import MemorySettings

_ROUNDING = 1e-6  # vectors are float32: a text is not quite at 1 to itself


def alike(fresh: Node, known: Node) -> bool:
    """Whether two nodes are of one kind that merges, of one scope and one privacy."""
    same = fresh.kind is known.kind and fresh.person == known.person and fresh.private == known.private
    return same and fresh.kind.row.mergeable


def contained_text(texts: Sequence[str]) -> str | None:
    """The text that contains every other one, word for word; None where there is none."""
    bare = {text: normalised(text) for text in texts}
    whole = max(texts, key=lambda text: (len(bare[text]), len(text)))
    return whole if all(contains(bare[whole], bare[text]) for text in texts) else None


def merged(nodes: Sequence[Node], text: str, node_id: str, now: datetime) -> Node:
    """One node in the place of `nodes`, saying `text`. Everything of every source is kept or united."""
    oldest = min(nodes, key=lambda node: node.event_at)
    feeling = max(nodes, key=lambda node: (node.resonance is not None, node.intensity))
    point = feeling if feeling.feeling is not None else next((n for n in nodes if n.feeling), feeling)
    recalled = [node.recalled_at for node in nodes if node.recalled_at is not None]
    return replace(
        oldest,
        id=node_id,
        text=text,
        title=next((node.title for node in nodes if node.title), ""),
        category=next((node.category for node in nodes if node.category), ""),
        place=next((node.place for node in nodes if node.place), None),
        tags=tuple(dict.fromkeys(tag for node in nodes for tag in node.tags)),
        importance=max(node.importance for node in nodes),
        strength=max(node.strength for node in nodes),
        confidence=max(node.confidence for node in nodes),
        resonance=feeling.resonance,
        feeling=point.feeling,
        relational=_united(nodes),
        private=any(node.private for node in nodes),
        sources=_all_of([*(node.sources for node in nodes), tuple(node.ref for node in nodes)]),
        created_at=min(node.created_at for node in nodes),
        updated_at=now,
        confirmed_at=now,
        recalled_at=max(recalled, default=None),
        recalls=sum(node.recalls for node in nodes),
        accesses=sum(node.accesses for node in nodes),
        version=max(node.version for node in nodes) + 1,
        merged_into=None,
        archived_at=None,
        markdown_path=None,
    )


def _united(nodes: Sequence[Node]) -> Relational | None:
    bonds = [node.relational for node in nodes if node.relational is not None]
    if not bonds:
        return None
    return Relational(
        bond_strength=max(bond.bond_strength for bond in bonds),
        communication_style=_all_of(bond.communication_style for bond in bonds),
        shared_references=_all_of(bond.shared_references for bond in bonds),
        shared_vocabulary={term: said for bond in bonds for term, said in bond.shared_vocabulary.items()},
        emotional_macro=next((bond.emotional_macro for bond in bonds if bond.emotional_macro), None),
        user_values=_all_of(bond.user_values for bond in bonds),
        user_struggles=_all_of(bond.user_struggles for bond in bonds),
    )


def _all_of(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for one in lists for each in one))


@dataclass(frozen=True, slots=True)
class DriftCheck:
    """How far a merged text went: cosines to the fresh text M, to the standing S, and of these two."""

    merged_to_fresh: float
    merged_to_standing: float
    original: float

    @property
    def least_to_fresh(self) -> float:
        """The half-drift rule: `(1 + sim(M, S)) / 2`."""
        return (1.0 + self.original) / 2.0

    @property
    def valid(self) -> bool:
        fresh = self.merged_to_fresh - self.least_to_fresh
        standing = self.merged_to_standing - self.original
        return min(fresh, standing) >= -_ROUNDING


def cosine(a: Vectors, b: Vectors) -> float:
    """The cosine of two vectors of length 1, -1 to 1."""
    return float(np.clip(np.dot(a, b), -1.0, 1.0))


def check_merge(fresh: Vectors, standing: Vectors, merged: Vectors) -> DriftCheck:
    """The write-time rule: `sim(M', M) ≥ (1 + sim(M, S)) / 2` and `sim(M', S) ≥ sim(M, S)`."""
    return DriftCheck(cosine(merged, fresh), cosine(merged, standing), cosine(fresh, standing))


def check_consolidation(sources: Sequence[Vectors], merged: Vectors, settings: MemorySettings) -> bool:
    """The rule of sleep: at least 0.80 to the middle of the sources and 0.70 to each of them."""
    middle = np.mean(np.stack(list(sources)), axis=0)
    length = float(np.linalg.norm(middle))
    if length == 0.0:
        return False
    near_middle = cosine(merged, np.asarray(middle / length, np.float32)) >= settings.drift_centroid
    return near_middle and all(cosine(merged, one) >= settings.drift_source for one in sources)
