"""Hours in which nobody speaks: silence and noise are played in, and what is made of them is counted.

    python -m tests.benchmarks.voice_listening [--minutes 60] [--live-minutes 2] [--seed 1]

plays so many minutes of silence and as many of noise by file, as fast as they are taken, and prints JSON: of each the
utterances, how often a voice was suspected, and the processor's seconds for a second of sound (0.15 is 15% of one
core). `--live-minutes` plays the same through PortAudio and a PulseAudio without hardware, in real time, where one is
installed: there the share counts everything that listening costs, waking up included.
"""

import argparse
import json
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.preferences import Preferences
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import (
    BLOCK,
    RATE,
    AudioLink,
    Block,
    Frame,
    Playback,
    PortAudioLink,
    Samples,
    TalkState,
    VoiceStarted,
)
from engine.senses.audio.link import SPEAKER_RATE
from engine.settings import SensesSettings
from tests.audio_server import AudioServer, audio_server

PIECE_S: Final = 20.0
"""Of each kind of noise in a row."""

SLOWEST: Final = RATE // 4
"""Samples over which what changes more slowly is taken out of a walk."""

OPEN_S: Final = 60.0


def silent(_random: np.random.Generator) -> Samples:
    return np.zeros(round(PIECE_S * RATE), dtype=np.float32)


def white(random: np.random.Generator) -> Samples:
    """A detuned radio."""
    return random.normal(0, 0.05, round(PIECE_S * RATE)).astype(np.float32)


def brown(random: np.random.Generator) -> Samples:
    """A fan, or a street far away."""
    walk = np.cumsum(random.normal(0, 1, round(PIECE_S * RATE)))
    slow = np.cumsum(walk)
    walk[SLOWEST:] -= (slow[SLOWEST:] - slow[:-SLOWEST]) / SLOWEST
    walk[:SLOWEST] = 0
    return (0.08 * walk / np.std(walk)).astype(np.float32)


def hum(_random: np.random.Generator) -> Samples:
    """A transformer: the mains and its overtones."""
    times = np.arange(round(PIECE_S * RATE)) / RATE
    waves = sum(np.sin(2 * np.pi * 50 * number * times) / number for number in (1, 2, 3, 5))
    return np.asarray(0.05 * waves, dtype=np.float32)


