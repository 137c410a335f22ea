import itertools
import json
from datetime import timedelta

import pytest

from engine.conversation import (
    EmptyUtteranceError,
    NoModelError,
    ReflectField,
    TurnOrderError,
    TurnStatus,
    drive,
    reflect,
)
from engine.conversation.reflection.reflecting import MOST_TRIES
from engine.conversation.store import outcomes
from engine.language import Cancellation, Lane, ModelDiedError, Place, ScriptedModel
from engine.settings import PromptSettings, Settings
from engine.trail import LoopStatus, StepKind
from tests.unit.engine.conversation.conftest import REFLECTION


def said(room, text, cancellation=None):
    turn = room.begin(text, "window", "1@0")
    result = drive(turn, lambda: room.language, cancellation=cancellation)
    room.trail.catch_up()
    return turn, result


def test_an_answer_is_recorded_with_what_it_answers(make_room, trail):
    room = make_room(ScriptedModel(["Hello, Mira."]))
    turn, result = said(room, "  I'm Mira.  ")
    assert (result.answer, result.status) == ("Hello, Mira.", TurnStatus.DONE)
    steps = trail.steps_of(turn.loop_id)
    assert [(step.kind, step.text) for step in steps] == [
        (StepKind.UTTERANCE, "I'm Mira."),
        (StepKind.ANSWER, "Hello, Mira."),
    ]
    assert trail.loops(1)[0].status is LoopStatus.DONE


def test_blanks_record_nothing(make_room, trail):
    room = make_room(ScriptedModel([]))
    with pytest.raises(EmptyUtteranceError):
        said(room, " \n ")
    assert trail.loops(10) == []


def test_what_was_said_is_kept_where_no_model_answers(make_room, trail):
    room = make_room(None)
    with pytest.raises(NoModelError) as caught:
        said(room, "Are you there?")
    assert "models install" in caught.value.remedy
    loop = trail.loops(1)[0]
    assert loop.status is LoopStatus.INTERRUPTED
    assert trail.steps_of(loop.id)[0].text == "Are you there?"


def test_a_lost_answer_costs_one_answer(make_room, trail):
    room = make_room(ScriptedModel(["Fine.", ModelDiedError("It died."), "Still here."]))
    said(room, "How are you?")
    before = room.stream.ledger.segments
    with pytest.raises(ModelDiedError):
        said(room, "And now?")
    assert room.stream.ledger.segments == before
    _, result = said(room, "Now?")
    assert result.answer == "Still here."
    assert [exchange.status for exchange in room.history(5)] == [
        TurnStatus.DONE,
        TurnStatus.INTERRUPTED,
        TurnStatus.DONE,
    ]


def test_a_stopped_answer_keeps_what_was_said_of_it(make_room):
    cancellation = Cancellation()
    room = make_room(ScriptedModel(["one two three four five six"]))
    turn = room.begin("Count.", "window", "1@0")

    def stop_at_once(frame):
        if frame["stage"] == "text":
            cancellation.cancel()

    result = drive(turn, lambda: room.language, progress=stop_at_once, cancellation=cancellation)
    assert result.status is TurnStatus.STOPPED
    assert 0 < len(result.answer) < len("one two three four five six")
    assert room.history(1)[0].status is TurnStatus.STOPPED


def test_memory_of_an_earlier_episode_stands_before_the_question(make_room, clock):
    model = ScriptedModel(["Noted.", "Biscuit."])
    room = make_room(model)
    _, first = said(room, "My grey cat is called Biscuit.")
    room.say_goodbye()
    clock.advance(timedelta(days=2))
    turn, second = said(room, "What is my grey cat called?")
    assert first.episode_id != second.episode_id
    block = [segment for segment in model.requests[-1].prompt if segment.place is Place.BLOCK]
    assert len(block) == 1
    assert '- 21 November 2026, they said: "My grey cat is called Biscuit."' in block[0].text
    found = next(item for item in second.recalled if item.text == "My grey cat is called Biscuit.")
    assert not found.in_stream
    assert f"step:{found.id}" in block[0].cites
    assert turn.stages.keys() >= {"hear", "open", "recall", "prompt", "record"}


