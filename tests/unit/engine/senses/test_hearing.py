"""Endpointing, gates, the wake word and the word error rate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.senses.audio.sound import BLOCK, BLOCK_S
from engine.senses.hearing.endpointing import Endpointer, Sign
from engine.senses.hearing.port import Segment, Transcript
from engine.senses.hearing.whisper import as_often_as_said, said_once, says_twice
from engine.senses.hearing.words import Refusal, call_in, refusal_of, shared_words, word_error_rate
from engine.settings import HearingSettings

SETTINGS = HearingSettings()
QUIET = np.zeros(BLOCK, dtype=np.float32)


def played(likelihoods: list[float]) -> list[tuple[float, Sign]]:
    ends = Endpointer(SETTINGS)
    signs = []
    for number, likelihood in enumerate(likelihoods, 1):
        for sign in ends.hear(QUIET, likelihood, number * BLOCK_S):
            signs.append((number * BLOCK_S, sign))
            if sign is Sign.ENDED:
                ends.reset()
    return signs


def blocks(seconds: float) -> int:
    return round(seconds / BLOCK_S)


def test_a_turn_begins_pauses_and_ends() -> None:
    signs = played([0.0] * 10 + [0.9] * 30 + [0.0] * 40)
    assert [sign for _, sign in signs] == [Sign.STARTED, Sign.PAUSED, Sign.ENDED]
    last_voice = 40 * BLOCK_S
    assert signs[0][0] - 10 * BLOCK_S <= 0.1
    assert signs[1][0] - last_voice == pytest.approx(SETTINGS.glance_s, abs=BLOCK_S)
    assert signs[2][0] - last_voice == pytest.approx(SETTINGS.pause_s, abs=BLOCK_S)


def test_a_pause_within_a_sentence_does_not_end_it() -> None:
    signs = played([0.9] * 20 + [0.0] * blocks(0.4) + [0.9] * 20 + [0.0] * 40)
    assert [sign for _, sign in signs if sign in {Sign.RESUMED, Sign.ENDED}] == [Sign.RESUMED, Sign.ENDED]


def test_what_was_heard_before_the_voice_belongs_to_the_turn() -> None:
    ends = Endpointer(SETTINGS)
    for number in range(1, 40):
        ends.hear(np.full(BLOCK, number, dtype=np.float32), 0.9 if number > 30 else 0.0, number * BLOCK_S)
    assert ends.utterance is not None
    assert ends.utterance.sound()[0] <= 31 - blocks(SETTINGS.before_s) + 2


@given(st.lists(st.floats(0, 1), max_size=300))
def test_signs_come_in_their_order(likelihoods: list[float]) -> None:
    opened = False
    for _, sign in played(likelihoods):
        assert opened is (sign is not Sign.STARTED)
        opened = sign is not Sign.ENDED


def heard(text: str, **facts: float) -> Transcript:
    return Transcript(text, "en", (Segment(0, 2, text, **facts),))


@pytest.mark.parametrize(
    ("found", "voiced_s", "refusal"),
    [
        (heard("What time is it?", log_probability=-0.3), 1.2, None),
        (heard("Yes.", log_probability=-0.4), 0.3, None),
        (heard("Yes.", log_probability=-0.4), 0.1, Refusal.SHORT),
        (heard("", log_probability=-0.4), 2, Refusal.SILENT),
        (heard("[Music] ♪", log_probability=-0.4), 2, Refusal.SILENT),
        (heard("hm", log_probability=-0.9, no_speech=0.8), 2, Refusal.SILENT),
        (heard("Thanks for watching!", log_probability=-0.3, no_speech=0.4), 2, Refusal.INVENTED),
        (heard("la la la", log_probability=-0.3, repetition=3.0), 2, Refusal.REPEATED),
        (heard("asdf", log_probability=-1.4), 2, Refusal.UNSURE),
    ],
)
def test_only_what_was_said_is_answered(found: Transcript, voiced_s: float, refusal: Refusal | None) -> None:
    assert refusal_of(found, voiced_s, SETTINGS) is refusal


@pytest.mark.parametrize(
    ("text", "sensitivity", "rest"),
    [
        ("Elara, what time is it?", 0.5, "what time is it?"),
        ("Hey Elara!", 0.5, ""),
        ("Alara, hello", 0.5, "hello"),
        ("Alara, hello", 0.0, None),
        ("Where is the park?", 1.0, None),
        ("", 1.0, None),
    ],
)
def test_the_name_calls(text: str, sensitivity: float, rest: str | None) -> None:
    call = call_in(text, "Elara")
    assert (call.rest if call.is_meant(sensitivity) else None) == rest


def test_word_error_rate_counts_changes() -> None:
    assert word_error_rate([("one two three four", "One, two four!")]) == 0.25
    assert word_error_rate([]) == 0
    assert shared_words("the fox runs", "and the fox runs away") == 1


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        ("Stop. Tell me now. Stop. Tell me now.", True),
        ("Stop. Tell me now. Stop. Tell me now. Stop, tell", True),
        ("no no no no", True),
        ("bye bye", False),
        ("It is what it is.", False),
        ("", False),
    ],
)
def test_the_same_words_over_again_are_seen(text: str, twice: bool) -> None:
    assert says_twice(text) is twice


@pytest.mark.parametrize(
    ("found", "once"),
    [
        ("What is the capital of? What is the capital of? What is the", "What is the capital of?"),
        ("What is the capital of France?", "What is the capital of France?"),
        ("Yes, yes.", "Yes, yes."),
        ("How far is it to the sea? How far is it to", "How far is it to the sea?"),
        ("", ""),
    ],
)
def test_what_the_recogniser_begins_anew_is_heard_once(found: str, once: str) -> None:
    assert said_once(found) == once


@pytest.mark.parametrize(
    ("seconds", "heard"), [(1.2, "How was your day?"), (2.5, "How was your day? How was your day?")]
)
def test_what_the_sound_is_too_short_for_was_said_once(seconds: float, heard: str) -> None:
    sound = np.concatenate([np.zeros(8000), np.full(round(16_000 * seconds), 0.2), np.zeros(8000)])
    assert as_often_as_said("How was your day? How was your day?", sound.astype(np.float32)) == heard
