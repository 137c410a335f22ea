"""What the clock tells, next to the question that asks for it."""

from datetime import timedelta

import pytest

from engine.conversation import drive, load_wording
from engine.conversation.prompting.calendar import asks_time
from engine.conversation.prompting.exchanges import split
from engine.language import Place, ScriptedModel


@pytest.mark.parametrize(
    "text",
    [
        "What time is it?",
        "Hey, do you know what day it is today?",
        "What’s the date?",
        "It is late. What time is it now?",
        "Wie spät ist es?",
        "Quelle heure est-il ?",
        "¿Qué día es hoy?",
        "现在几点了？",
        "오늘 무슨 요일이야?",
        "When did we last talk?",
    ],
)
def test_a_question_for_the_time(text):
    assert asks_time(text, load_wording())


@pytest.mark.parametrize(
    "text",
    [
        "What time is it that my train leaves?",
        "What day is my appointment?",
        "What time is it in Tokyo?",
        "我的会议是几点？",
        "When did we last talk about my sister?",
        "I never know what time it is.",
    ],
)
def test_a_question_for_something_else(text):
    assert not asks_time(text, load_wording())


def told(room, model, text: str) -> str:
    turn = room.begin(text, "window", "1@0")
    drive(turn, lambda: model)
    *_, said = split(room.stream.ledger.segments)[1]
    return "".join(one.text for one in said if one.place is Place.BLOCK)


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda _request: "Well then.")


def test_the_moment_stands_next_to_who_asks_for_it(make_room, model):
    room = make_room(model)
    assert (
        told(room, model, "What time is it?") == "[It is Saturday 21 November, 10:00, in the year 2026.]\n\n"
    )
    assert told(room, model, "I am fine.") == ""


def test_how_long_ago_the_last_time_together_was(make_room, model, clock):
    room = make_room(model)
    assert "last talked" not in told(room, model, "When did we last talk?"), "there was no last time"
    clock.advance(timedelta(days=2))
    assert (
        told(room, model, "When did we last talk?")
        == "[You last talked on Saturday 21 November, 10:00; now it is 2 days later.]\n\n"
    )


def test_the_year_stands_in_every_prompt(make_room, model):
    room = make_room(model)
    told(room, model, "Hello.")
    stable = "".join(one.text for one in room.stream.ledger.segments if one.place is Place.STABLE)
    assert "It is 2026." in stable
