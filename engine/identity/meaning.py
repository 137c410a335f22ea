"""How alike two texts are: by meaning where a sentence model is, else by the words that they share."""

import threading
from collections.abc import Mapping, Sequence
from hashlib import sha256

import numpy as np

from engine.embedding import Embedder, Vectors, vectors_of
from engine.search import stems

PURPOSE = "knowing oneself"
REMEMBERED = 4000
"""Vectors at hand, so that ten components need one reading of the notes."""


class Meaning:
    """Compares texts. Callable from any thread; vectors are kept under digests, never with their words."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._lock = threading.Lock()
        self._known: dict[bytes, Vectors] = {}

    def vectors(self, texts: Sequence[str]) -> Vectors | None:
        """Rows of length 1, one a text; None where meaning is not to be had."""
        keys = [sha256(text.encode("utf-8", "replace")).digest() for text in texts]
        with self._lock:
            missing = [at for at, key in enumerate(keys) if key not in self._known]
        made = vectors_of(self._embedder, [texts[at] for at in missing], PURPOSE)
        if not texts or (missing and made is None):
            return None
        with self._lock:
            if len(self._known) + len(missing) > REMEMBERED:
                self._known = {key: self._known[key] for key in keys if key in self._known}
            if made is not None:
                self._known.update(zip((keys[at] for at in missing), made, strict=True))
            return np.stack([self._known[key] for key in keys])

    def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How alike `text` is to each of `others`, 0–1."""
        rows = self.vectors([text, *others]) if others else None
        if rows is None:
            return [shared_words(text, other) for other in others]
        return [float(score) for score in np.clip(rows[1:] @ rows[0], 0.0, 1.0)]

    def nearest(self, text: str, others: Mapping[str, str]) -> tuple[str, float] | None:
        """The name of the likest of `others` (texts by name) and how alike it is; None without any."""
        scores = self.likeness(text, list(others.values()))
        return max(zip(others, scores, strict=True), key=lambda one: one[1], default=None)


def shared_words(first: str, second: str) -> float:
    """The share of their words (as stems) that two texts have in common, 0–1."""
    if first.casefold() == second.casefold():
        return 1.0
    a, b = set(stems(first)), set(stems(second))
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0
