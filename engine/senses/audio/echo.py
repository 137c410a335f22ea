"""The echo guard: what of the microphone's sound is the companion's own voice.

The sound of the last quarter of a second is correlated with what went out. Where they are alike, the way from the
speaker into the microphone is fitted by least squares as a short filter, and what it explains is taken away. What is
left is the person's, if anybody's.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.senses.audio.sound import RATE, Samples
from engine.settings import EchoSettings

SILENT: Final = 1e-4
"""Root mean square below which nothing went out or came in."""

STIFFNESS: Final = 1e-3
EARLIER: Final = 4
"""A quarter of the taps lie before the strongest path."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A block without what was its own, and the share (0–1) of its power that was."""

    samples: Samples
    own: float


class EchoGuard:
    """Judges block after block against what was played. On one thread; 1 ms a block while something is played."""

    def __init__(self, settings: EchoSettings) -> None:
        self._settings = settings
        self._window = np.zeros(round(settings.window_s * RATE), dtype=np.float32)
        self._way = round(settings.longest_way_s * RATE)

    @property
    def needs(self) -> int:
        """Samples of what was played that `judge` wants."""
        return len(self._window) + self._way

    def judge(self, block: Samples, played: Samples) -> Judged:
        """`played` are the last `needs` samples that went out until the end of `block`."""
        self._window = np.concatenate([self._window[len(block) :], block])
        if _rms(block) < SILENT or _rms(played) < SILENT:
            return Judged(block, 0.0)
        at, alike = self._nearest(played)
        if alike < self._settings.alike:
            return Judged(block, 0.0)
        rest = block - self._explained(played, at, len(block))
        own = 1 - float(np.dot(rest, rest) / np.dot(block, block))
        return Judged(rest.astype(np.float32), own) if own > 0 else Judged(block, 0.0)

    def _nearest(self, played: Samples) -> tuple[int, float]:
        """Where in `played` the window lies, and how alike they are (0–1)."""
        window, size = self._window, 1 << (len(played) - 1).bit_length()
        products = np.fft.irfft(np.fft.rfft(played, size) * np.conj(np.fft.rfft(window, size)), size)
        energy = np.concatenate([[0.0], np.cumsum(np.square(played, dtype=np.float64))])
        powers = energy[len(window) :] - energy[: len(energy) - len(window)]
        scale = np.sqrt(np.maximum(powers, SILENT) * max(SILENT, float(np.dot(window, window))))
        alike = np.abs(products[: self._way + 1]) / scale
        best = int(np.argmax(alike))
        return best, float(alike[best])

    def _explained(self, played: Samples, at: int, count: int) -> Samples:
        """What of the window's last `count` samples follows from `played` around `at`.

        The filter is fitted over the whole window by its normal equations, whose sums are correlations.
        """
        taps, length = self._settings.taps, len(self._window)
        start = at + taps // EARLIER - taps + 1
        source = np.pad(played, (taps, taps))[start + taps : start + 2 * taps + length - 1]
        size = 1 << (len(source) + taps).bit_length()
        spectrum = np.fft.rfft(source, size)
        alike = np.fft.irfft(spectrum * np.conj(spectrum), size)[:taps]
        alike[0] *= 1 + STIFFNESS
        with_window = np.fft.irfft(spectrum * np.conj(np.fft.rfft(self._window, size)), size)[:taps]
        power = alike[np.abs(np.subtract.outer(np.arange(taps), np.arange(taps)))]
        fitted = np.linalg.solve(power, with_window)
        return np.correlate(source[-count - taps + 1 :], fitted, "valid").astype(np.float32)


def _rms(samples: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples)))) if len(samples) else 0.0
