"""The gate's weights are shipped: a first turn never waits for them to be fitted."""

from importlib import resources

import pytest

from engine.conversation.governing.prototypes import CLASSES, Prototypes, weights_name
from engine.embedding import OnnxEmbedder
from engine.models import standard_store


@pytest.fixture
def prototypes() -> Prototypes:
    return Prototypes(OnnxEmbedder(standard_store().path("minilm-l6-onnx")))


def test_they_are_those_of_these_prototypes() -> None:
    """After a change: `python tasks.py weights`."""
    shipped = [one.name for one in (resources.files("resources") / "governing").iterdir()]
    assert [name for name in shipped if name.endswith(".f32")] == [weights_name("minilm-l6-v2")]


def test_they_read_what_is_asked(prototypes: Prototypes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prototypes, "fitted", lambda _stop: pytest.fail("nothing is to be fitted"))
    sentences = ["Please remember that I take my coffee black.", "The bus was late today."]
    shares = prototypes.shares(sentences)
    assert [CLASSES[place] for place in shares.argmax(axis=1)] == ["remember", "none"]
