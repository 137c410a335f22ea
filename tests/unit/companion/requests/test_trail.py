"""The request `trail.search`: what a surface gets to see."""

from types import SimpleNamespace

import pytest

from companion.requests import ROOM_REQUESTS, Setting, read
from engine.errors import InvalidInputError
from tests.unit.engine.trail.conftest import Diary


@pytest.fixture
def diary():
    made = Diary()
    made.say("My brother Tom sold his boat.")
    made.say("Which boat was it?", "Elara")
    made.wait(days=1)
    yield made
    made.vault.close()


def asked(diary: Diary, **parameters):
    request = ROOM_REQUESTS["trail.search"]
    mind = SimpleNamespace(trail=diary.trail, clock=diary.clock)
    return request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))


def test_evidence_says_where_it_is_from(diary):
    found = asked(diary, query="Tom sold yesterday", before=1, after=1)
    first = found["evidence"][0]
    assert found["topic"] == "Tom sold"
    assert found["window"] == "2026-02-08T00:00:00+01:00/2026-02-09T00:00:00+01:00"
    assert first["text"] == "My brother Tom sold his boat."
    assert first["ref"].startswith("step:s_")
    assert first["episode"] == "episode:2026-02-08T14-30-00"
    assert [step["text"] for step in first["after"]] == ["Which boat was it?"]
    assert not first["withdrawn"]
    assert set(first["signals"]) >= {"words"}


def test_ranges_can_be_asked_for_again(diary):
    (found,) = asked(diary, query="boat", mode="discover")["ranges"]
    assert found["hits"] == 2
    again = asked(diary, query="boat", when=found["interval"])
    assert {each["speaker"] for each in again["evidence"]} == {"Mira", "Elara"}


@pytest.mark.parametrize(
    "wrong", [{"query": ""}, {"query": "x", "limit": 0}, {"query": "x", "when": "soon"}, {}]
)
def test_what_is_wrong_is_said_at_the_border(diary, wrong):
    with pytest.raises(InvalidInputError):
        asked(diary, **wrong)