def music(random: np.random.Generator) -> Samples:
    """Chords of four voices that change twice a second and die away."""
    beat = RATE // 2
    chords = []
    for _ in range(round(PIECE_S * RATE) // beat):
        root = 110 * 2 ** (random.integers(24) / 12)
        times = np.arange(beat) / RATE
        chord = sum(np.sin(2 * np.pi * root * ratio * times) for ratio in (1, 1.26, 1.5, 2))
        chords.append(0.07 * chord * np.exp(-3 * times))
    return np.concatenate(chords).astype(np.float32)


def typing(random: np.random.Generator) -> Samples:
    """Keys of a keyboard, some eight a second."""
    samples = random.normal(0, 0.002, round(PIECE_S * RATE))
    for at in random.integers(0, len(samples) - 400, round(8 * PIECE_S)):
        samples[at : at + 400] += 0.3 * random.normal(0, 1, 400) * np.exp(-np.arange(400) / 60)
    return samples.astype(np.float32)


def knocks(random: np.random.Generator) -> Samples:
    """Something falls, a door shuts, somebody claps."""
    samples = random.normal(0, 0.001, round(PIECE_S * RATE))
    for at in random.integers(0, len(samples) - 4000, 12):
        samples[at : at + 4000] += 0.6 * random.normal(0, 1, 4000) * np.exp(-np.arange(4000) / 700)
    return np.clip(samples, -1, 1).astype(np.float32)


KINDS: Final[dict[str, tuple[Callable[[np.random.Generator], Samples], ...]]] = {
    "silence": (silent,),
    "noise": (white, brown, hum, music, typing, knocks),
}


def pieces(kind: str, seed: int) -> Iterator[Samples]:
    """Sound of a kind of `KINDS`, without an end."""
    random = np.random.default_rng(seed)
    return (make(random) for make in cycle(KINDS[kind]))


@dataclass
class NoiseLink:
    """Implements `AudioLink`: so many minutes of a kind, as fast as they are taken.

    While something is recognised it goes at the pace of real time, so that no recogniser is waited for in vain.
    `making_s` is what making the noise has cost.
    """

    kind: str
    minutes: float
    seed: int
    made: int = 0
    making_s: float = 0.0
    _rest: Samples = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def open(self, playback: Playback) -> None:
        playback.tune(SPEAKER_RATE, 0.0)
        self._pieces = pieces(self.kind, self.seed)

    def read(self, *, hurry: bool) -> Block | None:
        if self.made * BLOCK >= self.minutes * 60 * RATE:
            return None
        if not hurry:
            time.sleep(BLOCK / RATE)
        if len(self._rest) < BLOCK:
            before = time.thread_time()
            self._rest = np.concatenate([self._rest, next(self._pieces)])
            self.making_s += time.thread_time() - before
        block, self._rest = self._rest[:BLOCK], self._rest[BLOCK:]
        self.made += 1
        return Block(block, self.made * BLOCK / RATE)

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Heard:
    """What a talk made of sound in which nobody speaks, and what that cost."""

    minutes: float
    seen: Counter[type[Frame]] = field(default_factory=Counter)
    companion: Reciter = field(default_factory=lambda: Reciter("Yes?"))
    processor_s: float = 0.0
    states: set[TalkState] = field(default_factory=set)

    def session(self, models: SpeechModels, link: AudioLink) -> VoiceSession:
        return VoiceSession(
            self.companion,
            link,
            models,
            SensesSettings(),
            told=lambda frame: self.seen.update([type(frame)]),
            changed=lambda status: self.states.add(status.state),
        )

    def document(self) -> dict[str, Any]:
        return {
            "minutes": self.minutes,
            "utterances": len(self.companion.said),
            "suspected": self.seen[VoiceStarted],
            "core_share": round(self.processor_s / (60 * self.minutes), 4),
        }


def listen(models: SpeechModels, kind: str, minutes: float, seed: int) -> dict[str, Any]:
    """By file. The processor's time is that of the whole process without the making of the noise."""
    found, link = Heard(minutes), NoiseLink(kind, minutes, seed)
    session = found.session(models, link)
    before = time.process_time()
    try:
        session.talk.run()
    finally:
        session.close()
    found.processor_s = time.process_time() - before - link.making_s
    return found.document()


def listen_live(
    models: SpeechModels, server: AudioServer, kind: str, minutes: float, seed: int
) -> dict[str, Any]:
    """Through the devices of `server`, which PortAudio finds by this process's environment, in real time."""
    found, source = Heard(minutes), pieces(kind, seed)
    noise = np.concatenate([next(source) for _ in range(max(1, round(60 * minutes / PIECE_S)))])
    session = found.session(models, PortAudioLink())
    session.start()
    try:
        _await(lambda: TalkState.READY in found.states)
        before, began = time.process_time(), time.monotonic()
        server.say(noise)
        found.processor_s = time.process_time() - before
        found.minutes = round((time.monotonic() - began) / 60, 3)
    finally:
        session.close()
    return found.document()


def _await(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + OPEN_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the devices do not open")
        time.sleep(0.05)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--live-minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    models = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    models.recogniser()  # as in a talk, both are there; loading them is not measured
    models.synthesiser()
    figures = {kind: listen(models, kind, options.minutes, options.seed) for kind in KINDS}
    if options.live_minutes and shutil.which("pulseaudio"):
        with tempfile.TemporaryDirectory() as folder, audio_server(Path(folder)) as server:
            os.environ.update({name: server.environ[name] for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR")})
            for kind in KINDS:
                found = listen_live(models, server, kind, options.live_minutes, options.seed)
                figures[f"{kind}, live"] = found
    models.close()
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
