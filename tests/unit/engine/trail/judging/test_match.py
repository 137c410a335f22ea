"""How sure it is that what was found was said about what is asked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.trail import MatchStrength, match_of
from engine.trail.judging.match import STRONG_FROM, UNNAMED, WEAK_FROM, confidence, speaker_evidence
from engine.trail.wording import normal, told_words
from tests.unit.engine.trail.conftest import Diary

SHARES = st.floats(0, 1)
EVIDENCE = st.floats(-10, 10)


@given(st.floats(-1, 1), SHARES, EVIDENCE, st.floats(0, 0.5))
def test_confidence_rises_with_each_of_its_grounds(
    near: float, coverage: float, evidence: float, more: float
) -> None:
    base = confidence(near, coverage, evidence)
    assert 0.0 <= base <= 1.0
    assert confidence(near + more, coverage, evidence) >= base
    assert confidence(near, coverage + more, evidence) >= base
    assert confidence(near, coverage, evidence + more) >= base


@given(
    st.lists(
        st.tuples(st.floats(0, 20, width=32), st.floats(0, 5, width=32), st.booleans()),
        min_size=1,
        max_size=20,
    )
)
def test_evidence_is_for_one_speaker_what_it_is_against_the_other(
    rows: list[tuple[float, float, bool]],
) -> None:
    words, telling = (np.array([row[at] for row in rows], np.float32) for at in (0, 1))
    theirs = np.array([row[2] for row in rows], np.float32)
    ours = speaker_evidence(words, telling, theirs)
    assert np.isfinite(ours)
    assert speaker_evidence(words, telling, None) == UNNAMED
    if len(rows) >= 5:
        assert ours == pytest.approx(-speaker_evidence(words, telling, 1 - theirs), abs=1e-3)


def test_the_judgement_has_three_steps_and_a_reason(diary: Diary) -> None:
    assert match_of([]).strength is MatchStrength.NONE
    diary.say("My brother Tom sold the old boat to a fisherman.")
    hits = diary.trail.search("Who sold the old boat?")
    judged = diary.trail.verdict(hits)
    assert judged.confidence == hits[0].confidence
    expected = (
        MatchStrength.NONE
        if judged.confidence < WEAK_FROM
        else MatchStrength.WEAK
        if judged.confidence < STRONG_FROM
        else MatchStrength.STRONG
    )
    assert judged.strength is expected
    assert judged.reason


def test_what_one_asks_of_somebody_and_another_said_is_not_sure(diary: Diary) -> None:
    for _ in range(6):
        diary.say("I like the sea very much indeed.", "Ana")
        diary.say("The garden is green and full of birds.", "Tom")
    diary.say("I sold the old boat to a fisherman from the harbour.", "Tom")
    rightly = diary.trail.verdict(diary.trail.search("To whom did Tom sell the old boat?"))
    wrongly = diary.trail.verdict(diary.trail.search("To whom did Ana sell the old boat?"))
    assert wrongly.strength is MatchStrength.NONE
    assert rightly.confidence > wrongly.confidence + 0.2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello there. How are you?", 2),
        ("Why? Because the boat is old!", 5),
        ("", 0),
        ("船を売りました。いつですか？", 3),
        ("Größe ist wichtig", 3),
    ],
)
def test_words_outside_of_questions_tell(text: str, words: int) -> None:
    assert told_words(text) == words


def test_the_same_is_said_once(diary: Diary) -> None:
    for _ in range(4):
        diary.say("Tom sold the boat!")
        diary.say("tom sold the boat.")
    diary.say("Tom has no boat now.")
    found = [normal(hit.step.text) for hit in diary.trail.search("Tom boat", 5)]
    assert sorted(found) == ["tom has no boat now", "tom sold the boat"]


def test_a_time_in_the_query_leans_and_a_wish_for_news_breaks_ties(diary: Diary) -> None:
    first = diary.say("The boat is in the harbour of the old town.")
    diary.wait(days=40)
    second = diary.say("The boat is in the harbour of the new town.")
    diary.wait(days=40)
    assert diary.trail.search("Where is the boat now?", 1)[0].step == second
    assert diary.trail.search("Where was the boat in the past?", 1)[0].step == first
    assert diary.trail.search("Where was the boat in February?", 1)[0].step == first
    assert diary.trail.search("Where was the boat in March?", 1)[0].step == second
