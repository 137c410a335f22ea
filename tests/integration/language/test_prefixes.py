"""Prefixes are read in the background, swapped in by state, and forgotten in every lane."""

import threading
import time
from dataclasses import replace

import pytest

from engine.language import Cancellation, Lane
from engine.settings import CacheType
from tests.integration.language.conftest import NARROW, long_text, request, said, told

pytestmark = pytest.mark.model
SYSTEM = told("You are a companion who answers in one short sentence.")


def encoded(model, *segments):
    return tuple(map(model.encode, segments))


def test_a_prefix_read_in_the_background_is_swapped_in(model):
    shelves = told(long_text(model, 120))
    now = request(model, SYSTEM, said("Hello."))
    model.generate(now)
    state = model.read_prefix(encoded(model, SYSTEM, shelves))
    asked = request(model, SYSTEM, shelves, said("Which shelf is item 3 on?"))
    assert model.generate(now).reused_tokens >= len(model.encode(SYSTEM).tokens)
    assert model.restore_prefix(state) == sum(len(one.tokens) for one in encoded(model, SYSTEM, shelves))
    swapped = model.generate(asked)
    assert swapped.reused_tokens >= len(model.encode(shelves).tokens)
    model.generate(request(model, told("Fresh."), max_tokens=0))
    assert model.generate(asked).text == swapped.text


def test_a_state_crosses_over_while_the_weights_load(make_model):
    first = make_model(key=b"e" * 32)
    first.generate(request(first, SYSTEM, told(long_text(first, 120)), max_tokens=0))
    state = first.save_prefix()
    first.close()
    second = make_model(key=b"e" * 32)
    second.load(early=lambda: state)
    read = second.restore_prefix(state)
    assert read > 100
    assert second.restore_prefix(state) == read  # it was let go of, and is sent again
    third = make_model(key=b"e" * 32)
    third.load(early=lambda: state)
    third.generate(request(third, SYSTEM, max_tokens=0))
    assert third.restore_prefix(state) == read  # whoever generates first has let go of it
    third.close()
    third = make_model(key=b"e" * 32)
    third.load(early=lambda: state[:-1] + b"x")
    assert third.restore_prefix(state) == read  # what is there already is another


def test_what_crossed_over_is_looked_at_like_any_state(make_model):
    tampered = b"companion prefix 1" + b"x" * 4096
    model = make_model(key=b"e" * 32)
    model.load(early=lambda: tampered)
    assert model.restore_prefix(tampered) == 0


def test_the_background_takes_over_what_the_conversation_has_read(model):
    shelves = told(long_text(model, 500))
    model.generate(request(model, shelves, max_tokens=0))
    started = time.monotonic()
    assert model.read_prefix(encoded(model, shelves, said("And now?")))
    lent = time.monotonic() - started
    other = told("Other " + long_text(model, 500))
    started = time.monotonic()
    assert model.read_prefix(encoded(model, other))
    assert lent < (time.monotonic() - started) / 2


def test_reading_in_the_background_gives_way_and_can_be_given_up(model):
    cancellation, states = Cancellation(), []
    prompt = encoded(model, told(long_text(model, 900)))
    thread = threading.Thread(target=lambda: states.append(model.read_prefix(prompt, cancellation)))
    thread.start()
    time.sleep(0.1)
    answered = model.generate(request(model, SYSTEM, said("Name a bird."), max_tokens=1))
    assert answered.first_token_s is not None
    assert thread.is_alive()
    cancellation.cancel()
    thread.join(10)
    assert states == [b""]


def test_too_long_a_prefix_is_not_read(model):
    assert model.read_prefix(encoded(model, told(long_text(model, 1100)))) == b""


def test_what_is_forgotten_stands_in_no_lane(model):
    secret = said("The password is heliotrope.")
    kept = encoded(model, SYSTEM)
    model.generate(request(model, SYSTEM, secret, max_tokens=4))
    model.generate(request(model, SYSTEM, secret, said("Repeat it."), max_tokens=4, lane=Lane.REFLECT))
    model.choose(encoded(model, SYSTEM, secret), ["Yes", "No"])
    model.read_prefix(encoded(model, SYSTEM, secret))
    assert model.forget_beyond(kept) == len(kept[0].tokens)
    # The reflection borrows from the conversation, which therefore comes last.
    for lane in (Lane.REFLECT, Lane.BACKGROUND, Lane.CONVERSATION):
        again = model.generate(request(model, SYSTEM, secret, max_tokens=1, lane=lane))
        assert again.reused_tokens <= len(kept[0].tokens)


def test_the_conversation_alone_computes_while_others_are_held_back(model):
    done = threading.Event()
    reflecting = request(model, SYSTEM, said("Count to nine."), max_tokens=12, lane=Lane.REFLECT)
    model.hold_back(30)
    thread = threading.Thread(target=lambda: (model.generate(reflecting), done.set()))
    thread.start()
    assert model.generate(request(model, SYSTEM, said("Name a tree."), max_tokens=4)).tokens
    assert not done.wait(0.5)
    model.hold_back(0)
    assert done.wait(30)
    thread.join()


def test_a_quantised_cache_answers_and_takes_no_state_of_another_kind(make_model):
    exact = make_model(options=NARROW)
    quantised = make_model(options=replace(NARROW, cache_type=CacheType.Q8_0))
    asked = request(exact, SYSTEM, said("What is the capital of France?"), max_tokens=8)
    exact.generate(asked)
    assert "Paris" in quantised.generate(asked).text
    state, smaller = exact.save_prefix(), quantised.save_prefix()
    assert quantised.restore_prefix(state) == 0
    assert exact.restore_prefix(smaller) == 0
    assert quantised.restore_prefix(smaller) > 0
    assert len(smaller) < 0.6 * len(state)
    quantised.close()
    exact.close()
