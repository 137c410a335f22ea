"""A voice: the port of speaking, the manner in which something is said, and piper, which implements it.

Piper works out sounds with espeak-ng (both GPL). A mood colours the voice a little: faster with energy, slower with
openness.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from engine.senses.audio.sound import Sound, trimmed
from engine.senses.errors import SpeechModelError
from engine.settings import SpeakingSettings

if TYPE_CHECKING:
    from piper import PiperVoice


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is said: `rate` 1 is the voice's own, 1.1 a tenth faster; `pause` stretches silences alike."""

    rate: float = 1.0
    pause: float = 1.0


PLAIN = Manner()


class Synthesiser(Protocol):
    """Text to speech. One call at a time, on any thread; whoever made it closes it."""

    @property
    def language(self) -> str:
        """What it speaks, as ISO 639-1."""

    def speak(self, words: str, manner: Manner = PLAIN) -> Sound:
        """The sound of `words`, which are spelt out already; without any, no sound. Raises SpeechModelError."""

    def close(self) -> None:
        """Let the model go. Idempotent."""


MIDDLE = 0.5


def manner_of(energy: float | None, openness: float | None, settings: SpeakingSettings) -> Manner:
    """The manner of a mood, whose axes are 0–1; the voice's own without one.

    `settings.most_rate` bounds the change: at 0.08 the liveliest voice is 8% faster than the calmest is slow.
    """
    if energy is None:
        return PLAIN
    lively = max(-1.0, min(1.0, 2 * (energy - MIDDLE)))
    tender = 0.0 if openness is None else max(-1.0, min(1.0, 2 * (openness - MIDDLE)))
    return Manner(rate=1 + settings.most_rate * lively, pause=1 - 0.3 * lively + 0.2 * tender)


LOUDNESS: Final = 0.8


class PiperSynthesiser:
    """Implements `Synthesiser` over a voice file with its configuration beside it."""

    def __init__(self, path: Path) -> None:
        from piper import PiperVoice  # noqa: PLC0415 - brings espeak-ng

        try:
            self._voice: PiperVoice | None = PiperVoice.load(path)
        except Exception as error:  # onnxruntime raises classes of its own, which have no common base
            raise SpeechModelError(f"The voice {path.stem} cannot be loaded.") from error

    @property
    def language(self) -> str:
        return self._loaded().config.espeak_voice.partition("-")[0]

    @property
    def rate(self) -> int:
        """Samples a second of what it says."""
        return self._loaded().config.sample_rate

    def speak(self, words: str, manner: Manner = PLAIN) -> Sound:
        from piper import SynthesisConfig  # noqa: PLC0415 - loaded with the voice

        voice = self._loaded()
        if not any(map(str.isalnum, words)):
            return Sound(np.zeros(0, dtype=np.float32), voice.config.sample_rate)
        wanted = SynthesisConfig(length_scale=voice.config.length_scale / manner.rate, volume=LOUDNESS)
        pieces = [chunk.audio_float_array for chunk in voice.synthesize(words, wanted)]
        if not pieces:
            return Sound(np.zeros(0, dtype=np.float32), voice.config.sample_rate)
        return Sound(trimmed(np.concatenate(pieces), voice.config.sample_rate), voice.config.sample_rate)

    def close(self) -> None:
        self._voice = None

    def _loaded(self) -> "PiperVoice":
        if self._voice is None:
            raise SpeechModelError("The voice was closed.", "Start the voice again.")
        return self._voice