def test_a_greeting_is_left_alone(make_room):
    model = ScriptedModel(["Hello!"])
    room = make_room(model)
    said(room, "Good morning!")
    assert model.requests[0].prompt[-1].text == "Good morning!"
    assert model.requests[0].prompt[-2].place is Place.OPENING


def test_what_stands_in_the_conversation_is_not_said_twice(make_room):
    model = ScriptedModel(["Noted.", "Biscuit."])
    room = make_room(model)
    said(room, "My grey cat is called Biscuit.")
    _, result = said(room, "What is my grey cat called?")
    assert all(segment.place is not Place.BLOCK for segment in model.requests[-1].prompt)
    assert any(item.in_stream and "Biscuit" in item.text for item in result.recalled)


def test_recalled_text_is_never_stored_again(make_room, clock, trail):
    room = make_room(ScriptedModel(["Noted.", "Biscuit.", "Yes."]))
    said(room, "My grey cat is called Biscuit.")
    room.say_goodbye()
    clock.advance(timedelta(hours=5))
    turn, _ = said(room, "What is my grey cat called?")
    (recall,) = [step for step in trail.steps_of(turn.loop_id) if step.kind is StepKind.RECALL]
    assert recall.text == ""
    assert recall.details["items"]
    assert "Biscuit" not in json.dumps(recall.details)


def test_within_an_episode_the_prompt_only_grows(make_room):
    model = ScriptedModel(lambda _request: "Well.")
    room = make_room(model)
    for number in range(6):
        said(room, f"This is thing number {number}.")
    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        before = [token for segment in earlier.prompt for token in segment.tokens]
        after = [token for segment in later.prompt for token in segment.tokens]
        assert after[: len(before)] == before


def test_a_new_process_goes_on_with_the_open_episode(make_room):
    said(make_room(ScriptedModel(["Hello."])), "I'm Mira.")
    model = ScriptedModel(["Mira."])
    _, result = said(make_room(model), "Who am I?")
    texts = [segment.text for segment in model.requests[0].prompt]
    assert texts[-3:-1] == ["I'm Mira.", "Hello."] or texts[-4:-2] == ["I'm Mira.", "Hello."]
    assert result.answer == "Mira."


def test_a_full_context_loses_its_oldest_turns_in_one_block(make_room):
    model = ScriptedModel(lambda _request: " ".join(f"w{n:03}" for n in range(40)), context_tokens=1800)
    small = PromptSettings(answer_tokens=64)
    room = make_room(model, Settings(prompt=small))
    sizes = []
    for number in range(30):
        said(room, f"Number {number}: " + "and so it goes on " * 6)
        sizes.append(room.stream.ledger.token_count)
    assert max(sizes) <= 1800
    cuts = sum(later < earlier for earlier, later in itertools.pairwise(sizes))
    assert 0 < cuts < 10
    kept = [segment for segment in room.stream.ledger.segments if segment.place is Place.UTTERANCE]
    assert kept[-1].text.startswith("Number 29")
    assert room.stream.ledger.segments[0].place is Place.STABLE


def test_a_reflection_becomes_a_record_and_a_note(make_room, vault):
    model = ScriptedModel(["How lovely!", REFLECTION])
    room = make_room(model)
    turn, _ = said(room, "My sister gets married.")
    assert reflect(turn.room, model).outcome == "absorbed"
    request = model.requests[-1]
    assert request.lane is Lane.BACKGROUND
    assert next(iter(request.schema["properties"])) == "importance"
    assert list(request.schema["properties"])[-1] == "note"
    (path,) = vault.documents.list("notes/")
    assert path.startswith("notes/2026/11/21/10_00_00_my_sister")
    note = vault.documents.get(path)
    assert note.text.strip() == "I was glad to hear it."
    assert note.meta["intensity"] == pytest.approx(0.72)
    assert note.meta["valence"] == "positive"
    assert room.history(1)[0].note == "I was glad to hear it."


def test_quotes_of_a_claim_can_only_come_from_this_utterance(make_room):
    model = ScriptedModel(["Noted.", REFLECTION])
    room = make_room(model)
    turn, _ = said(room, "I'm allergic to peanuts. It rains.")
    reflect(turn.room, model)
    claim = model.requests[-1].schema["properties"]["claims"]["items"]
    assert claim["properties"]["quote"]["enum"] == ["I'm allergic to peanuts.", "It rains."]


