"""The transcriber as a stage: whose words come when, while the recogniser takes its time."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import RATE, Samples
from engine.senses.hearing.port import Care, Transcript
from engine.senses.hearing.words import Refusal
from engine.senses.talking.ears import Ears
from engine.senses.talking.frames import (
    CallJudged,
    Frame,
    HeardSoFar,
    Hushed,
    Listening,
    Partial,
    Recognised,
    Refused,
    TurnHeard,
    Words,
)
from engine.senses.talking.transcriber import Calling, Transcriber
from engine.settings import SensesSettings


class Patient:
    """Work that is done when the test says so, in order."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()

    def submit(self, work: Callable[[], Any]) -> "Future[Any]":
        future: Future[Any] = Future()
        self.waiting.append((work, future))
        return future

    def do_next(self) -> None:
        work, future = self.waiting.popleft()
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - as whoever has it computed
            future.set_exception(error)
        else:
            future.set_result(found)


class Script:
    """A recogniser that understands a sound by its first sample."""

    def __init__(self) -> None:
        self.heard: list[float] = []
        self.failing = False

    def hear(
        self, samples: Samples, *, language: str | None = None, care: Care = Care.RECORDING
    ) -> Transcript:
        self.heard.append(float(samples[0]))
        if self.failing:
            raise RuntimeError("a fault of the library's own")
        return Transcript(f"Question {samples[0]:.0f}?", language or "en")

    def close(self) -> None:
        """Nothing to let go."""


class Nobody:
    def judge(self, block: Samples) -> float:
        del block
        return 0.0

    def reset(self) -> None:
        """Nothing to forget."""


class Hearing:
    """A transcriber, what it made of the frames it was given, and the work it has waiting."""

    def __init__(self) -> None:
        settings = SensesSettings()
        self.work, self.script, self.made = Patient(), Script(), list[Frame]()
        self.said_lately = ""
        self.ears = Ears(Nobody(), Playback(RATE), settings)
        self.engaged = False
        self.stage = Transcriber(
            lambda: self.script,
            self.work,
            settings,
            ears=self.ears,
            said_lately=lambda: self.said_lately,
            engaged=lambda: self.engaged,
        )
        self.stage.post = self.take

    def take(self, frame: Frame) -> None:
        self.made += self.stage.take(frame)

    def speak(self, key: int, *, pause: bool = True, at_s: float = 1.5, over_answer: bool = False) -> None:
        """A person's turn, from its pause to its end."""
        sound = np.full(RATE, float(key), dtype=np.float32)
        if pause:
            self.take(HeardSoFar(sound, key, paused=True))
        self.take(TurnHeard(sound, key, voiced_s=0.9, ended_s=1.0, at_s=at_s, over_answer=over_answer))

    @property
    def words(self) -> list[str]:
        return [one.text for one in self.made if isinstance(one, Words)]


@pytest.fixture
def hearing() -> Iterator[Hearing]:
    made = Hearing()
    yield made
    assert not made.work.waiting


def test_words_looked_for_at_the_pause_are_there_at_the_end(hearing: Hearing) -> None:
    sound = np.full(RATE, 1.0, dtype=np.float32)
    hearing.take(HeardSoFar(sound, 1, paused=True))
    hearing.work.do_next()
    hearing.take(TurnHeard(sound, 1, voiced_s=0.9, ended_s=1.0, at_s=1.5))
    assert (hearing.words, hearing.script.heard, hearing.stage.awaiting) == (["Question 1?"], [1.0], False)


@pytest.mark.parametrize("pause", [True, False])
def test_a_turn_that_ends_meanwhile_does_not_cost_the_one_before(hearing: Hearing, pause: bool) -> None:
    hearing.speak(1, pause=pause)
    hearing.speak(2, pause=pause)
    assert hearing.stage.awaiting
    hearing.work.do_next()
    assert hearing.words == ["Question 1?"]
    hearing.work.do_next()
    assert hearing.words == ["Question 1?", "Question 2?"]
    assert not hearing.stage.awaiting


def test_the_words_of_a_pause_hold_while_the_turn_before_is_settled(hearing: Hearing) -> None:
    hearing.speak(1)
    sound = np.full(RATE, 2.0, dtype=np.float32)
    hearing.take(HeardSoFar(sound, 2, paused=True))
    hearing.work.do_next()
    hearing.work.do_next()
    hearing.take(TurnHeard(sound, 2, voiced_s=0.9, ended_s=1.0, at_s=1.5))
    assert hearing.words == ["Question 1?", "Question 2?"]


def test_what_failed_at_a_pause_is_tried_once_more_at_the_end(hearing: Hearing) -> None:
    sound = np.full(RATE, 1.0, dtype=np.float32)
    hearing.script.failing = True
    hearing.take(HeardSoFar(sound, 1, paused=True))
    hearing.work.do_next()
    hearing.script.failing = False
    hearing.take(TurnHeard(sound, 1, voiced_s=0.9, ended_s=1.0, at_s=1.5))
    hearing.work.do_next()
    assert (hearing.words, hearing.stage.awaiting) == (["Question 1?"], False)


