"""What a message is about is read off the state that its kind is read off: one reading, and mostly right."""

from collections.abc import Iterator

import pytest

from engine.conversation.answering.asked import REACTION, TOPIC
from engine.conversation.answering.reactions import moment_of
from engine.decisions import Decisions, load_question
from engine.language import LlamaModel, LlamaOptions
from engine.models import standard_store
from tests.integration.language.conftest import KEY

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-1.5b"
OPTIONS = LlamaOptions(context_tokens=1024, background_tokens=512)
SURE = 0.5


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    store = standard_store()
    path = store.file(NAME, ".gguf")
    loaded = LlamaModel(path, NAME, store.sha256(NAME)[path.name], OPTIONS, state_key=KEY)
    loaded.load()
    yield loaded
    loaded.close()


def test_what_is_surely_about_a_topic_mostly_is(model):
    decider = Decisions().decider(model, TOPIC)
    assert decider.probe is not None, "it ships with the program for this model and these words"
    texts = load_question(TOPIC).held[::28]
    decided = [(decider.decide(text), label) for text, label in texts]
    sure = [(one.option, label) for one, label in decided if one.shares[one.option] >= SURE]
    assert len(sure) >= 0.35 * len(texts)
    assert sum(option == label for option, label in sure) >= 0.75 * len(sure)


def test_kind_and_topic_are_one_reading(model, monkeypatch):
    decisions = Decisions()
    decisions.warm(model, (REACTION, TOPIC))
    read = []
    hidden = model.hidden_state
    monkeypatch.setattr(model, "hidden_state", lambda *given, **how: read.append(1) or hidden(*given, **how))
    moment = moment_of(decisions, model, "our old cat died in her basket last night")
    assert moment.kind == "grieves"
    assert max(moment.about, key=moment.about.__getitem__) == "pet"
    assert read == [1]
