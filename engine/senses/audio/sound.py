"""What sound is in this room: one channel of float32 samples in -1…1, in blocks of 32 ms at 16 kHz; and files of it.

The rate is Whisper's and Silero's, and the block is what Silero judges at once. Voices speak at a rate of their own.
Read is any file that FFmpeg knows, written is WAV of 16 bits.
"""

import wave
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.senses.errors import AudioFileError

Samples = NDArray[np.float32]

RATE: Final = 16_000
"""Samples a second of everything that is heard."""

BLOCK: Final = 512
"""Samples of a block."""

BLOCK_S: Final = BLOCK / RATE
SILENT_DB: Final = -96.0


@dataclass(frozen=True, slots=True)
class Sound:
    """A run of samples with its rate in Hz."""

    samples: Samples
    rate: int = RATE

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def at(self, rate: int) -> "Sound":
        """The same sound at another rate."""
        return self if rate == self.rate else Sound(resampled(self.samples, self.rate, rate), rate)


def resampled(samples: Samples, rate: int, wanted: int) -> Samples:
    """`samples` of `rate` Hz at `wanted` Hz, without what lies above half of it."""
    import soxr  # noqa: PLC0415 - a native library, which nobody needs before sound comes

    if rate == wanted or not len(samples):
        return samples
    return np.asarray(soxr.resample(samples, rate, wanted, quality="HQ"), dtype=np.float32)


def silence(seconds: float, rate: int = RATE) -> Samples:
    """So many seconds of nothing."""
    return np.zeros(round(seconds * rate), dtype=np.float32)


def level_db(samples: NDArray[Any]) -> float:
    """Loudness in decibels of full scale: the root mean square, -96 for silence."""
    power = float(np.mean(np.square(samples, dtype=np.float64))) if len(samples) else 0.0
    return max(SILENT_DB, 10 * float(np.log10(power))) if power > 0 else SILENT_DB


FULL_SCALE = 32767


def read_sound(path: Path) -> Sound:
    """The sound of a file as one channel at 16 kHz. Raises AudioFileError."""
    if not path.is_file():
        raise AudioFileError(f"{path.name} is not a file that can be read.")
    import av  # noqa: PLC0415 - FFmpeg's libraries are heavy
    from faster_whisper import decode_audio  # noqa: PLC0415 - brings CTranslate2

    try:
        samples = decode_audio(str(path), sampling_rate=RATE)
    except (av.error.FFmpegError, OSError, ValueError, IndexError) as error:
        raise AudioFileError(f"{path.name} holds no sound that can be read.") from error
    return Sound(np.asarray(samples, dtype=np.float32))


def write_sound(path: Path, sound: Sound) -> None:
    """Write a WAV file. Raises AudioFileError where that cannot be."""
    try:
        with path.open("wb") as stream, wave.open(stream, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(sound.rate)
            file.writeframes(as_pcm(sound.samples))
    except OSError as error:
        raise AudioFileError(
            f"{path.name} cannot be written.", "Name a file in a folder that you may write to."
        ) from error


def as_pcm(samples: Samples) -> bytes:
    """16 bit signed samples, clipped at full scale."""
    return (np.clip(samples, -1.0, 1.0) * FULL_SCALE).astype("<i2").tobytes()


QUIET: Final = 0.005
"""Amplitude below which the first and last samples of a voice are silence."""

EDGE_S: Final = 0.03


def trimmed(samples: Samples, rate: int = RATE) -> Samples:
    """Without the silence before and after the words: pauses are ours to make."""
    loud = np.flatnonzero(np.abs(samples) > QUIET)
    if not len(loud):
        return samples[:0]
    edge = round(EDGE_S * rate)
    return np.asarray(samples[max(0, loud[0] - edge) : loud[-1] + edge], dtype=np.float32)
