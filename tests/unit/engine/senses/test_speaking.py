"""The voicer and the player as stages: what goes out, and what of it counts as heard."""

import numpy as np
import pytest

from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import BLOCK, RATE, Sound, silence
from engine.senses.hearing.words import Refusal
from engine.senses.talking.frames import (
    AnswerEnded,
    AudioIn,
    Frame,
    Interruption,
    Refused,
    SpokenSound,
    TurnBegan,
    TurnSpoken,
    VoiceFaded,
    VoiceStarted,
)
from engine.senses.talking.voicer import Player

VOICE = Sound(np.full(RATE, 0.1, dtype=np.float32))
NOTHING = Sound(silence(0))


class Speaking:
    """A player over a device without a delay, and what it told of turns."""

    def __init__(self) -> None:
        self.playback = Playback(RATE)
        self.held_back = False
        self.told: list[Frame] = []
        self.stage = Player(self.playback, lambda: self.held_back)
        self.stage.post = self.told.append

    def take(self, *frames: Frame) -> None:
        for frame in frames:
            list(self.stage.take(frame))

    def sounds(self) -> bool:
        """Whether anything comes out in a block that passes."""
        out = np.empty(BLOCK, dtype=np.float32)
        self.playback.fill(out)
        self.take(AudioIn(silence(BLOCK / RATE), 0.0))
        return bool(out.any())


@pytest.mark.parametrize("refused", [VoiceFaded(), Refused(Refusal.UNSURE)])
def test_it_does_not_go_on_while_somebody_still_speaks(refused: Frame) -> None:
    """A sound was refused, and the next one may be words that are still looked for."""
    speaking = Speaking()
    speaking.take(TurnBegan(0, "Tell me.", 0.0), SpokenSound(0, "Once upon a time.", VOICE, 0.2))
    assert speaking.sounds()
    speaking.take(VoiceStarted(0.0, 0.0))
    speaking.held_back = True
    speaking.take(refused)
    assert not speaking.sounds()
    assert not speaking.sounds()
    speaking.held_back = False
    speaking.sounds()
    assert speaking.sounds()


def test_what_the_voice_could_not_say_is_read_and_not_cut() -> None:
    speaking = Speaking()
    speaking.take(TurnBegan(0, "Tell me.", 0.0), SpokenSound(0, "Once upon a time.", NOTHING, 0, failed=True))
    speaking.sounds()
    speaking.take(Interruption(0))
    assert [one.whole for one in speaking.told if isinstance(one, TurnSpoken)] == [True]


def test_of_what_was_said_only_in_part_the_rest_is_cut() -> None:
    speaking = Speaking()
    speaking.take(
        TurnBegan(0, "Tell me.", 0.0),
        SpokenSound(0, "Once ", NOTHING, 0, failed=True),
        SpokenSound(0, "upon a time.", VOICE, 0.2),
        AnswerEnded(0),
    )
    for _ in range(RATE // 2 // BLOCK):
        speaking.sounds()
    speaking.take(Interruption(0))
    [told] = [one for one in speaking.told if isinstance(one, TurnSpoken)]
    assert (told.heard, told.whole) == ("Once upon", False)
