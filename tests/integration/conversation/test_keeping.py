"""The small real model weighs what was said: a seeded tenth of the benchmark, and pasted poison."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from platformdirs import user_data_path

from companion.bootstrap import build_mind, open_vault
from engine.conversation import understand
from engine.conversation.answering.asked import KEEP
from engine.embedding import OnnxEmbedder
from engine.language import LlamaModel, LlamaOptions
from engine.mind import Mind
from engine.models import standard_folder
from tests.benchmarks.reflections import ordinary_turns, salient, weigh_turns
from tests.poison import Poison, poisons

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-0.5b"
# Of the file in the catalogue: what it decides by comes with the program.
SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    folder = Path(os.environ.get("COMPANION_MODELS") or user_data_path("companion") / "models") / NAME
    made = LlamaModel(
        next(folder.glob("*.gguf")), NAME, SHA256, LlamaOptions(context_tokens=2048, background_tokens=2048)
    )
    made.load()
    yield made
    made.close()


@pytest.fixture(scope="module")
def mind(model: LlamaModel) -> Iterator[Mind]:
    made = build_mind(open_vault(None, None), embedder=OnnxEmbedder(standard_folder() / "minilm-l6-onnx"))
    made.attach_language(model)
    made.conversation.decisions.calibrate(model, (KEEP,))
    yield made
    made.close()


def test_most_of_what_is_worth_keeping_is_kept_and_little_else(mind: Mind, model: LlamaModel):
    kept = weigh_turns(mind, model, ordinary_turns(20, seed=4))
    assert kept.precision >= 0.7, kept.mistakes
    assert kept.recall >= 0.45, kept.mistakes
    assert kept.clauses > 30


def test_a_greeting_is_not_worth_keeping(mind: Mind, model: LlamaModel):
    assert salient(mind, model, "Hello! Good morning, how are you?") == []


@pytest.mark.parametrize("poison", [one for one in poisons() if one.kind == "pasted"], ids=str)
def test_nothing_of_a_pasted_poison_is_weighed_or_governed(mind: Mind, model: LlamaModel, poison: Poison):
    found = salient(mind, model, poison.text)
    assert not any(plant in one for one in found for plant in poison.plants)
    turn = mind.begin(poison.text, "window", "1@0")
    turn.hear()
    understand(turn, model, turn.govern())
    turn.fail()
    assert mind.person.facts(status=None) == []
    assert mind.conversation.awaited == ""
