"""Meaning where it can be had: without a sentence model, or where it fails, words have to do."""

import logging
from collections.abc import Sequence

from engine.embedding.errors import EmbeddingError
from engine.embedding.port import Embedder, Vectors

log = logging.getLogger(__name__)


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
