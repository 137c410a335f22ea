"""The port of devices, a microphone and a speaker that run together; and a recording that plays their part.

The recording's clock runs while somebody computes, and leaps otherwise.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from engine.errors import CompanionError
from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE, Samples, Sound, resampled


@dataclass(frozen=True, slots=True)
class Block:
    """512 samples of what was heard; `at_s` is when they ended, in seconds of sound since the link was opened."""

    samples: Samples
    at_s: float


class AudioLink(Protocol):
    """A microphone and a speaker. `open` and `read` on one thread; opened again after it was lost."""

    def open(self, playback: Playback) -> CompanionError | None:
        """Begin, or begin anew; the speaker takes what it plays from `playback`, tuned to its rate.

        Returns what of the chosen devices is not here, where another one is used. Raises NoAudioError.
        """

    def read(self, *, hurry: bool) -> Block | None:
        """The next block, waited for; None once there will be no more.

        `hurry` says that nobody computes: a link that is no device need not wait for time to pass. Raises
        DeviceLostError.
        """

    def close(self) -> None:
        """End both streams. Idempotent; `open` begins anew."""


SPEAKER_RATE: Final = 24_000
SPEAKER_BLOCK: Final = BLOCK * SPEAKER_RATE // RATE


class RecordedLink:
    """Implements `AudioLink` over a recording, and keeps what was played in time with it.

    `holds` says that the recording stands still just now: silence is heard meanwhile. `over` says when nothing is
    left to be said after its end. `echo` (gain, seconds) leads the speaker into the microphone.
    """

    def __init__(
        self,
        recording: Sound,
        *,
        holds: Callable[[], bool] = lambda: False,
        over: Callable[[], bool] = lambda: True,
        echo: tuple[float, float] | None = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        samples = recording.at(RATE).samples
        self._samples = np.pad(samples, (0, -len(samples) % BLOCK))
        self._holds, self._over, self._wait = holds, over, wait
        self._echo = echo
        self._played: list[Samples] = []
        self._playback: Playback | None = None
        self._at = 0
        self._blocks = 0
        self._due = time.monotonic()

    def open(self, playback: Playback) -> None:
        playback.tune(SPEAKER_RATE, 0.0)
        self._playback = playback
        self._due = time.monotonic()

    def read(self, *, hurry: bool) -> Block | None:
        ended = self._at >= len(self._samples)
        if self._playback is None or (ended and self._over()):
            return None
        self._pass_time(hurry=hurry)
        out = np.empty(SPEAKER_BLOCK, dtype=np.float32)
        self._playback.fill(out)
        self._played.append(out)
        self._blocks += 1
        return Block(self._heard() + self._echoed(), self._blocks * BLOCK_S)

    def close(self) -> None:
        self._playback = None

    def played(self) -> Sound:
        """All that was played since the beginning, silence included."""
        return Sound(np.concatenate(self._played or [np.zeros(0, dtype=np.float32)]), SPEAKER_RATE)

    def _heard(self) -> Samples:
        if self._at >= len(self._samples) or self._holds():
            return np.zeros(BLOCK, dtype=np.float32)
        block = self._samples[self._at : self._at + BLOCK]
        self._at += BLOCK
        return block

    def _echoed(self) -> Samples | float:
        if self._echo is None:
            return 0.0
        gain, way_s = self._echo
        late = round(way_s / BLOCK_S)
        recent = self._played[-late - 1] if len(self._played) > late else None
        return 0.0 if recent is None else gain * resampled(recent, SPEAKER_RATE, RATE)

    def _pass_time(self, *, hurry: bool) -> None:
        now = time.monotonic()
        self._due = now if hurry else max(now - BLOCK_S, self._due + BLOCK_S)
        if self._due > now:
            self._wait(self._due - now)
