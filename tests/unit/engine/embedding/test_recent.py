"""Queries that come again are not embedded again, and nothing else changes."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.embedding import RecentQueries
from engine.embedding.port import Vectors


class Counting:
    """An embedder whose vector tells the text's length, and that counts what it was asked."""

    space, dimension = "counting", 2

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.closed = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text), 1] for text in texts], np.float32).reshape(len(texts), 2)

    def close(self) -> None:
        self.closed = True


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=3), max_size=60))
def test_every_text_gets_its_own_vector(batches):
    recent = RecentQueries(Counting())
    for batch in batches:
        assert np.array_equal(recent.embed(batch), Counting().embed(batch))


def test_a_query_is_embedded_once_and_forgotten_at_the_end():
    inner = Counting()
    recent = RecentQueries(inner)
    for _ in range(4):
        recent.embed(["where do I live?"])[0, 0] = 99
    assert inner.asked == ["where do I live?"]
    assert recent.embed(["where do I live?"])[0, 0] == 16
    for number in range(40):
        recent.embed([f"{number}"])
    recent.embed(["where do I live?"])
    assert inner.asked.count("where do I live?") == 2
    recent.close()
    assert inner.closed
