"""Long talks by file: hours of silence and noise, and hundreds of spoken turns in a row.

    python -m tests.benchmarks.voice_soak [--minutes 60] [--turns 200] [--seed 1]

prints JSON: of each hour the utterances and the share of one core that listening takes; of the turns the resident
memory at a tenth and at the end. The companion recites, so that what is measured is the voice.
"""

import argparse
import json
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import psutil

from companion.preferences import Preferences
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import (
    BLOCK,
    RATE,
    Block,
    Frame,
    Playback,
    Samples,
    Sound,
    TalkStatus,
    TurnSpoken,
    silence,
)
from engine.senses.audio.recorded import SPEAKER_BLOCK, SPEAKER_RATE
from engine.settings import SensesSettings

QUESTIONS = (
    "What is the capital of France?",
    "How do I water the plants on the balcony?",
    "My sister gets married in June.",
    "Tell me something about the sea.",
)


@dataclass
class EndlessLink:
    """Implements `AudioLink`: blocks as they are made, as fast as they are taken."""

    blocks: int
    seed: int
    loudness: float
    made: int = 0

    def open(self, playback: Playback) -> None:
        playback.tune(SPEAKER_RATE, 0.0)
        self._random = np.random.default_rng(self.seed)

    def read(self, *, hurry: bool) -> Block | None:
        if self.made == self.blocks:
            return None
        if not hurry:
            time.sleep(BLOCK / RATE)
        self.made += 1
        noise = self._random.normal(0, self.loudness, BLOCK) if self.loudness else np.zeros(BLOCK)
        return Block(noise.astype(np.float32), self.made * BLOCK / RATE)

    def close(self) -> None:
        """Nothing is held."""


class TurnsLink:
    """Implements `AudioLink`: one spoken turn after another, each once the last was answered to its end."""

    def __init__(self, turns: list[Samples]) -> None:
        self._turns = turns
        self._out = np.empty(SPEAKER_BLOCK, dtype=np.float32)
        self._said, self._at, self._blocks = 0, 0, 0
        self._sound = silence(0)
        self.resting = lambda: True

    def open(self, playback: Playback) -> None:
        playback.tune(SPEAKER_RATE, 0.0)
        self._playback = playback

    def read(self, *, hurry: bool) -> Block | None:
        if self._at >= len(self._sound) and self.resting():
            if self._said == len(self._turns):
                return None
            self._sound = np.concatenate([silence(0.5), self._turns[self._said], silence(0.8)])
            self._said, self._at = self._said + 1, 0
        if not hurry:
            time.sleep(0.005)
        self._playback.fill(self._out)
        self._blocks += 1
        block = np.zeros(BLOCK, dtype=np.float32)
        part = self._sound[self._at : self._at + BLOCK]
        block[: len(part)] = part
        self._at += BLOCK
        return Block(block, self._blocks * BLOCK / RATE)

    def close(self) -> None:
        """Nothing is held."""


def listen(models: SpeechModels, minutes: float, seed: int, loudness: float) -> dict[str, Any]:
    """What comes of so many minutes of silence or noise: what was taken for speech, and the share of a core."""
    companion = Reciter("Yes?")
    link = EndlessLink(round(minutes * 60 * RATE / BLOCK), seed, loudness)
    session = VoiceSession(companion, link, models, SensesSettings(), ignore, ignore_status)
    before = time.process_time()
    try:
        session.talk.run()
    finally:
        session.close()
    return {
        "minutes": minutes,
        "utterances": len(companion.said),
        "core_share": round((time.process_time() - before) / (minutes * 60), 4),
    }


def soak(models: SpeechModels, turns: int, seed: int) -> dict[str, Any]:
    """So many turns in a row; resident memory after a tenth of them and at the end, in MiB."""
    random = np.random.default_rng(seed)
    voice = models.synthesiser()
    spoken = [Sound(voice.speak(words).at(RATE).samples).samples for words in QUESTIONS]
    link = TurnsLink([spoken[int(random.integers(len(spoken)))] for _ in range(turns)])
    companion = Reciter("That is a good question, and here is a short answer to it.")
    memory: list[float] = []

    def tell(frame: Frame) -> None:
        if isinstance(frame, TurnSpoken):
            memory.append(psutil.Process().memory_info().rss / 2**20)

    session = VoiceSession(companion, link, models, SensesSettings(), tell, ignore_status)
    link.resting = lambda: session.talk.resting
    try:
        session.talk.run()
    finally:
        session.close()
    early = memory[max(0, len(memory) // 10)]
    return {
        "turns": len(companion.said),
        "spoken": sum(whole for _, whole in companion.heard),
        "early_mib": round(early, 1),
        "late_mib": round(memory[-1], 1),
        "growth": round(memory[-1] / early - 1, 4),
    }


def ignore(_: Frame) -> None:
    """Frames are not looked at."""


def ignore_status(_: TalkStatus) -> None:
    """Neither are states."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    models = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    figures = {
        "silence": listen(models, options.minutes, options.seed, 0.0),
        "noise": listen(models, options.minutes, options.seed, 0.05),
        "soak": soak(models, options.turns, options.seed),
    }
    models.close()
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
