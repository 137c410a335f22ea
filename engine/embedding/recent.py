"""The same question asked of several rooms is embedded once."""

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from engine.embedding.port import Embedder, Vectors

KEPT = 32


class RecentQueries:
    """An `Embedder` over another that remembers the latest texts that came alone, as queries do; in memory only."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._guard = threading.Lock()
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def space(self) -> str:
        return self._embedder.space

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        if len(texts) != 1:
            return self._embedder.embed(texts)
        text = texts[0]
        with self._guard:
            known = self._known.get(text)
            if known is not None:
                self._known.move_to_end(text)
                return known.copy()
        found = self._embedder.embed(texts)
        with self._guard:
            self._known[text] = np.array(found)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """Forget what was asked, and release the model."""
        with self._guard:
            self._known.clear()
        self._embedder.close()
