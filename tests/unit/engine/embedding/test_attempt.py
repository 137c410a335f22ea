"""Words have to do where meaning cannot be had, and the log says of what, never of which text."""

import logging

import numpy as np
import pytest

from engine.embedding import EmbeddingError, vector_of, vectors_of


class Embedder:
    space, dimension = "test", 2

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    def embed(self, texts):
        if self.fails:
            raise EmbeddingError("The sentence model failed to read a text.")
        return np.tile(np.array([1.0, 0.0], np.float32), (len(texts), 1))

    def close(self) -> None:
        """Nothing is held."""


def test_a_model_gives_a_row_a_text():
    assert vectors_of(Embedder(), ["a", "b"], "trying").shape == (2, 2)
    assert vector_of(Embedder(), "a", "trying").tolist() == [1.0, 0.0]


def test_nothing_comes_of_no_model_and_of_no_texts():
    assert vectors_of(None, ["a"], "trying") is None
    assert vectors_of(Embedder(), [], "trying") is None


def test_a_failure_is_logged_without_the_text(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        assert vector_of(Embedder(fails=True), "a secret", "trying") is None
    assert caplog.messages == ["trying by words alone: EmbeddingError"]
    caplog.clear()
