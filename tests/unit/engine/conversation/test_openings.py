"""How an answer is begun for a small model."""

from dataclasses import replace

import pytest

from engine.conversation import Verdict, drive
from engine.conversation.checking import opening_of
from engine.conversation.prompting.wording import load_wording
from engine.conversation.records import TurnState
from tests.unit.engine.conversation.judging import JUDGED, MINIMAL, JudgingModel, asked, noted, told


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("What’s my cat called?", "You haven't told me"),
        ("Wie heißt meine Katze?", "Du hast mir nicht erzählt,"),
        ("Comment s'appelle mon chat ?", "Tu ne m'as pas dit"),
        ("我的猫叫什么？", ""),
    ],
)
def test_who_was_not_told_says_so_in_the_language_of_the_question(text, opening):
    assert load_wording().untold_opening(text) == opening


@pytest.mark.parametrize(
    ("text", "verdict", "carries", "opening"),
    [
        ("Where do I live?", Verdict.NONE, 0.1, "You haven't told me"),
        ("Do you know where I live?", Verdict.NONE, 0.1, "You haven't told me where you live"),
        ("Do you know my shoe size?", Verdict.NONE, 0.1, "You haven't told me your shoe size"),
        ("Do you know my shoe size?", Verdict.STRONG, 0.9, "Your shoe size"),
        ("Do you know where I live?", Verdict.STRONG, 0.9, ""),
        ("Where do I live?", Verdict.STRONG, 0.9, "You"),
        ("What is my shoe size?", Verdict.STRONG, 0.9, "Your shoe"),
        ("Do I smoke?", Verdict.STRONG, 0.9, ""),
        # What was not judged is left to the model.
        ("Do you know my shoe size?", Verdict.STRONG, None, ""),
        ("Do you know my shoe size?", Verdict.NONE, None, ""),
        ("你的名字是什么？", Verdict.NONE, 0.1, ""),
    ],
)
def test_an_answer_is_begun_where_a_small_model_begins_it_wrongly(text, verdict, carries, opening):
    context = MINIMAL.model_copy(update={"query": text, "verdict": verdict, "carries": carries})
    assert opening_of(context, text, load_wording()) == opening


@pytest.mark.parametrize(
    ("found", "opening"),
    [("my broth", "Your brother"), ("Jan", "Jan"), ("Tom", ""), ("rother", ""), ("", ""), ("?", "")],
)
def test_who_it_was_stands_in_the_notes_as_it_was_found(found, opening):
    item = noted("Jan, my brother, lent me the tent.").model_copy(update={"shown": "You said: …"})
    judged = {"verdict": Verdict.STRONG, "carries": 0.9, "found": found, "items": (item,)}
    question = "Who lent me the tent?"
    context = MINIMAL.model_copy(update=judged | {"query": question})
    assert opening_of(context, question, load_wording()) == opening


def test_the_beginning_is_shown_before_the_model_has_read(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    shown, asked_at = [], []
    generate = model.generate

    def generating(request, *given):
        asked_at.append(len(shown))
        return generate(request, *given)

    model.generate = generating
    turn = room.begin("What is my cat called?", "window", "1@0")
    drive(turn, lambda: model, progress=lambda one: shown.append(one["text"]) if "text" in one else None)
    assert shown[: asked_at[-1]] == ["Your cat"]
    assert turn._answer.text == "Your cat that."


@pytest.mark.parametrize("rest", ["", " before."])
def test_what_was_begun_stands_where_the_model_adds_nothing(make_room, rest):
    model = JudgingModel(0.1)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    model._replies = iter([rest])
    turn = asked(room, "Do you know how old my cat is?")
    assert turn._answer.text == f"You haven't told me how old your cat is{rest}"
    assert turn.state is TurnState.ANSWERED
    last = room.stream.ledger.segments[-1]
    assert last.text == turn._answer.text
    assert tuple(last.tokens) == tuple(room.language.encode(replace(last, tokens=())).tokens)
