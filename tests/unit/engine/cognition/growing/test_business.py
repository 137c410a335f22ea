import pytest
from hypothesis import given
from hypothesis import strategies as some
from pydantic import ValidationError

from engine.cognition import Assessment, BusinessStatus, CognitionMissingError, Score
from engine.errors import InvalidInputError
from tests.unit.engine.cognition.conftest import Thinking

five = some.integers(1, 5)


@given(five, five, five, five, five)
def test_a_score_is_five_to_twenty_five(
    problem: int, market: int, effort: int, monetization: int, fit: int
) -> None:
    score = Score(problem=problem, market=market, effort=effort, monetization=monetization, fit=fit)
    assert 5 <= score.total <= 25


@pytest.mark.parametrize("value", [0, 6])
def test_each_part_is_one_to_five(value: int) -> None:
    with pytest.raises(ValidationError):
        Score(problem=value, market=1, effort=1, monetization=1, fit=1)


def score(each: int) -> Score:
    return Score(problem=each, market=each, effort=each, monetization=each, fit=each)


def test_the_best_scored_come_first(thinking: Thinking) -> None:
    business = thinking.mind.business
    plain, good, better = (business.add(name) for name in ("Plain", "Good", "Better"))
    business.score(good.id, score(3))
    business.score(better.id, score(4))
    assert [each.name for each in business.all()] == ["Better", "Good", "Plain"]
    assert [each.name for each in business.all(least=16)] == ["Better"]
    business.update(plain.id, status=BusinessStatus.ABANDONED)
    assert [each.name for each in business.all(BusinessStatus.ABANDONED)] == ["Plain"]
    assert business.stats()["mean_score"] == 17.5


def test_a_review_says_what_is_known_and_what_is_missing(thinking: Thinking) -> None:
    business, outcomes = thinking.mind.business, thinking.mind.outcomes
    idea = business.add("Bread by bike", audience="offices")
    business.compete(idea.id, "Van bread", strengths="fast")
    business.compete(idea.id, "van bread", weaknesses="dear")
    tried = outcomes.record("Ask the corner office", idea=idea.id)
    linked = outcomes.record("Ask the school")
    business.link(idea.id, outcome=linked.id, trail="t1")
    outcomes.check(tried.id, Assessment.WIN, "they want it")
    seen = business.review(idea.id)
    assert [rival.weaknesses for rival in seen.idea.competitors] == ["dear"]
    assert {each.id for each in seen.outcomes} == {tried.id, linked.id}
    assert seen.missing == ("score", "angle")
    assert business.link(idea.id, trail="t1").trails == ("t1",)


def test_what_was_not_scored_or_touched_wants_a_look(thinking: Thinking) -> None:
    business = thinking.mind.business
    scored, bare = business.add("Scored"), business.add("Bare")
    business.score(scored.id, score(3))
    assert [each.id for each in business.wanting()] == [bare.id]
    thinking.wait(days=31)
    assert {each.id for each in business.wanting()} == {scored.id, bare.id}
    business.update(scored.id, note="asked two bakers")
    business.update(bare.id, status=BusinessStatus.ABANDONED)
    assert business.wanting() == []
    assert business.idea(scored.id).notes == ("asked two bakers",)


def test_a_name_is_needed_and_an_unknown_one_is_said_so(thinking: Thinking) -> None:
    with pytest.raises(InvalidInputError):
        thinking.mind.business.add("  ")
    with pytest.raises(CognitionMissingError):
        thinking.mind.business.link(thinking.mind.business.add("Bread").id, outcome="none")
