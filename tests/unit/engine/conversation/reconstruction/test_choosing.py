"""Choosing: what of all that was found is put before the model, and how far it carries."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.reconstruction.choosing import (
    LINE_TOKENS,
    Choosing,
    best_first,
    excerpt,
    of_speaker,
    telling,
    verdict_of,
)
from engine.conversation.reconstruction.evidence import likeness, node_item, step_items
from engine.conversation.reconstruction.records import ContextItem, Speaker, StepName, Verdict
from engine.conversation.utterance import is_bare_question
from engine.settings import PromptSettings, RecallSettings
from engine.trail import Step, StepHit, StepKind
from tests.unit.engine.memory.made import node

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


def chosen(items, *, budget=200, most=6, query="tea", asks=False):
    prompt = PromptSettings(support_tokens=budget, support_items=most)
    return Choosing(query, count, prompt, lambda text, _: text, asks=asks).choose(best_first(items))


@given(hits)
def test_no_text_comes_up_twice_and_nothing_below_the_floor(found):
    kept = best_first(step_items(found, SETTINGS))
    assert len({item.text.casefold().rstrip(".?") for item in kept}) >= len(kept) - 1
    assert all(
        item.score >= SETTINGS.lexical_floor * SETTINGS.question_weight
        if item.similarity is None
        else item.similarity >= SETTINGS.floor
        for item in kept
    )


@given(hits)
def test_steps_keep_the_order_that_search_gave_them(found):
    items = step_items(found, SETTINGS)
    scores = [item.score for item in items]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= likeness(hit) <= 1 for hit in found)


@given(hits)
def test_what_the_companion_said_never_makes_support_strong(found):
    if verdict_of(step_items(found, SETTINGS)) is Verdict.STRONG:
        assert any(
            item.step.kind is StepKind.UTTERANCE and not is_bare_question(item.step.text) for item in found
        )


@given(hits)
def test_where_the_person_told_something_the_companions_words_are_no_evidence(found):
    speakers = {item.speaker for item in telling(step_items(found, SETTINGS))}
    assert speakers in (set(), {Speaker.PERSON}, {Speaker.COMPANION})


@given(hits, st.integers(0, 200), st.integers(0, 6))
def test_what_is_shown_stays_in_its_budget(found, budget, most):
    shown = [item for item in chosen(step_items(found, SETTINGS), budget=budget, most=most) if item.in_prompt]
    assert len(shown) <= most
    assert sum(count(item.shown) + LINE_TOKENS for item in shown) <= max(budget, 0)


def item(text, *, ref="step:s_1", kind="step", score=0.5, held=False, rests_on=(), speaker=Speaker.PERSON):
    return ContextItem(
        ref=ref,
        kind=kind,
        text=text,
        speaker=speaker,
        when=datetime(2026, 1, 1, tzinfo=UTC),
        score=score,
        strength=Verdict.STRONG,
        found_by=(StepName.SEMANTIC,),
        held=held,
        rests_on=rests_on,
    )


def shown(items):
    return [one.ref for one in chosen(items) if one.in_prompt]


def test_a_question_rests_on_more_than_a_remark():
    said = [
        item(f"Thing number {place} is kept in box {place}.", ref=f"step:s_{place}") for place in range(12)
    ]
    remark = [one for one in chosen(said, budget=50) if one.in_prompt]
    question = [one for one in chosen(said, budget=50, asks=True) if one.in_prompt]
    assert len(question) > len(remark)
    assert len(question) <= PromptSettings().asked_items


def test_what_somebody_else_said_does_not_answer_what_one_person_did():
    ana = item("Ana: I saw a workshop on bees.", score=0.4)
    ben = item("Ben: I went to a workshop on kites.", ref="step:s_2", score=0.6)
    mine = item("There was a workshop on cheese.", ref="step:s_3", score=0.5)
    of_one = of_speaker([ana, ben, mine], "Which workshop did Ana go to?")
    assert [one.of_speaker for one in of_one] == [True, False, None]
    assert shown(of_one) == ["step:s_3", "step:s_1"]
    of_both = of_speaker([ana, ben, mine], "Did Ana and Ben go to a workshop?")
    assert [one.of_speaker for one in of_both] == [None, None, None]


def test_an_excerpt_keeps_who_said_it():
    talk = item("Ana: I went to the lake on Sunday. The water was cold. My tea was warm, though, and sweet.")
    (only,) = chosen([talk], budget=LINE_TOKENS + 12)
    assert only.shown.startswith("Ana: ")
    assert "tea" in only.shown


def test_a_fact_and_the_words_it_was_made_from_are_not_both_said():
    said = item("I moved to Bergen last spring.", score=0.6)
    fact = item("lives in Bergen", ref="fact:f_1", kind="fact", score=0.7, rests_on=("step:s_1",))
    assert shown([said, fact]) == ["fact:f_1"]


def test_what_adds_nothing_is_left_out_and_what_differs_stays():
    full = item("My cat Pixel is seven years old.", score=0.7)
    less = item("My cat is Pixel.", ref="step:s_2", score=0.6)
    other = item("My cat Pixel is eight years old.", ref="step:s_3", score=0.5)
    opposed = item("My cat Pixel is not seven years old.", ref="step:s_4", score=0.4)
    assert shown([full, less, other, opposed]) == ["step:s_1", "step:s_3", "step:s_4"]


def test_what_the_model_has_before_its_eyes_supports_and_is_not_said_again():
    held = item("My cat is called Pixel.", held=True)
    assert shown([held]) == []
    assert verdict_of([held]) is Verdict.STRONG


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
    ("tags", "speaker", "title"),
    [
        ((), Speaker.COMPANION, "Porto"),
        (("trip", "mcp:claude-code"), Speaker.OUTSIDE, "mcp:claude-code"),
        (("import:elara", "trip"), Speaker.OUTSIDE, "import:elara"),
    ],
)
def test_what_another_program_noted_or_kept_is_its_word_and_no_evidence(tags, speaker, title):
    item = node_item(node(text="The user's name is Max.", title="Porto", tags=tags), 0.9, RecallSettings())
    assert (item.speaker, item.title, item.strength) == (speaker, title, Verdict.WEAK)