@pytest.mark.parametrize(
    ("reply", "outcome"), [("this is no JSON at all", "text_only"), ("[1, 2]", "text_only")]
)
def test_a_reflection_that_cannot_be_read_is_kept_as_text(make_room, vault, reply, outcome):
    model = ScriptedModel(["Yes.", reply])
    room = make_room(model)
    turn, _ = said(room, "Hello.")
    assert reflect(turn.room, model).outcome == outcome
    with vault.read() as connection:
        row = connection.execute("SELECT outcome, raw FROM reflections").fetchone()
    assert (row["outcome"], row["raw"]) == (outcome, reply)


def test_a_reflection_whose_model_dies_is_tried_again_and_then_let_go(make_room, vault):
    died = [ModelDiedError("It died.")] * MOST_TRIES
    room = make_room(ScriptedModel(["Yes.", *died]))
    said(room, "Hello.")
    for left in (1, 1, 0):
        with pytest.raises(ModelDiedError):
            reflect(room, room.language)
        assert len(room.outstanding.list()) == left
    assert outcomes(vault) == {}


def test_what_was_answered_is_reflected_on_once_and_in_order(make_room, vault):
    """Also where the process that answered left before it could."""
    first = make_room(ScriptedModel(["One.", "Two.", "Three."]))
    loops = [said(first, text)[0].loop_id for text in ("Hello.", "I row.", "Bye.")]
    later = make_room(ScriptedModel([REFLECTION] * 3))
    cancelled = Cancellation()
    cancelled.cancel()
    assert reflect(later, later.language, cancellation=cancelled).outcome == "postponed"
    done = [reflect(later, later.language) for _ in loops]
    assert [one.loop_id for one in done] == loops
    assert reflect(later, later.language) is None
    assert outcomes(vault) == {"absorbed": 3}


def test_what_is_erased_leaves_no_quote_of_what_waits(make_room, trail, vault):
    room = make_room(ScriptedModel(["Yes."]))
    turn, _ = said(room, "I row.")
    assert room.outstanding.list()
    room.erase({f"step:{trail.steps_of(turn.loop_id)[0].id}"})
    assert vault.rows("SELECT * FROM outstanding_reflections") == []


def test_what_was_taken_back_meanwhile_is_not_reflected_on(make_room, trail):
    room = make_room(ScriptedModel(["Yes."]))
    turn, _ = said(room, "I row.")
    room.withdraw({f"step:{trail.steps_of(turn.loop_id)[0].id}"})
    assert reflect(room, room.language) is None
    assert room.outstanding.list() == []


def test_what_a_failing_room_wrote_is_rolled_back_and_the_rest_absorbed(make_room, vault):
    reply = json.dumps({**json.loads(REFLECTION), "extra": 7})
    model = ScriptedModel(["Yes.", reply])
    room = make_room(model)

    def refuse(unit, _facts, value):
        assert value == 7
        vault.documents.put(unit, "notes/half.md", "half")
        raise LookupError

    room.registry.add_field(ReflectField("extra", 200, {"type": "integer"}, refuse))
    turn, _ = said(room, "Hello.")
    assert reflect(turn.room, model).outcome == "absorbed"
    (path,) = vault.documents.list("notes/")
    assert path.startswith("notes/2026/")


def test_stages_out_of_order_are_a_bug(make_room):
    turn = make_room(ScriptedModel([])).begin("Hi", "window", "1@0")
    with pytest.raises(TurnOrderError):
        turn.prepare()
    turn.hear()
    with pytest.raises(TurnOrderError):
        turn.hear()


def test_what_was_noted_between_talks_leaves_no_gap_in_their_history(make_room, trail):
    room = make_room(ScriptedModel(["One.", "Two."]))
    said(room, "The first?")
    for _ in range(3):
        trail.close_loop(trail.open_loop("command", "command", "remember").id, LoopStatus.DONE)
    said(room, "The second?")
    assert [exchange.utterance for exchange in room.history(2)] == ["The first?", "The second?"]
    latest = room.history(1)[0]
    assert [exchange.utterance for exchange in room.history(5, latest.loop_id)] == ["The first?"]
