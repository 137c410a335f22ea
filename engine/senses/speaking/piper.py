"""Speech synthesis by piper, which works out sounds with espeak-ng (both GPL)."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.senses.audio.sound import RATE, Samples, Sound
from engine.senses.errors import SpeechModelError
from engine.senses.speaking.port import PLAIN, Manner

if TYPE_CHECKING:
    from piper import PiperVoice

QUIET: Final = 0.005
"""Amplitude below which a voice's first and last samples are silence."""

EDGE_S: Final = 0.03
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


def trimmed(samples: Samples, rate: int = RATE) -> Samples:
    """Without the silence before and after the words: pauses are ours to make."""
    loud = np.flatnonzero(np.abs(samples) > QUIET)
    if not len(loud):
        return samples[:0]
    edge = round(EDGE_S * rate)
    return np.asarray(samples[max(0, loud[0] - edge) : loud[-1] + edge], dtype=np.float32)
