"""What it does alone, stopped and started by a word."""

import pytest

from engine.conversation import drive
from engine.conversation.deeds import load_deed_words
from engine.language import ScriptedModel


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda _: "I see.")


def said(mind, model, text):
    turn = mind.begin(text, "terminal", "here")
    drive(turn, lambda: model)
    return mind.history(1)[-1].answer


def ways(kind):
    """All that is said of such a deed, in every language: the whole answer, as nothing else was wanted."""
    return {way for told in load_deed_words()[kind].values() for way in told}


@pytest.mark.parametrize(
    "text", ["Stop thinking.", "please stop thinking at night", "Hör auf zu denken, bitte"]
)
def test_a_word_stops_it_and_another_lets_it_go_on(mind, model, text):
    assert said(mind, model, text) in ways("paused")
    assert mind.night.paused
    assert said(mind, model, "start thinking again") in ways("resumed")
    assert not mind.night.paused


@pytest.mark.parametrize(
    "text", ["I can't stop thinking about her", "stop thinking you know it all", "Think about it"]
)
def test_what_only_speaks_of_thinking_does_not(mind, model, text):
    said(mind, model, text)
    assert not mind.night.paused