def test_what_fails_to_the_end_is_refused(hearing: Hearing) -> None:
    hearing.script.failing = True
    hearing.speak(1)
    hearing.work.do_next()
    assert (hearing.words, hearing.stage.awaiting) == ([], False)
    assert len([one for one in hearing.made if isinstance(one, Refused)]) == 1


def test_a_pause_that_was_none_is_not_looked_at(hearing: Hearing) -> None:
    sound = np.full(RATE, 1.0, dtype=np.float32)
    hearing.take(HeardSoFar(sound, 1, paused=True))
    hearing.speak(2)
    hearing.work.do_next()
    hearing.work.do_next()
    assert (hearing.words, hearing.script.heard) == (["Question 2?"], [2.0])


def test_who_hushes_it_is_not_answered(hearing: Hearing) -> None:
    hearing.speak(1)
    hearing.take(Hushed())
    hearing.work.do_next()
    assert (hearing.words, hearing.script.heard, hearing.stage.awaiting) == ([], [], False)


def test_what_is_too_short_is_refused_and_the_turn_before_stays(hearing: Hearing) -> None:
    hearing.speak(1)
    hearing.take(TurnHeard(np.zeros(100, dtype=np.float32), 2, voiced_s=0.01, ended_s=2.0, at_s=2.1))
    assert len([one for one in hearing.made if isinstance(one, Refused)]) == 1
    hearing.work.do_next()
    assert hearing.words == ["Question 1?"]


def test_what_it_had_not_to_look_at_is_told_as_nothing(hearing: Hearing) -> None:
    assert list(hearing.stage.take(Recognised(7, None, draft=False))) == []


@pytest.mark.parametrize(
    ("name", "called", "likeness"), [("Question", True, 1.0), ("Anna", False, 0.0), ("Questions", True, 0.94)]
)
def test_what_was_held_against_its_name_is_told(
    hearing: Hearing, name: str, likeness: float, *, called: bool
) -> None:
    hearing.ears.listening = Listening.WHEN_CALLED
    hearing.stage.calling = Calling(name)
    hearing.speak(1)
    hearing.work.do_next()
    [told] = [one for one in hearing.made if isinstance(one, CallJudged)]
    assert told.called is called
    assert told.likeness == pytest.approx(likeness, abs=0.1) or not called
    assert len(told.heard.split()) <= 2
    assert hearing.words == (["1?"] if called else [])


def test_a_call_is_told_though_its_words_so_far_called_already(hearing: Hearing) -> None:
    hearing.ears.listening = Listening.WHEN_CALLED
    hearing.stage.calling = Calling("Question")
    sound = np.full(RATE, 1.0, dtype=np.float32)
    hearing.take(HeardSoFar(sound, 1, paused=False))
    hearing.work.do_next()
    hearing.speak(1)
    hearing.work.do_next()
    assert len([one for one in hearing.made if isinstance(one, CallJudged) and one.called]) == 1


def test_who_listens_hands_free_holds_nothing_against_a_name(hearing: Hearing) -> None:
    hearing.speak(1)
    hearing.work.do_next()
    assert not [one for one in hearing.made if isinstance(one, CallJudged)]


@pytest.mark.parametrize("engaged", [True, False])
def test_who_is_being_answered_need_not_call_it(hearing: Hearing, *, engaged: bool) -> None:
    """However long ago it was called: an answer may take minutes."""
    hearing.ears.listening = Listening.WHEN_CALLED
    hearing.stage.calling, hearing.engaged = Calling("Anna"), engaged
    hearing.speak(1, at_s=300.0)
    hearing.work.do_next()
    assert hearing.words == (["Question 1?"] if engaged else [])
    assert bool([one for one in hearing.made if isinstance(one, CallJudged)]) is not engaged


@pytest.mark.parametrize("listening", [Listening.HANDS_FREE, Listening.WHEN_CALLED])
def test_its_own_words_do_not_interrupt_it_and_from_then_on_it_listens_in_between(
    hearing: Hearing, listening: Listening
) -> None:
    hearing.ears.listening, hearing.ears.over_answer = listening, True
    hearing.engaged, hearing.said_lately = True, "That is question 1 of three."
    hearing.speak(1, over_answer=True)
    hearing.work.do_next()
    assert not [one for one in hearing.made if isinstance(one, Partial)]
    assert [one.reason for one in hearing.made if isinstance(one, Refused)] == [Refusal.ECHO]
    assert hearing.ears.half_duplex


def test_other_words_over_its_own_are_the_persons(hearing: Hearing) -> None:
    hearing.ears.over_answer, hearing.engaged = True, True
    hearing.said_lately = "It lies on the Seine, as you know."
    hearing.speak(1, over_answer=True)
    hearing.work.do_next()
    assert hearing.words == ["Question 1?"]
    assert not hearing.ears.half_duplex
