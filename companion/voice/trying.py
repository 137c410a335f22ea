"""Trying out microphone and speaker: something is played while the loudness of what is heard is told."""

import time
from collections.abc import Callable

import numpy as np

from engine.senses import RATE, AudioLink, Playback, Sound, level_db

PLAYED_AT = 48_000
LOUDEST_DB, QUIETEST_DB = 0.0, -60.0
TONE_HZ, TONE_S = 440, 0.5


def tone() -> Sound:
    """Half a second of a soft tone."""
    times = np.arange(round(RATE * TONE_S)) / RATE
    return Sound((0.2 * np.sin(2 * np.pi * TONE_HZ * times) * np.hanning(len(times))).astype(np.float32))


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
