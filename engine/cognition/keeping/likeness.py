"""How alike two statements are: by meaning where a sentence model is, by their words otherwise."""

import threading
from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from engine.embedding import Embedder, Vectors, vector_of, vectors_of
from engine.memory import conflicts
from engine.search import stems
from engine.vault import UnitOfWork, Vault

OWNER = "cognition/"
PURPOSE = "comparing beliefs and ideas"
R = TypeVar("R")


class Likeness:
    """Compares a text with texts that are kept, whose vectors are made once. Callable from any thread."""

    def __init__(self, vault: Vault, embedder: Embedder | None) -> None:
        self._vault, self._embedder = vault, embedder
        self._lock = threading.Lock()
        self._known: dict[str, Vectors] | None = None

    def alike(self, text: str, others: Mapping[str, str], least: float) -> dict[str, float]:
        """Those of `others` (texts by name) that say the same as `text`, nearest first: a likeness from `least` on.

        What is as near and contradicts it does not say the same.
        """
        near = sorted(self.near(text, others).items(), key=lambda each: -each[1])
        return {name: score for name, score in near if score >= least and not conflicts(text, others[name])}

    def nearest(self, text: str, others: Mapping[str, str], least: float = 0.0) -> str | None:
        """The name of what is nearest in meaning to `text`, where it is as near as `least`."""
        near = self.near(text, others)
        best = max(near, key=lambda name: near[name], default=None)
        return best if best is not None and near[best] >= least else None

    def ranked(self, query: str, records: Mapping[str, tuple[R, str]], limit: int) -> list[tuple[R, float]]:
        """The records (with their texts, by id) nearest to `query` with their likeness, at most `limit`."""
        near = self.near(query, {name: text for name, (_, text) in records.items()})
        names = sorted(near, key=lambda name: -near[name])[:limit]
        return [(records[name][0], near[name]) for name in names]

    def near(self, text: str, others: Mapping[str, str]) -> dict[str, float]:
        """How near in meaning (0–1) `text` is to each of `others`, whatever it says of the matter."""
        asked = vector_of(self._embedder, text, PURPOSE) if others else None
        if asked is None or not self._learn(others):
            return {name: shared_words(text, other) for name, other in others.items()}
        matrix = np.stack([self._vectors()[name] for name in others])
        return {name: float(score) for name, score in zip(others, np.clip(matrix @ asked, 0, 1), strict=True)}

    def take_out(self, unit: UnitOfWork, record_id: str) -> None:
        """Delete the vectors of a record and of its parts."""
        with self._lock:
            owned = [name for name in self._vectors() if name.partition("/")[0] == record_id]
            for name in owned:
                self._vectors().pop(name)
        for name in owned:
            self._vault.vectors.remove(unit, OWNER + name)

    def _learn(self, others: Mapping[str, str]) -> bool:
        """Make the vectors that are missing, and keep them; False where that cannot be."""
        missing = [name for name in others if name not in self._vectors()]
        made = vectors_of(self._embedder, [others[name] for name in missing], PURPOSE)
        if missing and made is None:
            return False
        if self._embedder is None or made is None:
            return True
        # The vault before the lock, as everywhere.
        with self._vault.unit() as unit:
            for name, vector in zip(missing, made, strict=True):
                self._vault.vectors.put(unit, self._embedder.space, OWNER + name, vector)
            unit.commit()
        with self._lock:
            self._vectors().update(zip(missing, made, strict=True))
        return True

    def _vectors(self) -> dict[str, Vectors]:
        if self._known is None:
            self._known = {}
            if self._embedder is not None:
                names, vectors = self._vault.vectors.load(self._embedder.space, OWNER)
                self._known = {
                    name.removeprefix(OWNER): row for name, row in zip(names, vectors, strict=True)
                }
        return self._known


def shared_words(first: str, second: str) -> float:
    """The share of their words (as stems) that two texts have in common, 0–1."""
    a, b = set(stems(first)), set(stems(second))
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0
