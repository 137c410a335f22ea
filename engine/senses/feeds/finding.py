"""Items found again, by meaning and by word: derived, built when it is first asked for and after every change."""

import threading
from collections.abc import Sequence

import numpy as np

from engine.calling import Stop, never
from engine.embedding import Embedder, vector_of, vectors_of
from engine.search import Document, DocumentIndex, ExactIndex, stems
from engine.senses.feeds.records import Item
from engine.vault import Vault

PREFIX, BATCH, MOST = "item_", 16, 200
PURPOSE = "searching feeds"


class Finder:
    """The index over the items that stand. Callable from any thread."""

    def __init__(self, vault: Vault, embedder: Embedder | None, floor: float) -> None:
        self._vault, self._embedder, self._floor = vault, embedder, floor
        self._guard = threading.Lock()
        self._index: DocumentIndex | None = None
        self._held: dict[str, Item] = {}

    def forget(self) -> None:
        """What stands has changed."""
        with self._guard:
            self._index, self._held = None, {}

    def search(self, query: str, standing: Sequence[Item]) -> list[Item]:
        """Those of `standing`, which are all that stand, that the query is about, best first."""
        wanted = set(stems(query))
        vector = vector_of(self._embedder, query, PURPOSE)
        with self._guard:
            index = self._index or self._build(standing)
            ranked = index.rank(query, vector, MOST)
            found = [(each, self._held[each.id]) for each in ranked if each.id in self._held]
        return [
            item
            for each, item in found
            if (each.similarity or 0.0) >= self._floor or wanted.intersection(stems(text_of(item)))
        ]

    def embed(self, items: Sequence[Item], should_stop: Stop = never) -> int:
        """Keep the meaning of items; returns of how many. They are found by word without it."""
        embedder, done = self._embedder, 0
        while embedder is not None and done < len(items) and not should_stop():
            batch = items[done : done + BATCH]
            vectors = vectors_of(embedder, [text_of(item) for item in batch], PURPOSE)
            if vectors is None:
                break
            with self._vault.unit() as unit:
                for item, vector in zip(batch, vectors, strict=True):
                    self._vault.vectors.put(unit, embedder.space, item.id, vector)
                unit.commit()
            done += len(batch)
        self.forget()
        return done

    def _build(self, standing: Sequence[Item]) -> DocumentIndex:
        embedder = self._embedder
        index = DocumentIndex(None if embedder is None else ExactIndex(embedder.dimension))
        index.add([Document(item.id, text_of(item)) for item in standing])
        if embedder is not None:
            owners, vectors = self._vault.vectors.load(embedder.space, PREFIX)
            known = [each in index for each in owners]
            if any(known):
                chosen = [each for each, stands in zip(owners, known, strict=True) if stands]
                index.place(chosen, vectors[np.array(known, np.bool_)])
        self._index, self._held = index, {item.id: item for item in standing}
        return index


def text_of(item: Item) -> str:
    """What an item is found by."""
    return "\n".join(part for part in (item.title, item.summary, item.category) if part)
