"""The port of devices: a microphone and a speaker that run together."""

from dataclasses import dataclass
from typing import Protocol

from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import Samples


@dataclass(frozen=True, slots=True)
class Block:
    """512 samples of what was heard; `at_s` is when they ended, in seconds of sound since the link was opened."""

    samples: Samples
    at_s: float


class AudioLink(Protocol):
    """A microphone and a speaker. `open` and `read` on one thread; opened again after it was lost."""

    def open(self, playback: Playback) -> None:
        """Begin; the speaker takes what it plays from `playback`, tuned to its rate. Raises NoAudioError."""

    def read(self, *, hurry: bool) -> Block | None:
        """The next block, waited for; None once there will be no more.

        `hurry` says that nobody computes: a link that is no device need not wait for time to pass. Raises
        DeviceLostError.
        """

    def close(self) -> None:
        """End both streams. Idempotent; `open` begins anew."""
