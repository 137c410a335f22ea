"""The model's own searches: when they are offered, what comes of them, and what they leave behind."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import Searched, Verdict, drive
from engine.conversation.reconstruction import Sources
from engine.conversation.reconstruction.searching import PURPOSE, Call, Searching, Tool, searching_words
from engine.language import Cancellation, LanguageError, Role, ScriptedModel
from engine.settings import RecallSettings, Settings
from engine.trail import StepKind, Trail
from tests.unit.engine.conversation.judging import MINIMAL

INSTRUCTION = searching_words().instruction.split("{tools}", maxsplit=1)[0].strip()
QUESTION = "Whom do I play chess with?"
TOLD = "Marek and I meet for the Sicilian Defence every Friday."


def wished(tool, query):
    return json.dumps({"tool": tool, "query": query})


def is_choice(request):
    return any(one.role is Role.SYSTEM and one.text.startswith(INSTRUCTION) for one in request.prompt)


class SearchingModel(ScriptedModel):
    """A model of four thousand million parameters that wishes for these searches, one after another."""

    def __init__(self, *wishes):
        self.wishes = list(wishes)
        super().__init__(self.reply)

    @property
    def info(self):
        return replace(super().info, parameters=4_000_000_000)

    def reply(self, request):
        if not is_choice(request):
            return "As you wish."
        wish = self.wishes.pop(0) if self.wishes else wished("answer", "")
        if isinstance(wish, Exception):
            raise wish
        return wish

    @property
    def choices(self):
        return [request for request in self.requests if is_choice(request)]


def told(room, *texts):
    for text in texts:
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
        room.say_goodbye()
    room.trail.catch_up()
    room.clock.advance(timedelta(hours=7))


def asked(room, text=QUESTION, **callbacks):
    turn = room.begin(text, "window", "1@0")
    return turn, drive(turn, lambda: room.language, **callbacks)


def kinds(room, turn):
    return [step.kind for step in room.trail.steps_of(turn.loop_id)]


def test_what_the_model_looks_for_becomes_part_of_the_context(make_room):
    model = SearchingModel(wished("conversation.search", "Sicilian Defence Friday"))
    room = make_room(model)
    told(room, TOLD, "Bread is dear.")
    stages = []
    turn, result = asked(room, progress=stages.append)
    assert turn.approach.context.verdict is Verdict.WEAK
    assert TOLD in turn.approach.context.block
    report = turn.approach.context.searches[0]
    assert (report.tool, report.query, report.found) == ("conversation.search", "Sicilian Defence Friday", 1)
    assert result.searches == (Searched(tool="conversation.search", query="Sicilian Defence Friday"),)
    assert [one["stage"] for one in stages][:3] == ["heard", "searching", "recalled"]
    assert stages[1]["query"] == "Sicilian Defence Friday"
    assert "search" in turn.stages


def test_each_call_is_a_step_and_a_line_in_the_recall_log(make_room):
    room = make_room(SearchingModel(wished("conversation.search", "Sicilian Defence Friday")))
    told(room, TOLD)
    turn, _ = asked(room)
    assert kinds(room, turn) == [
        StepKind.UTTERANCE,
        StepKind.TOOL_CALL,
        StepKind.TOOL_RESULT,
        StepKind.RECALL,
        StepKind.ANSWER,
    ]
    call, result = room.trail.steps_of(turn.loop_id)[1:3]
    assert call.details == {"tool": "conversation.search", "query": "Sicilian Defence Friday"}
    assert (call.text, result.text) == ("", "")
    assert result.details["refs"] == list(turn.approach.context.searches[0].refs)
    assert TOLD not in json.dumps(result.details)
    assert [one.purpose for one in room.trail.recalls()] == [PURPOSE]
    exchange = room.history(1)[0]
    assert exchange.searches == (Searched(tool="conversation.search", query="Sicilian Defence Friday"),)


def test_at_most_two_searches_are_made_for_one_answer(make_room):
    model = SearchingModel(
        *(wished("conversation.search", f"chess {word}") for word in ("one", "two", "three"))
    )
    room = make_room(model)
    turn, result = asked(room)
    assert [one.query for one in turn.approach.context.searches] == ["chess one", "chess two"]
    assert len(model.choices) == 2
    assert "chess one" in model.choices[1].prompt[-1].text
    assert result.answer == "As you wish."


def test_strong_support_and_small_models_pay_nothing(make_room):
    model = SearchingModel(wished("conversation.search", "chess"))
    room = make_room(model)
    room.language = ScriptedModel(lambda _: "Yes.")
    turn, _ = asked(room)
    assert not turn.approach.context.searches
    room.language = model
    quiet = room.begin("I like chess.", "window", "1@0")
    drive(quiet, lambda: model)
    assert not model.choices
    loud = room.begin(QUESTION, "window", "1@0")
    loud.hear()
    loud.recall()
    approach = loud.approach
    approach.context = approach.context.model_copy(update={"verdict": Verdict.STRONG})
    assert approach.to_search is None
    assert not room.searching.serves(model, approach.context)


@pytest.mark.parametrize(
    "wish",
    [
        wished("answer", "chess"),
        wished("conversation.search", "  "),
        wished("personal_model.search", "chess"),
        wished("personal_model.update", "chess"),
        "I would rather not.",
        LanguageError("The model is gone."),
    ],
)
def test_no_search_is_made_of_anything_but_an_offered_tool(make_room, wish):
    room = make_room(SearchingModel(wish))
    turn, result = asked(room)
    assert (turn.approach.context.verdict, turn.approach.context.searches) == (Verdict.NONE, ())
    assert StepKind.TOOL_CALL not in kinds(room, turn)
    assert result.answer == "As you wish."


def test_the_same_search_is_not_made_twice(make_room):
    model = SearchingModel(wished("conversation.search", "chess"), wished("conversation.search", "Chess"))
    turn, _ = asked(make_room(model))
    assert len(turn.approach.context.searches) == 1


def test_a_search_that_fails_leaves_the_verdict_as_it_was(make_room, monkeypatch, caplog):
    room = make_room(SearchingModel(wished("conversation.search", "Sicilian Defence Friday")))
    told(room, TOLD)

    def broken(*_):
        raise RuntimeError("no index")

    monkeypatch.setattr(Searching, "_said", broken)
    turn, result = asked(room)
    assert turn.approach.context.verdict is Verdict.NONE
    assert (turn.approach.context.searches[0].found, turn.approach.context.searches[0].fault) == (
        0,
        searching_words().failed,
    )
    assert result.answer == "As you wish."
    assert "a search of the model" in caplog.text
    caplog.clear()


def test_who_stops_the_answer_stops_the_searching(make_room):
    model = SearchingModel(*(wished("conversation.search", word) for word in ("one", "two")))
    room, cancellation = make_room(model), Cancellation()

    def stop(stage):
        if stage["stage"] == "searching":
            cancellation.cancel()

    turn, _ = asked(room, progress=stop, cancellation=cancellation)
    assert [one.query for one in turn.approach.context.searches] == ["one"]
    assert len(model.choices) == 1


def test_what_was_withdrawn_is_never_found(make_room):
    room = make_room(SearchingModel(wished("conversation.search", "Sicilian Defence Friday")))
    told(room, TOLD)
    step = next(one for one in room.trail.recent_steps(9) if one.text == TOLD)
    room.withdraw({f"step:{step.id}"})
    turn, _ = asked(room)
    assert (turn.approach.context.verdict, turn.approach.context.searches[0].found) == (Verdict.NONE, 0)


def test_a_round_whose_search_found_it_goes_with_what_is_withdrawn(make_room):
    settings = Settings(recall=RecallSettings(searched_items=1))
    room = make_room(SearchingModel(wished("conversation.search", "Sicilian Defence Friday")), settings)
    told(room, TOLD)
    step = next(one for one in room.trail.recent_steps(9) if one.text == TOLD)
    turn, _ = asked(room)
    room.withdraw({f"step:{step.id}"})
    left = [one.kind for one in room.trail.steps_of(turn.loop_id) if one.withdrawn_at is None]
    assert left == [StepKind.UTTERANCE]
    assert room.contexts.get(turn.loop_id) is None
    assert room.history(1)[0].searches == ()


def test_only_tools_of_rooms_that_are_there_are_offered(make_room):
    model = SearchingModel()
    room = make_room(model)
    asked(room)
    assert room.searching.tools == (Tool.CONVERSATION, Tool.ANSWER)
    schema = model.choices[0].schema
    assert schema["properties"]["tool"]["enum"] == ["conversation.search", "answer"]
    assert "personal_model" not in model.choices[0].prompt[0].text


@given(st.text(max_size=200), st.sampled_from(list(Tool)))
def test_a_choice_is_a_usable_search_or_none(text, tool):
    model = ScriptedModel([wished(tool.value, text)])
    sources = Sources(trail=None, person=object(), memory=object())
    searching = Searching(sources, None, Settings(recall=RecallSettings(searching_tokens=400)), "companion")
    call = searching.choose(model, MINIMAL, Cancellation())
    if call is not None:
        assert call.tool is tool is not Tool.ANSWER
        assert call.query == call.query.strip()
        assert 0 < len(call.query) <= 80


def test_every_tool_is_carried_out_and_described(trail: Trail, make_room):
    searching = make_room(None).searching
    assert searching_words().tools.keys() == set(Tool)
    assert [searching.look(Call(tool=tool, query="chess"), (), "step:1").items for tool in Tool] == [
        ()
    ] * len(Tool)
