"""A talk over links that lose their devices, use others in their place, or fail: what it does, and what it says."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

import numpy as np
import pytest

from companion.voice.reciting import Reciter
from engine.errors import CompanionError
from engine.senses import (
    Block,
    DeviceLostError,
    Frame,
    Parts,
    Playback,
    Recogniser,
    Samples,
    Synthesiser,
    Talk,
    TalkState,
    TalkStatus,
)
from engine.senses.audio.sound import BLOCK, BLOCK_S, silence
from engine.senses.talking import talk as talking
from engine.senses.talking.frames import TurnHeard
from engine.settings import SensesSettings

T = TypeVar("T")
VOICE = np.ones(BLOCK, dtype=np.float32)
NOTHING = silence(BLOCK_S)


class Loud:
    """Implements `VoiceActivity`: what is not silent is a voice."""

    def judge(self, block: Samples) -> float:
        return 1.0 if block.any() else 0.0

    def reset(self) -> None:
        """Nothing to forget."""


class Nobody:
    """Implements `Work`: it is never done."""

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        del work
        failed: Future[T] = Future()
        failed.set_exception(CompanionError("Nobody works here.", "Look elsewhere."))
        return failed


def no_recogniser() -> Recogniser:
    raise AssertionError("nobody works here")


def no_synthesiser(_: str) -> Synthesiser:
    raise AssertionError("nobody works here")


class Room:
    """Implements `AudioLink`: gives what `hears` makes of a time, until `seconds` are over."""

    def __init__(self, seconds: float, hears: Callable[[float], Samples] = lambda _: NOTHING) -> None:
        self._seconds, self._hears = seconds, hears
        self.opened_s: list[float] = []
        self.replaced: CompanionError | None = None
        self._at_s = 0.0

    def open(self, playback: Playback) -> CompanionError | None:
        del playback
        self.opened_s.append(self._at_s)
        return self.replaced

    def read(self, *, hurry: bool) -> Block | None:
        del hurry
        self._at_s += BLOCK_S
        return Block(self._hears(self._at_s), self._at_s) if self._at_s < self._seconds else None

    def close(self) -> None:
        """Nothing is open."""


class Told:
    """A talk over a room, and what it told."""

    def __init__(self, room: Room) -> None:
        self.frames: list[Frame] = []
        self.statuses: list[TalkStatus] = []
        work = Nobody()
        parts = Parts(room, Loud(), no_recogniser, no_synthesiser, Reciter(), work, work)
        self.talk = Talk(parts, SensesSettings(), told=self.frames.append, changed=self.statuses.append)


def test_what_stands_in_for_a_chosen_device_is_told_and_the_chosen_one_looked_for_ever_less() -> None:
    room = Room(talking.RETURN_S * 8)
    room.replaced = DeviceLostError("headset is not here: card is used.")
    told = Told(room)
    told.talk.run()
    assert told.statuses[0] == TalkStatus.of_fault(TalkState.READY, room.replaced)
    assert np.diff(room.opened_s) == pytest.approx(
        [talking.RETURN_S, 2 * talking.RETURN_S, 4 * talking.RETURN_S], abs=1
    )


def test_while_somebody_speaks_their_microphone_is_not_taken_away() -> None:
    speaks_s = talking.RETURN_S - 1, talking.RETURN_S + 5
    room = Room(talking.RETURN_S * 3, lambda at_s: VOICE if speaks_s[0] < at_s < speaks_s[1] else NOTHING)
    room.replaced = DeviceLostError("headset is not here: card is used.")
    told = Told(room)
    told.talk.run()
    [heard] = [one for one in told.frames if isinstance(one, TurnHeard)]
    assert heard.voiced_s == pytest.approx(speaks_s[1] - speaks_s[0], abs=0.1)
    assert len(room.opened_s) == 2
    assert room.opened_s[1] > speaks_s[1] + talking.RETURN_S


def test_the_chosen_device_is_left_alone_and_nothing_is_said_of_it() -> None:
    room = Room(talking.RETURN_S * 8)
    told = Told(room)
    told.talk.run()
    assert room.opened_s == [0.0]
    assert told.statuses == [TalkStatus(TalkState.READY), TalkStatus(TalkState.OFF)]


def test_half_a_turn_is_lost_with_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def hears(at_s: float) -> Samples:
        if 1.5 < at_s < 1.5 + 1.5 * BLOCK_S and len(room.opened_s) == 1:
            raise DeviceLostError("It was unplugged.")
        return VOICE if 0.5 < at_s < 1.5 else NOTHING

    monkeypatch.setattr(talking, "RETRY_S", 0.0)
    room = Room(5.0, hears)
    told = Told(room)
    told.talk.run()
    assert len(room.opened_s) == 2
    assert TalkState.NO_DEVICE in {one.state for one in told.statuses}
    assert not [one for one in told.frames if isinstance(one, TurnHeard)]


def test_a_fault_of_the_program_ends_it_with_a_reason_and_what_to_do() -> None:
    def hears(_: float) -> Samples:
        raise ZeroDivisionError

    told = Told(Room(5.0, hears))
    with pytest.raises(ZeroDivisionError):
        told.talk.run()
    assert told.statuses[-1].state is TalkState.OFF
    assert told.statuses[-1].message
    assert told.statuses[-1].remedy
