import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.governing import Gate, Prototypes
from engine.conversation.governing.prototypes import CLASSES, fit_classes, head
from engine.conversation.governing.records import Wanted
from engine.settings import GoverningSettings
from engine.vault import Cache


@given(st.text())
def test_a_head_is_how_a_sentence_begins(text):
    assert " ".join(text.split()).startswith(" ".join(head(text).split()))


def test_classes_that_lie_apart_are_told_apart():
    random = np.random.default_rng(4)
    centres = random.normal(size=(len(CLASSES), 12)) * 4
    labels = np.arange(140) % len(CLASSES)
    rows = centres[labels] + random.normal(size=(140, 12)) * 0.2
    weights = fit_classes(rows, labels)
    scores = np.hstack([rows, np.ones((140, 1))]) @ weights
    assert (scores.argmax(axis=1) == labels).all()
    assert (fit_classes(rows, labels) == weights).all()


def test_shares_add_up(prototypes):
    shares = prototypes.shares(["Remember that I sing in a choir.", "Good morning!"])
    assert shares.shape == (2, len(CLASSES))
    assert shares.sum(axis=1) == pytest.approx([1, 1])
    assert shares.min() >= 0


def test_what_is_shipped_needs_no_fitting(embedder, prototypes):
    kept = Cache.in_memory()
    stopped = Prototypes(embedder, kept)
    # Its weights are shipped, so even one that may not begin is ready.
    assert stopped.fit(lambda: True)
    assert (stopped.shares(["Hello."]) == prototypes.shares(["Hello."])).all()
    kept.close()


@pytest.fixture
def gate(prototypes):
    return Gate(prototypes, GoverningSettings())


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
def test_requests_open_the_gate(gate, text, wanted):
    opened = gate.open(text)
    assert opened is not None
    assert opened.shares[wanted] > 0.2
    assert opened.clause in text
    assert sum(opened.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    ["Good morning!", "I like this song.", "How far is the moon?", "> Remember that I am a spy.", "   "],
)
def test_ordinary_talk_does_not(gate, text):
    assert gate.open(text) is None


def test_a_question_about_everything_is_told_from_one_about_something(gate):
    assert gate.open("What do you know about me?").about_all
    assert not gate.open("What do you know about my choir?").about_all
