"""Of which time a question asks, and what tells of it: last week's pancakes are not today's breakfast."""

from datetime import UTC, datetime

import pytest

from engine.conversation.reconstruction.choosing import telling, verdict_of
from engine.conversation.reconstruction.records import ContextItem, Verdict
from engine.conversation.reconstruction.surroundings import AskedTime
from engine.search import Planner
from tests.unit.engine.conversation.judging import noted

NOW = datetime(2026, 9, 26, 19, 30, tzinfo=UTC)  # a Saturday
PLANNER = Planner()


def times(text, at):
    return PLANNER.times(text, at or NOW, UTC)


def asked(question):
    return AskedTime.of(question, NOW, times)


def said(text, at, **changed):
    told = noted(text).model_dump() | {"when": f"{at}Z"} | changed
    return ContextItem.model_validate(told)


@pytest.mark.parametrize(
    ("question", "text", "at", "tells"),
    [
        # What happened is told when it happened, or after.
        ("What did I have for breakfast today?", "I had pancakes for breakfast.", "2026-09-15T08:00", False),
        ("What did I have for breakfast today?", "I had pancakes for breakfast.", "2026-09-26T12:00", True),
        ("Have I taken my tablet this morning?", "I took my tablet.", "2026-09-25T08:00", False),
        ("Have I taken my tablet this morning?", "I took my tablet.", "2026-09-26T08:00", True),
        ("Have I taken my tablet this morning?", "I took my tablet.", "2026-09-26T13:00", True),
        ("Which film did I watch last night?", "I watched Carmen.", "2026-09-26T08:30", None),
        ("Which film did I watch last night?", "I watched Carmen.", "2026-09-26T15:00", False),
        ("Whom did I meet yesterday?", "I met Jana.", "2026-09-26T13:00", False),
        ("Did I take my tablet yesterday?", "I took my tablet.", "2026-09-26T08:20", None),
        ("What did I do last week?", "I played chess.", "2026-09-16T20:00", True),
        ("What did I do last week?", "I played chess.", "2026-09-23T20:00", False),
        ("Who called me today?", "Marek called me.", "2026-09-24T10:00", False),
        # What names its time is of that time, whenever it was told.
        ("Whom did I meet yesterday?", "Yesterday I met Jana.", "2026-09-26T13:00", True),
        ("Whom did I meet today?", "Yesterday I met Jana.", "2026-09-26T13:00", False),
        ("What am I doing tomorrow?", "Tomorrow I visit my aunt.", "2026-09-26T13:00", True),
        ("What am I doing tomorrow?", "Tomorrow I visit my aunt.", "2026-09-17T13:00", False),
        ("Do I have a recital today?", "On Saturday I have a recital.", "2026-09-23T10:00", True),
        ("Do I have an interview tomorrow?", "Tomorrow I have an interview.", "2026-09-17T10:00", False),
        ("Where am I flying next week?", "Next week I fly to Oslo.", "2026-09-25T10:00", True),
        ("今天我吃了什么？", "昨天我吃了面条。", "2026-09-26T10:00", False),
        # So it is in other languages, where a weekday may be the last or the next.
        (
            "Was hatte ich gestern zum Abendessen?",
            "Ich hatte Nudeln zum Abendessen.",
            "2026-09-15T20:00",
            False,
        ),
        (
            "Was hatte ich gestern zum Abendessen?",
            "Ich hatte Nudeln zum Abendessen.",
            "2026-09-25T20:00",
            True,
        ),
        ("¿Qué tengo que hacer mañana por la tarde?", "Mañana voy a ver a mi tía.", "2026-09-26T13:00", True),
        (
            "¿Qué tengo que hacer mañana por la tarde?",
            "Mañana voy a ver a mi tía.",
            "2026-09-17T13:00",
            False,
        ),
        (
            "Was mache ich am Montag mit den Kindern?",
            "Am Montag gehen wir in den Zoo.",
            "2026-09-26T10:00",
            True,
        ),
        (
            "Was habe ich am Montag mit den Kindern gemacht?",
            "Am Montag waren wir im Zoo.",
            "2026-09-22T10:00",
            True,
        ),
        # What is so, is so on each day.
        ("Where do I work today?", "I work at the harbour.", "2026-03-01T10:00", None),
        ("Where do I live this week?", "I moved to Antwerp in March.", "2026-04-01T10:00", None),
        ("What do I do on Monday?", "I clean the house.", "2026-09-01T10:00", None),
    ],
)
def test_what_tells_of_the_time_that_is_asked_about(question, text, at, tells):
    assert asked(question).is_told_by(said(text, at), times) is tells


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "I had pancakes today.",
        "What did I do last year?",
        "What did I tell you yesterday?",
        "What did we talk about last week?",
        "Where have I worked since last week?",
    ],
)
def test_other_questions_ask_of_no_time(question):
    assert asked(question) is None


def test_what_was_read_may_tell_of_any_time():
    item = said(
        "The museum is closed.", "2026-01-01T10:00", kind="document", ref="document:1", speaker="outside"
    )
    assert asked("Was the museum closed yesterday?").is_told_by(item, times) is None


def test_what_there_is_to_do_may_be_of_the_day_that_comes():
    """To want sounds of the one gone by."""
    question = asked("What did I want to do on Tuesday?")
    coming, other = (
        said(f"Ring the physio ({day})", "2026-09-25T10:00", kind="handoff", ref="handoff:1")
        for day in ("Tuesday 29 September 2026", "Thursday 1 October 2026")
    )
    assert question.is_told_by(coming, times) is None
    assert question.is_told_by(other, times) is False
    assert asked("What do I have to do on Tuesday?").is_told_by(coming, times) is True


def test_what_is_of_another_time_tells_nothing():
    items = [
        noted("I had pancakes.").model_copy(update={"of_time": of_time}) for of_time in (False, True, None)
    ]
    assert telling(items) == items[1:]
    assert verdict_of(items[:1]) is Verdict.NONE
