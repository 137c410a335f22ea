"""What sound is in this room: one channel of float32 samples in -1…1, in blocks of 32 ms at 16 kHz.

The rate is Whisper's and Silero's, and the block is what Silero judges at once. Voices speak at a rate of their own.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

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
