"""Corrections by meaning: the collection of [E] §4.1, rebuilt from the vault whenever that has changed."""

import threading

import numpy as np

from engine.embedding import Embedder, Vectors, vector_of, vectors_of
from engine.intent.corrections.fitting import Fit, likeness, said_text
from engine.intent.records import Correction
from engine.intent.store import IntentStore
from engine.search import ExactIndex
from engine.vault import UnitOfWork, Vault

PREFIX = "c_"
MATCHING = "matching corrections"
LOOKED_AT = 8  # corrections that are compared with a mistake, nearest first
SAID, FAILS, FINE = "said", "fails", "fine"


class CorrectionIndex:
    """Vectors of what corrections say, of when they fail and of when they are fine. Callable from any thread."""

    def __init__(self, vault: Vault, store: IntentStore, embedder: Embedder | None) -> None:
        self._vault, self._store, self._embedder = vault, store, embedder
        self._lock = threading.Lock()
        self._token: str | None = None
        self._corrections: list[Correction] = []
        self._index: ExactIndex | None = None
        self._fresh: dict[str, Vectors] = {}

    def fits(self, situation: str) -> list[tuple[Correction, Fit]]:
        """How every standing correction fits; by words alone where there is no sentence model."""
        with self._lock:
            asked = self._asked(situation)
            self._refresh(embedding=asked is not None)
            if asked is None or self._index is None:
                return [(each, _fit_by_words(each, situation)) for each in self._corrections]
            scores = self._index.scores(asked)
            near = {name: float(score) for name, score in zip(self._index.ids, scores, strict=True) if name}
            return [(each, _fit(each, near)) for each in self._corrections]

    def nearest(self, mistake: str) -> tuple[Correction, float] | None:
        """The correction whose mistake is most like `mistake`, with the cosine of the two."""
        alike = sorted(self.fits(mistake), key=lambda each: -each[1].said)[:LOOKED_AT]
        if not alike:
            return None
        standing = [each for each, _ in alike]
        vectors = vectors_of(self._embedder, [mistake, *(each.mistake for each in standing)], MATCHING)
        if vectors is None:
            scores = [likeness(mistake, each.mistake) for each in standing]
        else:
            scores = [float(score) for score in vectors[1:] @ vectors[0]]
        best = int(np.argmax(scores))
        return standing[best], scores[best]

    def catch_up(self) -> None:
        """Embed what is new and keep its vectors, so that no turn waits for it and none is made twice."""
        if self._embedder is None:
            return
        # The vault before the lock, as everywhere: whoever writes may have to look something up here.
        with self._vault.unit() as unit, self._lock:
            self._refresh(embedding=True)
            for name, vector in self._fresh.items():
                self._vault.vectors.put(unit, self._embedder.space, name, vector)
            unit.commit()
            self._fresh = {}

    @property
    def is_behind(self) -> bool:
        """Whether vectors were made that the vault does not have."""
        return bool(self._fresh)

    def take_out(self, unit: UnitOfWork, correction_id: str) -> None:
        """Delete the vectors of a correction."""
        for part in (SAID, FAILS, FINE):
            self._vault.vectors.remove(unit, f"{correction_id}/{part}")

    def _refresh(self, *, embedding: bool) -> None:
        token = self._store.token()
        if token == self._token and (self._index is not None or not embedding):
            return
        self._corrections, self._token = self._store.all(Correction), token
        self._index = self._built() if embedding else None

    def _built(self) -> ExactIndex | None:
        self._fresh = {}
        if self._embedder is None:
            return None
        texts = {name: text for each in self._corrections for name, text in _texts(each).items()}
        names, vectors = self._vault.vectors.load(self._embedder.space, PREFIX)
        index = ExactIndex(self._embedder.dimension)
        stored = [at for at, name in enumerate(names) if name in texts]
        if stored:
            index.add([names[at] for at in stored], vectors[stored])
        missing = sorted(set(texts) - {names[at] for at in stored})
        fresh = vectors_of(self._embedder, [texts[name] for name in missing], MATCHING)
        if fresh is None:
            return None
        if missing:
            index.add(missing, fresh)
        self._fresh = dict(zip(missing, fresh, strict=True))
        return index

    def _asked(self, situation: str) -> Vectors | None:
        return vector_of(self._embedder, situation, MATCHING)


def _texts(correction: Correction) -> dict[str, str]:
    """Each text that has a vector, by the name of that."""
    parts = {SAID: said_text(correction), FAILS: correction.fails_when, FINE: correction.fine_when}
    return {f"{correction.id}/{part}": text for part, text in parts.items() if text}


def _fit(correction: Correction, near: dict[str, float]) -> Fit:
    said, fails, fine = (near.get(f"{correction.id}/{part}") for part in (SAID, FAILS, FINE))
    return Fit(said or 0.0, fails, fine)


def _fit_by_words(correction: Correction, situation: str) -> Fit:
    fails = likeness(correction.fails_when, situation) if correction.fails_when else None
    fine = likeness(correction.fine_when, situation) if correction.fine_when else None
    return Fit(likeness(said_text(correction), situation), fails, fine)
