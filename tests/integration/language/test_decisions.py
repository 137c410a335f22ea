"""A real model decides by its logits, is calibrated once, and a kept calibration serves the next start."""

import time

import pytest

from engine.decisions import Decider, load_question
from engine.language import LlamaOptions
from engine.language.native.protocol import PROBING_LANES, SCORING_LANES
from engine.vault import Cache

pytestmark = pytest.mark.model
QUESTION = load_question("keep_about_person")
# Answered by its logits, as by a model that no probe came with; every example is read like the first ones.
FEW = QUESTION.model_copy(
    update={
        "example": QUESTION.example[:8],
        "labelled": QUESTION.labelled[:3] + QUESTION.labelled[-3:],
        "probe": False,
    }
)


@pytest.fixture(scope="module")
def wide(make_model):
    """A model with room for a long question, of which no other file has read anything."""
    return make_model(key=b"q" * 32, options=LlamaOptions(context_tokens=2048, background_tokens=2048))


def test_what_is_told_of_a_life_is_likelier_to_be_kept_than_a_question(model):
    decider = Decider(model, QUESTION)
    told = decider.decide("My grandmother lives in Zagreb and bakes bread.")
    asked = decider.decide("What is the weather like?")
    assert told.scored
    assert sum(told.shares.values()) == pytest.approx(1)
    assert told.shares["yes"] > asked.shares["yes"]


def test_a_calibration_is_fitted_once_for_a_model(model):
    kept = Cache.in_memory()
    first = Decider(model, FEW, kept)
    before = first.calibration
    found = first.calibrate()
    assert found != before
    assert Decider(model, FEW, kept).calibration == found
    assert Decider(model, QUESTION, kept).calibration == before
    kept.close()


def test_a_probe_is_fitted_once_and_tells_what_no_example_showed(model):
    asks = load_question("asks")
    few = asks.model_copy(update={"example": asks.example[::2], "labelled": asks.labelled[::64]})
    kept = Cache.in_memory()
    first = Decider(model, few, kept)
    assert first.probe is None
    first.calibrate()
    again = Decider(model, few, kept)
    shares = [again.decide(text).shares for text in ("where did we park", "we parked by the river")]
    assert shares[0]["Yes"] > 0.5 > shares[1]["Yes"]
    assert first.decide("where did we park").shares == pytest.approx(shares[0], abs=0.02)
    kept.close()


def test_the_same_model_can_write_its_answer(model):
    assert Decider(model, FEW).write("I have two sisters.") in QUESTION.options


def test_what_was_read_of_a_question_outlives_the_process(make_model):
    kept: dict[str, bytes] = {}

    class Shelf:
        def get(self, name):
            return kept.get(name)

        def put(self, name, blob):
            kept[name] = blob
            return True

    first = make_model(key=b"q" * 32)
    decider = Decider(first, FEW, states=Shelf())
    said = decider.decide("I have two sisters.").shares
    decider.keep()
    assert len(kept) == 1
    first.close()
    second = make_model(key=b"q" * 32)
    again = Decider(second, FEW, states=Shelf())
    # Read in other batches, it is rounded a little differently.
    assert again.decide("I have two sisters.").shares == pytest.approx(said, abs=0.03)
    (name,) = kept
    assert second.restore_question(kept[name]) > 100
    assert second.restore_question(kept[name][:-1] + b"x") == 0
    kept[name] = b"damaged"
    third = Decider(second, FEW, states=Shelf())
    assert third.decide("I have two sisters.").shares == pytest.approx(said, abs=0.03)
    third.keep()
    assert len(kept[name]) > 100


def test_a_question_that_was_read_ahead_reads_its_text_alone(wide):
    kept = Cache.in_memory()
    Decider(wide, QUESTION, states=kept).warm()
    later = Decider(wide, QUESTION, states=kept)
    began = time.monotonic()
    later.decide("I have two sisters.")
    warm = time.monotonic() - began
    update = load_question("update_wanted")
    cold = Decider(wide, update.model_copy(update={"example": update.example[:16]}))
    began = time.monotonic()
    cold.decide("I have two sisters.")
    assert warm < (time.monotonic() - began) / 3
    kept.close()


def _fitted(model, question, kept=None):
    """Decides `question`, with a probe of its own where it is to have one."""
    decider = Decider(model, question, kept, states=kept)
    if question.probe:
        decider.calibrate()
    return decider


@pytest.mark.parametrize(("for_state", "lanes"), [(False, SCORING_LANES), (True, PROBING_LANES)])
def test_a_question_whose_place_was_taken_is_put_back_and_not_read_anew(wide, monkeypatch, for_state, lanes):
    kept = Cache.in_memory()
    shown = QUESTION.example[:2]
    few = {"probe": for_state, "example": shown, "labelled": QUESTION.labelled[:2], "shown": shown}
    short = QUESTION.model_copy(update=few)
    decider = _fitted(wide, short, kept)
    decider.warm()
    said = _fitted(wide, short, kept).decide("I have two sisters.").shares
    restored = []
    restore = wide.restore_question
    monkeypatch.setattr(
        wide, "restore_question", lambda state, **how: restored.append(len(state)) or restore(state, **how)
    )
    decider.decide("The bus was late.")
    assert not restored
    for number in range(lanes):
        other = short.model_copy(update={"instruction": f"{number} is the number of this question."})
        _fitted(wide, other).decide("I have two sisters.")
    assert not wide.has_question(decider._prefix, for_state=for_state)
    assert decider.decide("I have two sisters.").shares == pytest.approx(said, abs=0.03)
    assert len(restored) == 1
    assert wide.has_question(decider._prefix, for_state=for_state)
    kept.close()
