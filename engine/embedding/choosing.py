"""A sentence model of the person's choice beside the starter's: one scale for both, and each head its own space.

Thresholds belong to a space (`one-mind.md`), and ours are those of MiniLM, where sentences that have nothing in common
stand at a right angle. The vectors of some models are anisotropic: all lie in one narrow cone, two unlike sentences
have a cosine of 0.75 there, and no threshold would tell anything. Mean-centred (Mu and Viswanath, "All-but-the-Top",
2018), they use the same scale.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np

from engine.embedding.port import Embedder, Vectors

SMALLEST = 1e-6


class CentredEmbedder:
    """Another one's vectors less the mean of a sample of everyday sentences in eight languages, of length 1 again.

    The cosine c of two sentences becomes about (c − m²) / (1 − m²) for a mean of length m. The mean is computed when it
    is first needed, and is the same each time; the space tells by which sample.
    """

    def __init__(self, inner: Embedder, sample: Sequence[str] | None = None) -> None:
        self._inner = inner
        self._sample = tuple(sample) if sample is not None else everyday_sentences()
        self._centre: Vectors | None = None
        self.space = f"{inner.space}-{zlib.crc32(chr(10).join(self._sample).encode()):08x}"
        self.dimension = inner.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As `Embedder` has it. Raises EmbeddingError."""
        if self._centre is None:
            self._centre = self._inner.embed(self._sample).mean(axis=0)
        moved = self._inner.embed(texts) - self._centre
        lengths = np.linalg.norm(moved, axis=1, keepdims=True)
        return np.asarray(moved / np.maximum(lengths, SMALLEST), np.float32)

    def close(self) -> None:
        self._inner.close()


class TwoSpaces:
    """An embedder that remembers, and beside it the one whose space the trained heads read."""

    def __init__(self, recalling: Embedder, classifying: Embedder) -> None:
        self.recalling, self.classifying = recalling, classifying
        self.space, self.dimension = recalling.space, recalling.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """By the one that remembers. Raises EmbeddingError."""
        return self.recalling.embed(texts)

    def close(self) -> None:
        self.recalling.close()
        self.classifying.close()


def in_space(embedder: Embedder | None, space: str) -> Embedder | None:
    """What gives vectors of `space`: `embedder`, or the one beside it; None where neither does."""
    if isinstance(embedder, TwoSpaces):
        return in_space(embedder.recalling, space) or in_space(embedder.classifying, space)
    return embedder if embedder is not None and embedder.space == space else None


@cache
def everyday_sentences() -> tuple[str, ...]:
    """The sample that comes with the program, a sentence a line."""
    source = resources.files("resources") / "embedding" / "sample.txt"
    return tuple(source.read_text("utf-8").splitlines())
