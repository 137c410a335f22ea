"""What has been read is not read again, in any lane, and saved states go on exactly where they stopped."""

import math
import threading
from dataclasses import replace

import pytest

from engine.language import (
    Cancellation,
    ContextOverflowError,
    Finish,
    Lane,
    NativeEmbedding,
    Place,
    PrefixCache,
    Role,
    Scoring,
    Segment,
    answer_segment,
)
from tests.integration.language.conftest import long_text, request, said, told

pytestmark = pytest.mark.model
SYSTEM = told("You are a companion who answers in one short sentence.")


def test_the_model_has_every_capability(model):
    assert isinstance(model, PrefixCache)
    assert isinstance(model, Scoring)
    assert isinstance(model, NativeEmbedding)
    assert model.info.embedding_size == 896
    assert model.info.context_tokens == 2048


def test_the_next_turn_reads_only_what_is_new(model):
    asked = said("Name a fruit.")
    first = model.generate(request(model, SYSTEM, asked))
    answer = answer_segment(model, Segment(Role.ASSISTANT, first.text, Place.ANSWER), first.tokens)
    second = model.generate(request(model, SYSTEM, asked, answer, said("And its colour?")))
    assert first.reused_tokens < first.prompt_tokens - 1
    # Everything up to the last drawn token is in the cache; that one was drawn but never read.
    assert second.reused_tokens >= first.prompt_tokens + len(first.tokens) - 1


def test_the_same_prompt_again_reads_one_token_and_says_the_same(model):
    asked = request(model, SYSTEM, said("Name a river."))
    first, second, third = (model.generate(asked) for _ in range(3))
    assert second.reused_tokens == third.reused_tokens == first.prompt_tokens - 1
    # The first was read in one go, which is rounded a little differently.
    assert third.text == second.text


def test_reading_ahead_leaves_only_the_rest_to_read(model):
    opened = said("The city I live in is Porto", closes=False)
    ahead = model.generate(request(model, SYSTEM, opened, max_tokens=0))
    assert (ahead.text, ahead.tokens, ahead.finish) == ("", (), Finish.LENGTH)
    rest = said(" and I like it. Where do I live?", opens=False)
    answered = model.generate(request(model, SYSTEM, opened, rest))
    assert answered.reused_tokens == ahead.prompt_tokens
    assert "Porto" in answered.text


def test_reflecting_leaves_the_conversation_as_it_was(model):
    turn = (SYSTEM, said("My cat is called Miso."))
    first = model.generate(request(model, *turn))
    answer = answer_segment(model, Segment(Role.ASSISTANT, first.text, Place.ANSWER), first.tokens)
    asked = told("Write down what you learned.", place=Place.REFLECT)
    reflected = model.generate(request(model, *turn, answer, asked, lane=Lane.REFLECT))
    assert reflected.reused_tokens >= first.prompt_tokens + len(first.tokens) - 1
    after = model.generate(request(model, *turn, answer, said("What is my cat called?")))
    assert after.reused_tokens >= first.prompt_tokens + len(first.tokens) - 1
    assert "Miso" in after.text


def test_background_work_leaves_the_conversation_as_it_was(model):
    turn = request(model, SYSTEM, said("Name a tree."))
    first = model.generate(turn)
    model.generate(request(model, said("Something quite different."), lane=Lane.BACKGROUND))
    model.choose((model.encode(said("Is water wet?")),), ["Yes", "No"])
    model.embed_native("nothing to do with it")
    model.hidden_state((model.encode(said("Is ice wet?")),))
    again = model.generate(turn)
    assert (again.reused_tokens, again.text) == (first.prompt_tokens - 1, first.text)


@pytest.mark.parametrize("lane", list(Lane))
def test_more_than_the_context_is_refused_before_it_is_read(narrow_model, lane):
    tokens = 1500 if lane in {Lane.QUESTION, Lane.REWRITE} else 300
    asked = request(narrow_model, said(long_text(narrow_model, tokens)), lane=lane)
    with pytest.raises(ContextOverflowError) as refused:
        narrow_model.generate(asked)
    assert refused.value.remedy
    assert narrow_model.generate(request(narrow_model, said("Hello."), lane=lane)).tokens


