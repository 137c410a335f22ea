"""The word index kept in the cache: it serves while the same Steps stand, and never longer."""

import pytest

from engine.trail import Trail, kept
from tests.unit.engine.trail.conftest import Diary

NAME = "trail index/mira"
QUERIES = ("boat", "red bicycle", "bycicle", "船のこと", "nothing of it")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "SAVED_FROM", 3)


@pytest.fixture
def told(diary: Diary) -> Diary:
    for text in ("A red boat.", "My bicycle is red.", "昨日、船のことを話した。", "Old boats\x00 creak."):
        diary.say(text)
    diary.wait(hours=5)
    diary.say("The boat was sold.", "Elara")
    diary.trail.catch_up()
    return diary


def found(trail: Trail) -> list[list[tuple[str, float]]]:
    return [[(hit.step.id, round(hit.score, 4)) for hit in trail.search(query)] for query in QUERIES]


def test_a_kept_index_finds_the_same(told: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told.vault.cache.get(NAME) is not None
    again = told.reopened()
    assert found(again) == found(told.trail)
    assert [hit.step.id for hit in again.search("boat", speaker="elara", limit=1)]
    # Nothing of it was read from the Steps.
    monkeypatch.setattr("engine.trail.store.TrailStore.recallable", lambda *_, **__: [])
    assert found(told.reopened()) == found(told.trail)


def test_what_came_later_is_added_to_it(told: Diary) -> None:
    told.say("A green boat came by.")
    again = told.reopened()
    assert found(again) == found(told.trail)
    assert "A green boat came by." in [hit.step.text for hit in again.search("green boat")]


def test_it_goes_with_a_withdrawn_step(told: Diary) -> None:
    step = told.trail.search("bicycle", 1)[0].step
    told.trail.withdraw(step.id)
    assert told.vault.cache.get(NAME) is None
    told.trail.catch_up()
    assert told.vault.cache.get(NAME) is None
    again = told.reopened()
    assert step.id not in [hit.step.id for hit in again.search("bicycle")]
    again.catch_up()
    assert told.vault.cache.get(NAME) is not None


def test_one_that_knows_a_withdrawn_step_is_dropped(told: Diary) -> None:
    blob = told.vault.cache.get(NAME)
    assert blob is not None
    told.trail.withdraw(told.trail.search("bicycle", 1)[0].step.id)
    told.vault.cache.put(NAME, blob)
    assert "My bicycle is red." not in [hit.step.text for hit in told.reopened().search("bicycle")]
    assert told.vault.cache.get(NAME) is None


@pytest.mark.parametrize("blob", [b"", b"PK", b"x" * 500])
def test_a_damaged_one_is_built_anew(told: Diary, blob: bytes) -> None:
    told.vault.cache.put(NAME, blob)
    assert found(told.reopened()) == found(told.trail)
    assert told.vault.cache.get(NAME) is None
