from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.cognition import CognitionChanged, NoticedKind
from engine.cognition.growing.noticed import is_grounded, read
from tests.unit.engine.cognition.conftest import SETTINGS, Thinking

SAID = "I think the refactor will be done on Friday, because we leave out the parser."
json = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
)


def notice(thinking: Thinking, kind: str, text: str, **more: Any) -> Any:
    cites = (thinking.said(SAID),)
    value = [{"kind": kind, "text": text, **more}]
    return thinking.mind.turns.notice(value, SAID, cites=cites, episode="e1")


@given(json)
def test_whatever_a_model_writes_is_read_or_left(value: object) -> None:
    noticed = read(value, SETTINGS)
    assert noticed is None or noticed.text


@given(some.text(min_size=1, max_size=400), some.sampled_from(NoticedKind))
def test_what_is_read_is_short(text: str, kind: NoticedKind) -> None:
    noticed = read([{"kind": kind.value, "text": text, "due": "soon"}], SETTINGS)
    assert noticed is None or (len(noticed.text) <= SETTINGS.noticed_letters and noticed.due is None)


def test_only_what_was_said_is_noticed() -> None:
    assert is_grounded("The refactor will be done on Friday", SAID, SETTINGS)
    assert not is_grounded("Mira will buy a house in Spain", SAID, SETTINGS)
    assert not is_grounded("", SAID, SETTINGS)


@pytest.mark.parametrize("kind", NoticedKind)
def test_what_was_not_said_is_dropped(thinking: Thinking, kind: NoticedKind) -> None:
    assert notice(thinking, kind.value, "Mira will buy a house in Spain") is None
    assert thinking.mind.holdings() == frozenset()


def test_a_prediction_with_its_day(thinking: Thinking) -> None:
    assert notice(thinking, "prediction", "The refactor will be done on Friday", due="2026-02-13") is None
    (made,) = thinking.mind.predictions.all()
    assert made.deadline == date(2026, 2, 13)
    assert made.cites
    assert CognitionChanged(made.ref) not in thinking.told
    thinking.mind.turns.announce()
    assert CognitionChanged(made.ref) in thinking.told


def test_a_day_that_has_passed_is_none(thinking: Thinking) -> None:
    notice(thinking, "prediction", "The refactor will be done on Friday", due="2020-01-01")
    assert thinking.mind.predictions.all()[0].deadline == date(2026, 2, 23)


def test_outcome_idea_and_insight_come_to_their_books(thinking: Thinking) -> None:
    notice(thinking, "outcome", "The refactor was done")
    notice(thinking, "idea", "Leave out the parser")
    notice(thinking, "insight", "We leave out the parser because of Friday")
    mind = thinking.mind
    assert [each.decision for each in mind.outcomes.all()] == ["The refactor was done"]
    assert [each.concept for each in mind.ideas.all()] == ["Leave out the parser"]
    assert [each.run for each in mind.insights.all()] == ["episode:e1"]


@pytest.mark.parametrize("kind", ["decision", "milestone"])
def test_decisions_and_milestones_are_another_rooms(thinking: Thinking, kind: str) -> None:
    left = notice(thinking, kind, "We leave out the parser")
    assert left is not None
    assert left.kind == kind
    assert thinking.mind.holdings() == frozenset()
