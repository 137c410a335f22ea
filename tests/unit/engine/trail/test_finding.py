"""Explicit search: time windows, ranges, what was said around a Step, and the log of it."""

import pytest

from engine.errors import InvalidInputError
from engine.trail import FindMode, Trail
from tests.unit.engine.trail.conftest import Diary


@pytest.fixture
def told(diary: Diary) -> Diary:
    """Three days of talk; the diary starts on 8 February 2026 at 14:30."""
    diary.say("I bought a red bicycle in the market.")
    diary.say("Was it expensive?", "Elara")
    diary.wait(hours=5)
    diary.say("My brother Tom wants to sell his boat.")
    diary.say("The boat has two sails.")
    diary.wait(days=1)
    diary.say("Tom sold the boat to a fisherman.")
    diary.wait(hours=1)
    diary.say("Now he looks for a smaller boat.")
    diary.wait(days=1)
    return diary


def texts(diary: Diary, query: str, **options) -> list[str]:
    return [each.hit.step.text for each in diary.trail.find(query, **options).evidence]


def test_a_window_leaves_out_everything_else(told: Diary) -> None:
    assert set(texts(told, "boat")) == {
        "My brother Tom wants to sell his boat.",
        "The boat has two sails.",
        "Tom sold the boat to a fisherman.",
        "Now he looks for a smaller boat.",
    }
    only = {"Tom sold the boat to a fisherman.", "Now he looks for a smaller boat."}
    assert set(texts(told, "boat yesterday")) == only
    assert set(texts(told, "boat", window="yesterday")) == only
    assert set(texts(told, "昨天 boat")) == only
    assert texts(told, "bicycle yesterday") == []


def test_an_explicit_window_goes_before_the_one_in_the_query(told: Diary) -> None:
    assert set(texts(told, "boat yesterday", window="2026-02-08")) == {
        "My brother Tom wants to sell his boat.",
        "The boat has two sails.",
    }


def test_a_recap_gives_the_time_in_order(told: Diary) -> None:
    assert texts(told, "What did we talk about yesterday?") == [
        "Tom sold the boat to a fisherman.",
        "Now he looks for a smaller boat.",
    ]


def test_what_was_said_around_a_step_comes_with_it(told: Diary) -> None:
    found = told.trail.find("bicycle", around=(1, 1)).evidence[0]
    assert [step.text for step in found.before] == []
    assert [step.text for step in found.after] == ["Was it expensive?"]
    found = told.trail.find("sails", around=(1, 0)).evidence[0]
    assert [step.text for step in found.before] == ["My brother Tom wants to sell his boat."]
    assert found.after == ()


def test_ranges_can_be_copied_into_a_query(told: Diary) -> None:
    found = told.trail.find("boat", mode=FindMode.DISCOVER)
    assert found.evidence == ()
    assert sorted(len(each.hits) for each in found.ranges) == [1, 1, 2]
    for each in found.ranges:
        assert each.episode.id == each.hits[0].step.episode_id
        again = told.trail.find("boat", window=each.interval)
        assert again.window == each.window
        assert {e.hit.step.id for e in again.evidence} == {hit.step.id for hit in each.hits}


def test_ranges_without_a_topic_come_in_order_of_time(told: Diary) -> None:
    ranges = told.trail.find("in February", mode=FindMode.DISCOVER).ranges
    assert [each.window.start for each in ranges] == sorted(each.window.start for each in ranges)
    assert sum(len(each.hits) for each in ranges) == 6


def test_without_an_index_the_steps_are_read(told: Diary) -> None:
    cold = Trail(told.vault, None, told.clock, told.bus, companion="elara", person="mira")
    found = cold.find("Who bought the boat of Tom?")
    assert found.scanned
    assert found.evidence[0].hit.step.text in {
        "My brother Tom wants to sell his boat.",
        "Tom sold the boat to a fisherman.",
    }
    assert not told.trail.find("boat").scanned


def test_a_window_that_names_no_time_is_refused(told: Diary) -> None:
    with pytest.raises(InvalidInputError):
        told.trail.find("boat", window="soon enough")


def test_what_was_withdrawn_is_shown_as_that_only_when_asked_for(told: Diary) -> None:
    step = told.trail.find("sails").evidence[0].hit.step
    told.trail.withdraw(step.id)
    assert told.trail.search("sails") == []
    found = told.trail.find("two sails").evidence
    assert [each.hit.step.id for each in found] == [step.id]
    assert found[0].hit.step.withdrawn_at is not None


def test_recalls_are_logged_and_leave_with_their_step(told: Diary) -> None:
    told.trail.find("bicycle")
    step = told.trail.search("bicycle")[0].step
    (logged,) = told.trail.recalls(step_id=step.id)
    assert (logged.query, logged.purpose, logged.step_id, logged.at) == (
        "bicycle", "search", step.id, told.clock.now(),
    )  # fmt: skip
    assert 0.0 <= logged.relevance <= 1.0
    told.trail.withdraw(step.id)
    assert told.trail.recalls(step_id=step.id) == []
    told.trail.find("bicycle")
    assert told.trail.recalls(step_id=step.id) == []