def test_a_full_context_ends_the_answer_instead_of_failing(narrow_model):
    prompt = [told(long_text(narrow_model, 210)), said("Count: 1, 2, 3, 4, 5, 6, 7,")]
    result = narrow_model.generate(request(narrow_model, *prompt, max_tokens=4096))
    assert result.prompt_tokens > 200
    assert result.prompt_tokens + len(result.tokens) <= 256


def test_a_reflection_without_room_beside_the_conversation_is_refused_and_leaves_it(narrow_model):
    prompt = [told(long_text(narrow_model, 190)), said("Hello.")]
    first = narrow_model.generate(request(narrow_model, *prompt, max_tokens=4))
    with pytest.raises(ContextOverflowError):
        other = said("Quite different: " + long_text(narrow_model, 120))
        narrow_model.generate(request(narrow_model, other, lane=Lane.REFLECT))
    again = narrow_model.generate(request(narrow_model, *prompt, max_tokens=4))
    assert (again.reused_tokens, again.text) == (first.prompt_tokens - 1, first.text)


def test_a_conversation_takes_room_from_a_reflection(narrow_model):
    narrow_model.generate(request(narrow_model, SYSTEM, max_tokens=1))
    narrow_model.generate(request(narrow_model, said(long_text(narrow_model, 150)), lane=Lane.REFLECT))
    result = narrow_model.generate(request(narrow_model, told(long_text(narrow_model, 210)), said("Hello.")))
    assert result.tokens


def test_a_saved_state_goes_on_as_the_original_did(model, make_model):
    turn = request(model, told(long_text(model, 200)), said("What stands on shelf 7?"))
    original = model.generate(turn)
    model.generate(request(model, *turn.prompt, max_tokens=0))
    state = model.save_prefix()
    other = make_model()
    read = other.restore_prefix(state)
    again = other.generate(turn)
    other.close()
    assert read == sum(len(segment.tokens) for segment in turn.prompt)
    assert again.reused_tokens == read
    assert (again.text, again.tokens) == (original.text, original.tokens)


