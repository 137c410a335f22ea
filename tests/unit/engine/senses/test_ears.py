"""The ears as a stage: what of a microphone becomes a turn, by whether its blocks hold a voice."""

import numpy as np
import pytest

from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE, Samples
from engine.senses.talking.ears import Ears
from engine.senses.talking.frames import (
    AudioIn,
    Frame,
    HeardSoFar,
    Held,
    Listening,
    Muted,
    TurnHeard,
    Unplugged,
    VoiceFaded,
)
from engine.settings import SensesSettings

SILENT, VOICE = 0.0, 0.5


class Loud:
    """Implements `VoiceActivity`: what is not silent is a voice."""

    def judge(self, block: Samples) -> float:
        return 1.0 if block.any() else 0.0

    def reset(self) -> None:
        """Nothing to forget."""


class Hearing:
    """Ears in a room, and what they told."""

    def __init__(self, listening: Listening = Listening.HANDS_FREE) -> None:
        self.ears = Ears(Loud(), Playback(RATE), SensesSettings())
        self.ears.listening = listening
        self.told: list[Frame] = []
        self._at_s = 0.0

    def take(self, frame: Frame) -> None:
        self.told += self.ears.take(frame)

    def hear(self, seconds: float, level: float) -> None:
        for _ in range(round(seconds / BLOCK_S)):
            self._at_s += BLOCK_S
            self.take(AudioIn(np.full(BLOCK, level, dtype=np.float32), self._at_s))

    @property
    def turns(self) -> list[TurnHeard]:
        return [one for one in self.told if isinstance(one, TurnHeard)]


def test_words_are_looked_for_while_the_key_is_held() -> None:
    hearing = Hearing(Listening.PUSH_TO_TALK)
    hearing.take(Held(held=True))
    hearing.hear(3.0, VOICE)
    drafts = [one for one in hearing.told if isinstance(one, HeardSoFar)]
    assert len(drafts) == 3
    hearing.hear(2.0, SILENT)
    assert not hearing.turns
    assert not [one for one in hearing.told if isinstance(one, VoiceFaded)]
    hearing.take(Held(held=False))
    [turn] = hearing.turns
    assert turn.voiced_s == pytest.approx(3.0, abs=0.1)


def test_half_a_turn_goes_with_the_device() -> None:
    """And what comes once a device is back is a turn of its own."""
    hearing = Hearing()
    hearing.hear(1.0, VOICE)
    hearing.take(Unplugged())
    assert not hearing.ears.hearing
    hearing.hear(2.0, SILENT)
    assert not hearing.turns
    hearing.hear(0.5, VOICE)
    hearing.hear(2.0, SILENT)
    [turn] = hearing.turns
    assert turn.voiced_s == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("gone", [Muted(muted=True), Unplugged()])
def test_what_was_heard_before_it_went_deaf_is_no_part_of_a_turn(gone: Frame) -> None:
    """A sound of half a second before, that was no voice, would begin the next turn."""
    hearing = Hearing(Listening.PUSH_TO_TALK)
    hearing.hear(0.5, VOICE)
    hearing.take(gone)
    hearing.take(Muted(muted=False))
    hearing.take(Held(held=True))
    hearing.hear(0.32, 2 * VOICE)
    hearing.take(Held(held=False))
    [turn] = hearing.turns
    assert np.all(turn.samples == 2 * VOICE)
