"""The compass: made after two turns and at the end, by a model or without, within its tokens; it does not nag."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.identity import CompassBody, Loop, Surroundings, WordedBy
from engine.identity.compass.book import fitted, rendered
from engine.language import Lane, LanguageError, ScriptedModel
from engine.memory import NodeKind
from tests.unit.engine.identity.conftest import SETTINGS, START, Together, count

GOOD = {
    "vibe": "Calm and focused",
    "story": "We planned the garden. I liked how the beds took shape.",
    "note": "I look forward to the first sprouts.",
    "topics": ["garden", "beds"],
}
TEXTS = st.text(max_size=120)


def model(**changed: object) -> ScriptedModel:
    return ScriptedModel([json.dumps(GOOD | changed)])


def talked(mira: Together, turns: int = 2) -> None:
    for number in range(turns):
        mira.said(f"The garden needs bed number {number}.", "Then we dig.")
        mira.wait(minutes=2)


def loop(ref: str = "handoff:h1", **changed: object) -> Loop:
    given = {"ref": ref, "text": "Order the seeds", "changed_at": START} | changed
    return Loop.model_validate(given)


def test_one_turn_is_not_yet_a_story(mira: Together) -> None:
    talked(mira, 1)
    assert mira.identity.tell_compass(model()) is None
    mira.goodbye()
    assert mira.identity.compass.read() is None


def test_a_model_writes_it_in_the_background(mira: Together) -> None:
    talked(mira)
    speaker = model()
    made = mira.identity.tell_compass(speaker)
    assert made is not None
    assert (made.body.vibe, made.body.note, made.body.topics) == (
        GOOD["vibe"],
        GOOD["note"],
        ("garden", "beds"),
    )
    assert made.body.worded_by is WordedBy.MODEL
    assert speaker.requests[0].lane is Lane.BACKGROUND
    assert speaker.requests[0].schema is not None
    node = mira.memory.node(made.node)
    assert node.text == rendered(made.body)
    assert len(node.sources) == 4
    assert mira.identity.tell_compass(model()) is None
    talked(mira, 1)
    assert mira.identity.tell_compass(model()) is not None
    assert len(mira.memory.nodes([NodeKind.COMPASS])) == 1


def test_at_the_end_it_stands_at_once_and_is_worded_when_there_is_time(mira: Together) -> None:
    mira.identity.around = Surroundings(feeling=lambda _: "hopeful")
    talked(mira)
    mira.goodbye()
    quoted = mira.identity.compass.read()
    assert quoted is not None
    assert quoted.body.worded_by is WordedBy.QUOTES
    assert quoted.body.vibe == "hopeful"
    assert "The garden needs bed number 1." in quoted.body.story
    assert "garden" in quoted.body.topics
    worded = mira.identity.tell_compass(model())
    assert worded is not None
    assert worded.body.worded_by is WordedBy.MODEL
    assert mira.identity.state().current_context_note == rendered(worded.body)


def test_a_time_together_that_nobody_ended_leaves_one_too(mira: Together) -> None:
    talked(mira)
    mira.wait(hours=10)
    mira.said("Good evening.")
    closed = mira.identity.compass.at_close()
    assert closed is not None
    assert closed.body.worded_by is WordedBy.QUOTES
    worded = mira.identity.tell_compass(model())
    assert worded is not None
    assert worded.episode == closed.episode
    assert mira.identity.tell_compass(model()) is None


@pytest.mark.parametrize("reply", ["", "not JSON", "[1]", '{"story": ""}', '{"topics": 3}'])
def test_what_a_model_gets_wrong_is_told_from_what_is_known(mira: Together, reply: str) -> None:
    talked(mira)
    made = mira.identity.tell_compass(ScriptedModel([reply]))
    assert made is not None
    assert made.body.worded_by is WordedBy.QUOTES


def test_a_model_that_fails_loses_nothing(mira: Together) -> None:
    talked(mira)
    assert mira.identity.tell_compass(ScriptedModel([LanguageError("gone")])) is None
    assert mira.identity.tell_compass(model()) is not None


def test_what_nobody_said_is_left_out(mira: Together) -> None:
    mira.identity.around = Surroundings(grounded=lambda text, _: text.replace("Paris", "").strip())
    talked(mira)
    made = mira.identity.tell_compass(model(story="Paris", note="Paris"))
    assert made is not None
    assert "Paris" not in rendered(made.body)


def test_the_note_is_of_the_last_time_together(mira: Together) -> None:
    talked(mira)
    mira.identity.tell_compass(model())
    assert mira.identity.state().current_context_note == ""
    mira.goodbye()
    note = mira.identity.state().current_context_note
    assert note.startswith("Vibe: Calm and focused")
    mira.wait(hours=10)
    talked(mira)
    mira.identity.tell_compass(model(vibe="Restless"))
    assert mira.identity.state().current_context_note == note
    read = mira.identity.compass.read()
    assert read is not None
    assert read.body.vibe == "Restless"


def test_open_loops_are_refs_and_no_part_of_the_note(mira: Together) -> None:
    mira.loops = [loop(f"handoff:h{number}", text=f"Thing {number}") for number in range(6)]
    talked(mira)
    made = mira.identity.tell_compass(model())
    assert made is not None
    assert len(made.body.loops) == SETTINGS.compass_loops
    mira.goodbye()
    assert "Thing" not in mira.identity.state().current_context_note
    assert "Thing" not in mira.memory.node(made.node).text
    assert [one.text for one in mira.identity.compass.open_loops()] == ["Thing 0", "Thing 1", "Thing 2"]
    mira.loops.pop(1)
    assert [one.text for one in mira.identity.compass.open_loops()] == ["Thing 0", "Thing 2"]


def test_an_open_loop_that_was_named_without_reply_is_not_named_again(mira: Together) -> None:
    mira.loops = [loop(due=date(2026, 2, 20))]
    talked(mira)
    mira.goodbye()
    mira.wait(hours=12)
    book = mira.identity.compass
    assert [one.ref for one in book.untold()] == ["handoff:h1"]
    mira.identity.naming(("handoff:h1",))
    assert [one.ref for one in book.untold()] == ["handoff:h1"]
    talked(mira)
    for _ in range(5):
        assert book.untold() == []
        mira.goodbye()
        mira.wait(days=3)
        talked(mira)
    mira.loops = [loop(text="Order the seeds and soil", changed_at=mira.clock.now())]
    assert [one.text for one in book.untold()] == ["Order the seeds and soil"]


def test_what_the_opening_names_already_is_not_named_twice(mira: Together) -> None:
    mira.loops = [loop(named=True)]
    talked(mira)
    mira.goodbye()
    assert mira.identity.compass.untold() == []
    assert [one.ref for one in mira.identity.compass.open_loops()] == ["handoff:h1"]


def test_it_goes_with_what_it_was_made_from(mira: Together) -> None:
    talked(mira)
    first = mira.identity.tell_compass(model())
    asked, _ = mira.said("My secret is Zanzibar.")
    mira.identity.tell_compass(model(story="You told me of Zanzibar."))
    mira.goodbye()
    mira.withdraw(f"step:{asked.id}")
    left = mira.identity.compass.read()
    assert left is not None
    assert first is not None
    assert left.node == first.node
    assert "Zanzibar" not in mira.identity.state().current_context_note
    mira.erase(f"step:{asked.id}")
    assert "Zanzibar" not in mira.stored()


def test_a_small_model_writes_less(mira: Together) -> None:
    talked(mira)
    speaker = model(story="So it went on and on. " * 90)
    made = mira.identity.tell_compass(speaker)
    assert made is not None
    assert speaker.count(rendered(made.body)) <= SETTINGS.compass_small_tokens
    assert speaker.requests[0].max_tokens < SETTINGS.compass_tokens


@given(
    body=st.builds(
        CompassBody,
        vibe=TEXTS,
        story=st.lists(TEXTS, max_size=6).map(". ".join),
        note=TEXTS,
        topics=st.lists(TEXTS, max_size=9).map(tuple),
    ),
    limit=st.integers(40, 500),
)
def test_it_is_bounded_whatever_is_written(body: CompassBody, limit: int) -> None:
    small = fitted(body, limit, count)
    assert count(rendered(small)) <= limit
    assert fitted(small, limit, count) == small
    if count(rendered(body)) <= limit:
        assert small == body


@given(body=st.builds(CompassBody, story=TEXTS), loops=st.lists(st.text(max_size=30), max_size=3))
def test_open_loops_have_their_room_in_it(body: CompassBody, loops: list[str]) -> None:
    assert count(rendered(fitted(body, 60, count, loops), loops)) <= 60
