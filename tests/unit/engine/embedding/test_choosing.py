"""A chosen sentence model on the starter's scale, and the heads beside it."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from engine.conversation.governing import open_gate
from engine.embedding import CentredEmbedder, OnnxEmbedder, TwoSpaces, Vectors, in_space
from engine.embedding.choosing import everyday_sentences
from engine.models import standard_folder
from engine.settings import GoverningSettings

ALIKE = (
    ("I'm allergic to peanuts.", "I can't eat peanuts, I have an allergy."),
    ("My sister lives in Leeds.", "Leeds is where my sister lives."),
    ("The dentist moved my appointment to Friday.", "My dentist appointment is on Friday now."),
)


@pytest.fixture(scope="module")
def starter() -> OnnxEmbedder:
    return OnnxEmbedder(standard_folder() / "minilm-l6-onnx")


class Cone:
    """MiniLM's vectors, all pushed to one side: two unlike sentences have a cosine of about 0.8, as with E5."""

    space, dimension = "cone", 384

    def __init__(self, inner: OnnxEmbedder) -> None:
        self._inner = inner

    def embed(self, texts: Sequence[str]) -> Vectors:
        pushed = self._inner.embed(texts) + 2.0 * np.eye(1, 384, dtype=np.float32)
        return np.asarray(pushed / np.linalg.norm(pushed, axis=1, keepdims=True), np.float32)

    def close(self) -> None:
        self._inner.close()


def cosines(embedder: CentredEmbedder | OnnxEmbedder | Cone) -> tuple[list[float], list[float]]:
    """Of sentences that say the same, and of those that have nothing in common."""
    one, other = (embedder.embed([pair[side] for pair in ALIKE]) for side in (0, 1))
    near = [float(a @ b) for a, b in zip(one, other, strict=True)]
    far = [float(a @ b) for a, b in pairwise(one)]
    return near, far


def test_a_narrow_cone_comes_to_the_scale_of_the_starter(starter: OnnxEmbedder) -> None:
    _, pushed = cosines(Cone(starter))
    assert min(pushed) > 0.7
    near, far = cosines(CentredEmbedder(Cone(starter)))
    assert min(near) > 0.6
    assert max(map(abs, far)) < 0.35


def test_one_that_has_no_common_part_hardly_changes(starter: OnnxEmbedder) -> None:
    before, after = cosines(starter), cosines(CentredEmbedder(starter))
    assert np.allclose(before[0] + before[1], after[0] + after[1], atol=0.12)


def test_each_sample_has_a_space_of_its_own(starter: OnnxEmbedder) -> None:
    usual, other = CentredEmbedder(starter), CentredEmbedder(starter, everyday_sentences()[:30])
    assert len({starter.space, usual.space, other.space}) == 3
    assert np.allclose(np.linalg.norm(usual.embed(["Good evening.", "\udce4"]), axis=1), 1.0, atol=1e-5)
    assert usual.embed([]).shape == (0, 384)


def test_the_heads_read_the_starter_whichever_one_remembers(starter: OnnxEmbedder) -> None:
    both = TwoSpaces(Cone(starter), starter)
    assert both.space == "cone"
    assert in_space(both, starter.space) is starter
    assert in_space(both, "another") is None
    assert in_space(None, starter.space) is None
    gate = open_gate(both, GoverningSettings())
    assert gate is not None
    assert gate.open("Forget what I told you about the car.") is not None
    assert open_gate(Cone(starter), GoverningSettings()) is None
