"""What a question may be, and the answer of a model that shows no probabilities."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.decisions import (
    Decider,
    DecidingStoppedError,
    Decisions,
    ProbeMissingError,
    Question,
    load_question,
)
from engine.decisions.decider import read_option
from engine.language import ScriptedModel

QUESTION = Question(
    name="fruit",
    options=("yes", "no", "not sure"),
    cautious="no",
    instruction="Is it a fruit?",
    ask="{text}?",
    example=(("Plum", "yes"), ("Chair", "no")),
    labelled=(("Pear", "yes"),),
)


def test_the_question_that_comes_with_the_program_is_sound():
    question = load_question("keep_about_person")
    assert not {text for text, _ in question.example} & {text for text, _ in question.labelled}
    assert {answer for _, answer in question.labelled} == set(question.options)


@pytest.mark.parametrize(
    "change", [{"cautious": "maybe"}, {"options": ("yes",)}, {"labelled": (("a", "b"),)}]
)
def test_an_open_question_is_refused(change):
    with pytest.raises(ValidationError, match="every answer"):
        Question.model_validate(QUESTION.model_dump() | change)


@pytest.mark.parametrize(
    ("said", "option"),
    [('"yes"', "yes"), (" No.", "no"), ('"not sure"', "not sure"), ("perhaps", "no"), ("", "no")],
)
def test_a_model_without_probabilities_writes_its_answer(said, option):
    model = ScriptedModel([said])
    decided = Decider(model, QUESTION).decide("Pear")
    assert decided.option == option
    assert not decided.scored
    assert decided.shares == {one: float(one == option) for one in QUESTION.options}
    asked = model.requests[0]
    assert asked.schema == {"type": "string", "enum": ["yes", "no", "not sure"]}
    assert [segment.text for segment in asked.prompt] == [
        "Is it a fruit?",
        "Plum?",
        "yes",
        "Chair?",
        "no",
        "Pear?",
    ]


class StateModel(ScriptedModel):
    """Lets its state be seen, and tells no two options apart."""

    def embed_native(self, text):
        return [float(len(text))]

    def hidden_state(self, prompt, *, hurried=False):
        return [float(len(prompt[-1].text))]

    def choose(self, prompt, options, *, hurried=False):
        raise ValueError("two options begin with the same token")

    def surprise(self, prompt, last):
        return [0.0] * last


def test_a_changed_question_says_how_its_probe_is_fitted():
    labelled = (("Pear", "yes"), ("Half a tomato", "not sure"))
    asked = QUESTION.model_copy(update={"probe": True, "labelled": labelled})
    decider = Decider(StateModel([]), asked)
    with pytest.raises(ProbeMissingError, match="fruit has `probe = true`, but no probe fits") as missing:
        decider.warm()
    assert missing.value.remedy == "Fit one: python tasks.py calibrations scripted fruit"
    decider.calibrate()
    assert decider.decide("Pear").scored
    with pytest.raises(ValueError, match="same token"):
        Decider(StateModel([]), QUESTION).decide("Pear")


def test_a_model_without_probabilities_is_not_calibrated():
    model = ScriptedModel([])
    assert Decider(model, QUESTION).calibrate().biases == (0.0, 0.0, 0.0)
    assert model.requests == []


@given(st.sampled_from(QUESTION.options), st.sampled_from(["", " ", "\n"]), st.booleans())
def test_an_option_is_read_as_json_and_as_plain_text(option, space, quoted):
    said = json.dumps(option) if quoted else option.upper()
    assert read_option(space + said + space, QUESTION.options) == option


@given(st.text(max_size=20))
def test_anything_else_is_no_option(text):
    found = read_option(text, ("§one", "§two"))
    assert found is None or found in text


def test_what_is_read_together_is_labelled_in_one_list():
    kinds, topics = load_question("reaction"), load_question("topic")
    assert (topics.instruction, topics.ask, topics.shown) == (kinds.instruction, kinds.ask, kinds.shown)
    assert {text for text, _ in topics.fitted_to} < {text for text, _ in kinds.fitted_to}
    assert {text for text, _ in topics.tested_on} < {text for text, _ in kinds.tested_on}
    for asked in (kinds, topics):
        assert not {text for text, _ in asked.shown} & {
            text for text, _ in (*asked.fitted_to, *asked.tested_on)
        }
        assert {label for _, label in asked.fitted_to} == set(asked.options)


class Shelf(dict):
    """Keeps states by name."""

    def put(self, name, blob):
        self[name] = blob
        return True

    has = dict.__contains__


def test_a_question_is_read_once_for_its_words_and_not_for_what_a_probe_learns_from():
    model, shelf = ScriptedModel(["yes"]), Shelf()
    asked = []
    shelf.has = lambda name: bool(asked.append(name)) or name in shelf
    assert not Decider(model, QUESTION, states=shelf).is_warm
    shelf.put(asked[-1], b"state")
    assert Decider(model, QUESTION, states=shelf).is_warm
    learned = QUESTION.model_copy(update={"labelled": (*QUESTION.labelled, ("Stone", "no"))})
    assert Decider(model, learned, states=shelf).is_warm
    assert not Decider(model, QUESTION.model_copy(update={"ask": "{text}!"}), states=shelf).is_warm
    assert Decider(model, QUESTION.model_copy(update={"reads_with": "other"}), states=shelf).is_warm


def test_once_it_is_to_stop_no_decision_begins_but_what_was_decided_is_known():
    decisions, model, stopped = Decisions(), ScriptedModel(["yes", "no"]), list[bool]()
    until = decisions.until(lambda: bool(stopped))
    assert until.decide(model, "judges_other", "My boss is a bully.").option == "yes"
    stopped.append(True)
    assert until.decide(model, "judges_other", "My boss is a bully.").option == "yes"
    with pytest.raises(DecidingStoppedError):
        until.decide(model, "judges_other", "My boss is called Ann.")
    assert len(model.requests) == 1
    assert decisions.decide(model, "judges_other", "My boss is called Ann.").option == "no", (
        "others decide on"
    )


def test_one_that_is_read_off_the_state_of_another_takes_its_texts_by_what_they_are_read_as():
    reaction, sentiment, topic = map(load_question, ("reaction", "sentiment", "topic"))
    read_as = dict(sentiment.fitted_to)
    assert [text for text, _ in sentiment.held] == [text for text, _ in reaction.held]
    assert {read_as[text] for text, kind in reaction.fitted_to if kind in {"grieves", "sad"}} == {"sad"}
    ill = {about: read_as[text] for text, about in topic.fitted_to if dict(reaction.fitted_to)[text] == "ill"}
    assert ill["body"] == "ill"
    assert ill["parent"] == "worried"
    assert {read_as[text] for text, kind in reaction.fitted_to if kind == "plans"} == {"fine"}
    assert read_as["Where did I put my passport?"] == "fine", "a text of its own"
    assert sentiment.ask == reaction.ask
