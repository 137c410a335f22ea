"""Trying out microphone and speaker: something is played, or the loudness of what is heard told, or both."""

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from engine.senses import RATE, AudioLink, DeviceLostError, Playback, Sound, level_db

PLAYED_AT = 48_000
LOUDEST_DB, QUIETEST_DB = 0.0, -60.0
TONE_HZ, TONE_S = 440, 0.5
LOOK_S = 0.03
SPARE_S = 2.0
"""A speaker that has not taken all of a sound so long after its end takes none."""


class Speaker(Protocol):
    """A speaker alone."""

    def open(self, playback: Playback) -> None:
        """Begin to play what is put into `playback`. Raises NoAudioError."""

    def close(self) -> None:
        """Let the device go. Idempotent."""


def tone() -> Sound:
    """Half a second of a soft tone."""
    times = np.arange(round(RATE * TONE_S)) / RATE
    return Sound((0.2 * np.sin(2 * np.pi * TONE_HZ * times) * np.hanning(len(times))).astype(np.float32))


def play(speaker: Speaker, sound: Sound, stopped: Callable[[], bool]) -> None:
    """Play `sound` until its end, or until it was stopped. Raises NoAudioError, DeviceLostError."""
    playback = Playback(PLAYED_AT)
    speaker.open(playback)
    try:
        playback.put(0, "", sound, 0.0)
        end = time.monotonic() + sound.seconds + SPARE_S
        while playback.playing and not stopped():
            if time.monotonic() > end:
                raise DeviceLostError("The speaker takes no sound.")
            time.sleep(LOOK_S)
    finally:
        speaker.close()


def try_out(
    link: AudioLink,
    sound: Sound | None,
    told: Callable[[float], None],
    *,
    seconds: float,
    stopped: Callable[[], bool],
) -> None:
    """Play `sound` and call `told` with the level of each block in dB, until `seconds` are over or it was stopped.

    Raises NoAudioError, DeviceLostError.
    """
    playback = Playback(PLAYED_AT)
    link.open(playback)
    try:
        if sound is not None:
            playback.put(0, "", sound, 0.0)
        end = time.monotonic() + seconds
        while time.monotonic() < end and not stopped() and (block := link.read(hurry=False)) is not None:
            told(level_db(block.samples))
    finally:
        link.close()


def share_of(level: float) -> float:
    """A level in dB as a share of a meter, 0–1."""
    return min(1.0, max(0.0, (level - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)))
