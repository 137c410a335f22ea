"""The embedding port: text to vectors in a named space; and words alone where a model is missing or fails.

* EmbeddingError            anything below
  x ModelMissingError       a file of the sentence model is not there
  x ModelDamagedError       a file is there and cannot be read, or does not hold a sentence model
  x DimensionError          more numbers asked for than the model gives
  x EmbedderClosedError     asked after the model was released
"""

import logging
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import CompanionError

log = logging.getLogger(__name__)

Vectors = NDArray[np.float32]


class EmbeddingError(CompanionError):
    """A text could not be turned into a vector."""

    remedy = "Memory works by words alone until the sentence model is back; see `companion doctor`."


class ModelMissingError(EmbeddingError):
    """A file of the sentence model is not where it should be."""

    remedy = "Install the starter models: `companion models install --starter`."


class ModelDamagedError(EmbeddingError):
    """A file of the sentence model is unreadable or of another kind."""

    remedy = "Install the sentence model again: `companion models install --starter`."


class DimensionError(EmbeddingError):
    """A vector cannot be made longer than the model makes it."""

    remedy = "Choose a smaller dimension, or another sentence model."


class EmbedderClosedError(EmbeddingError):
    """The embedder was asked after it was closed."""

    remedy = "Start the companion again."


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


def vectors_of(embedder: Embedder | None, texts: Sequence[str], purpose: str) -> Vectors | None:
    """An array (texts, dimension) of rows of length 1; None without a model, without texts, or where it fails.

    `purpose` says in the log what goes on by words alone.
    """
    if embedder is None or not texts:
        return None
    try:
        return embedder.embed(texts)
    except EmbeddingError as error:
        log.warning("%s by words alone: %s", purpose, type(error).__name__)
        return None


def vector_of(embedder: Embedder | None, text: str, purpose: str) -> Vectors | None:
    """The one vector of `text`, of length 1; None as above."""
    vectors = vectors_of(embedder, [text], purpose)
    return None if vectors is None else vectors[0]
