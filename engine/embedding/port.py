"""The embedding port: text to vectors in a named space."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors. Callable from any thread; calls are taken one after another."""

    @property
    def space(self) -> str:
        """Name of the space, such as `minilm-l6-v2`: vectors compare only within one space."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """An array of shape (len(texts), dimension), float32, each row of length 1. Raises EmbeddingError."""

    def close(self) -> None:
        """Release the model. Idempotent."""


def readable(text: str) -> str:
    """`text` as every tokenizer takes it: a lone surrogate counts as `?`."""
    return text.encode("utf-8", "replace").decode()
