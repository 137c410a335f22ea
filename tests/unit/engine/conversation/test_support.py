from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.prompting.support import (
    Verdict,
    asks_about,
    choose_items,
    excerpt,
    is_bare_question,
    relevant,
    telling,
    verdict_of,
)
from engine.conversation.prompting.wording import load_wording
from engine.settings import RecallSettings
from engine.trail import Step, StepHit, StepKind

SETTINGS = RecallSettings()


def count(text: str) -> int:
    return len(text.split())


def hit(text, *, score=0.8, similarity=0.5, kind=StepKind.UTTERANCE, name=None):
    step = Step(
        id=name or f"s_{abs(hash((text, kind)))}",
        loop_id="l",
        episode_id="e",
        kind=kind,
        speaker="person",
        person="owner",
        companion="companion",
        text=text,
        at=datetime(2026, 1, 1, tzinfo=UTC),
        offset_minutes=0,
        surface="window",
        turn=1,
    )
    return StepHit(step, score, similarity)


hits = st.lists(
    st.builds(
        hit,
        st.sampled_from(
            ["I like tea.", "Do I like tea?", "Tea is fine. Is it?", "i LIKE tea", "The tram is late."]
        ),
        score=st.floats(0, 1),
        similarity=st.none() | st.floats(-1, 1),
        kind=st.sampled_from([StepKind.UTTERANCE, StepKind.ANSWER]),
    ),
    max_size=12,
)


@given(hits)
def test_no_text_comes_up_twice_and_nothing_below_the_floor(found):
    kept = relevant(found, SETTINGS)
    assert len(kept) <= SETTINGS.memories
    assert len({item.step.text.casefold().rstrip(".?") for item in kept}) >= len(kept) - 1
    assert all(
        item.similarity >= SETTINGS.floor
        if item.similarity is not None
        else item.score >= SETTINGS.lexical_floor
        for item in kept
    )


@given(hits)
def test_what_the_companion_said_never_makes_support_strong(found):
    if verdict_of(found, SETTINGS) is Verdict.STRONG:
        assert any(
            item.step.kind is StepKind.UTTERANCE and not is_bare_question(item.step.text) for item in found
        )


@given(hits)
def test_where_the_person_told_something_the_companions_words_are_no_evidence(found):
    kinds = {item.step.kind for item in telling(found)}
    assert kinds in (set(), {StepKind.UTTERANCE}, {StepKind.ANSWER})


@given(hits, st.integers(0, 200), st.integers(0, 6))
def test_items_stay_in_their_budget(found, budget, most):
    items = choose_items(found, "tea", budget=budget, most=most, count=count, settings=SETTINGS)
    assert len(items) <= most
    assert sum(count(item.text) + 14 for item in items) <= max(budget, 0)


@given(
    st.lists(st.sampled_from(["One two.", "Three four five!", "Six?"]), min_size=1).map(" ".join),
    st.integers(1, 30),
)
def test_an_excerpt_is_made_of_the_text_and_fits(text, budget):
    cut = excerpt(text, "five", budget, count)
    assert count(cut) <= budget
    assert all(word in text for word in cut.replace("…", "").split())


def test_an_excerpt_prefers_what_is_asked_about():
    text = "We went by train. The hotel was called Miramar. It rained a lot."
    assert excerpt(text, "What was the hotel called?", 6, count) == "The hotel was called Miramar."


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("What is my name?", True),
        ("I'm Mira. And you?", False),
        ("本当ですか？", True),
        ("", False),
        ("Hm…?", True),
    ],
)
def test_a_bare_question_tells_nothing(text, bare):
    assert is_bare_question(text) is bare


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("What is my brother's name?", True),
        ("What do you know about me?", True),
        ("Where did we go last year?", True),
        ("Can you tell me a fun fact about octopuses?", False),
        ("How far is the moon?", False),
        ("My brother is here.", False),
        ("Wie heißt mein Bruder?", True),
        ("我的猫叫什么？", True),
    ],
)
def test_questions_about_the_person_are_told_from_questions_about_the_world(text, about):
    assert asks_about(text, load_wording().about_person) is about
