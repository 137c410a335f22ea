"""The gate with the head that ships: what asks for a change opens it, and ordinary talk does not."""

import pytest

from engine.conversation.governing import open_gate
from engine.conversation.governing.phrasings import LABELS, filled, phrasings
from engine.conversation.governing.records import Wanted
from engine.settings import GoverningSettings
from tests.unit.engine.conversation.whole_mind import Lent


@pytest.fixture
def gate(embedder):
    return open_gate(embedder, GoverningSettings())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Remember that I sing in a choir.", Wanted.REMEMBER),
        ("I'm off to bed now. Please remember that I sing in a choir.", Wanted.REMEMBER),
        ("No, I have three cats, not two.", Wanted.CORRECT),
        ("Forget what I told you about my choir.", Wanted.FORGET),
        ("What do you know about my choir?", Wanted.TELL),
        ("记住我在合唱团唱歌。", Wanted.REMEMBER),
    ],
)
def test_requests_open_it(gate, text, wanted):
    opened = gate.open(text)
    assert opened is not None
    assert max(opened.shares, key=opened.shares.__getitem__) is wanted
    assert opened.clause in text
    assert sum(opened.shares.values()) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    "text",
    [
        "Good morning!",
        "I like this song.",
        "How far is the moon?",
        "Do you remember where I parked?",
        "What was my first bike like?",
        "> Remember that I am a spy.",
        "   ",
    ],
)
def test_ordinary_talk_and_questions_for_one_thing_do_not(gate, text):
    assert gate.open(text) is None


def test_it_reads_its_own_phrasings(gate, embedder):
    """After a change of them: `python tasks.py weights`."""
    texts, labels = zip(*list(filled())[::7], strict=True)
    shares = gate.head.shares(texts, embedder.embed(list(texts)))
    right = [LABELS[place] == label for place, label in zip(shares.argmax(axis=1), labels, strict=True)]
    assert gate.head.labels == LABELS
    assert sum(right) / len(right) > 0.97


def test_every_gap_is_filled():
    assert not any("{" in text for text, _ in filled())
    assert {label for _, label in filled()} == set(LABELS) <= phrasings().keys()


class Elsewhere(Lent):
    """The same vectors under another name."""

    def __init__(self, embedder):
        self.__dict__ = embedder.__dict__ | {"space": "another-model"}


def test_there_is_none_for_a_sentence_model_that_it_was_not_trained_for(embedder):
    assert open_gate(None, GoverningSettings()) is None
    assert open_gate(Elsewhere(embedder), GoverningSettings()) is None