def test_tampered_foreign_and_cut_states_are_refused(model, make_model):
    turn = request(model, SYSTEM, said("Name a stone."))
    model.generate(turn)
    state = model.save_prefix()
    flipped = bytearray(state)
    flipped[len(state) // 2] ^= 1
    stranger = make_model(sha256="f" * 64)
    for bad in (
        bytes(flipped),
        state[:-1],
        state[: len(state) // 2],
        state + b"x",
        b"",
        b"x" * 31,
        b"x" * 200,
    ):
        assert model.restore_prefix(bad) == 0
    assert stranger.restore_prefix(state) == 0
    assert make_model(key=b"z" * 32).restore_prefix(state) == 0
    assert model.restore_prefix(state) > 0
    assert model.generate(turn).text
    stranger.close()


def test_the_utterance_is_scored_while_it_is_read(model):
    usual, odd = "What is the capital of France?", "Purple seventeen whistles under gravel whom."
    surprises = []
    for text in (usual, odd):
        asked = request(model, SYSTEM, said(text), max_tokens=1, score_place=Place.UTTERANCE)
        result = model.generate(asked)
        alone = model.surprise(asked.prompt, model.count(text) + 2)[:-2]
        assert result.surprise == pytest.approx(sum(alone) / len(alone), rel=0.05)
        surprises.append(result.surprise)
    assert surprises[1] > surprises[0] + 1


def test_nothing_is_scored_that_was_not_asked_for_or_is_in_the_cache(model):
    asked = request(model, SYSTEM, said("Name a bird."), max_tokens=1)
    assert model.generate(asked).surprise is None
    again = request(model, SYSTEM, said("Name a bird."), max_tokens=1, score_place=Place.UTTERANCE)
    assert model.generate(again).surprise is None


def test_a_long_text_is_scored_in_parts_with_the_same_outcome(model):
    text = long_text(model, 120)
    asked = request(model, SYSTEM, said(text), max_tokens=1, score_place=Place.UTTERANCE)
    result = model.generate(asked)
    alone = model.surprise(asked.prompt, model.count(text) + 2)[:-2]
    assert len(alone) > 64
    assert result.surprise == pytest.approx(sum(alone) / len(alone), rel=0.05)


def test_choices_are_shares_that_follow_the_evidence(model):
    asked = told("Answer Yes or No.")
    yes = model.choose(tuple(map(model.encode, (asked, said("Is fire hot?")))), ["Yes", "No"])
    no = model.choose(tuple(map(model.encode, (asked, said("Is ice hot?")))), ["Yes", "No"])
    assert math.isclose(sum(yes), 1)
    assert math.isclose(sum(no), 1)
    assert yes[0] > no[0]
    with pytest.raises(ValueError, match="same token"):
        model.choose((model.encode(asked),), ["Yes", "Yes"])


def test_native_vectors_have_length_one_and_say_what_is_near(model):
    cat, kitten, tax = map(model.embed_native, ("a cat sleeps", "a kitten sleeps", "tax law of 1987"))
    assert math.isclose(math.hypot(*cat), 1, rel_tol=1e-5)
    assert len(cat) == model.info.embedding_size
    near, far = (sum(a * b for a, b in zip(cat, other, strict=True)) for other in (kitten, tax))
    assert near > far
    assert model.embed_native("a cat sleeps") == pytest.approx(cat, abs=1e-4)


def test_a_hidden_state_is_the_same_whatever_was_read_before_it(model):
    prompts = [(model.encode(SYSTEM), model.encode(said(text))) for text in ("Is water wet?", "Name a tree.")]
    first, other = map(model.hidden_state, prompts)
    assert len(first) == model.info.embedding_size
    likely = model.choose(prompts[0], ["Yes", "No"])
    # Held whole, or in part, or read anew: rounded a little differently, and far from another question's.
    again = model.hidden_state(prompts[0])
    assert math.dist(first, again) < 0.1 * math.dist(first, other)
    assert model.choose(prompts[0], ["Yes", "No"]) == pytest.approx(likely, abs=0.02)


def test_what_was_typed_ahead_is_scored_where_it_was_read(model):
    text = "Purple seventeen whistles under gravel whom, said the lamp to the sleeping harbour."
    begun = replace(said(text.rpartition(" ")[0]), closes=False)
    model.generate(request(model, SYSTEM, begun, max_tokens=0, score_place=Place.UTTERANCE))
    asked = request(model, SYSTEM, said(text), max_tokens=1, score_place=Place.UTTERANCE)
    ahead = model.generate(asked)
    model.generate(request(model, said("Name a bird."), max_tokens=1))
    at_once = model.generate(asked)
    assert ahead.reused_tokens > at_once.reused_tokens
    assert ahead.surprise == pytest.approx(at_once.surprise, rel=0.1)


def test_what_nobody_may_wait_for_is_scored_when_it_is_thought_back_on(model):
    text = "Purple seventeen whistles under gravel whom, said the lamp to the sleeping harbour."
    asked = request(model, SYSTEM, said(text), max_tokens=4, score_place=Place.UTTERANCE, score_unread=False)
    answered = model.generate(asked)
    assert answered.surprise is None
    answer = answer_segment(model, Segment(Role.ASSISTANT, answered.text, Place.ANSWER), answered.tokens)
    thought = (*asked.prompt, answer, model.encode(told("Think of that.", place=Place.REFLECT)))
    scored = replace(asked, prompt=thought, lane=Lane.REFLECT, score_unread=True)
    alone = model.surprise(asked.prompt, model.count(text) + 2)[:-2]
    assert model.generate(scored).surprise == pytest.approx(sum(alone) / len(alone), rel=0.05)
    # The conversation goes on from what it had read.
    assert model.generate(replace(asked, max_tokens=1)).reused_tokens == answered.prompt_tokens - 1


def test_a_gentle_end_of_reading_ahead_lets_the_piece_end(model):
    told = said(" ".join(f"Shelf {n} holds {n * 7} jars of jam." for n in range(50)))
    cancellation = Cancellation()
    threading.Timer(0.3, lambda: cancellation.cancel(gently=True)).start()
    result = model.generate(request(model, SYSTEM, told, max_tokens=0), cancellation=cancellation)
    assert result.finish is Finish.CANCELLED
    again = model.generate(request(model, SYSTEM, told, max_tokens=1))
    assert 0 < again.reused_tokens < again.prompt_tokens - 1
