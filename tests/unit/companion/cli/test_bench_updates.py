import pytest

from companion.cli.bench.updates import Heard, Request, is_right, load_phrasings
from engine.conversation.governing.phrasings import filled
from engine.decisions import load_question

LISTS = load_phrasings()


def heard(action, text="", targets=()):
    return Heard("", action, text, targets, asked=False, wrote=True, gate_s=0.0, model_s=0.0)


@pytest.mark.parametrize("said", LISTS, ids=lambda one: one.name)
def test_nothing_that_is_asked_was_shown(said):
    shown = {text for text, _ in filled()}
    for decision in ("update_wanted", "keep_about_person"):
        question = load_question(decision)
        shown |= {text for text, _ in (*question.example, *question.labelled)}
    asked = {request.say for request in said.request} | set(said.ordinary)
    assert not {one.casefold() for one in asked} & {one.casefold() for one in shown}
    assert len(said.request) == len(said.ordinary) == 60


@pytest.mark.parametrize("said", LISTS, ids=lambda one: one.name)
def test_every_target_is_a_fact_and_every_kind_is_asked(said):
    for request in said.request:
        assert not request.target or any(request.target in fact for fact in said.fact)
    kinds = {action for request in said.request for action in request.action}
    assert kinds - {"none"} == {"remember", "correct", "forget", "dispute", "ask"}


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (heard("correct", "My dog is Rex.", ("I have a dog.",)), True),
        (heard("correct", "My dog is Max.", ("I have a dog.",)), False),
        (heard("correct", "My dog is Rex.", ("I have a cat.",)), False),
        (heard("forget", "", ("I have a dog.",)), False),
        (heard("none"), False),
    ],
)
def test_right_is_the_action_the_fact_and_the_words(found, right):
    request = Request(say="No, it's Rex.", action=("correct",), target="dog", holds=("Rex",))
    assert is_right(request, found) is right
