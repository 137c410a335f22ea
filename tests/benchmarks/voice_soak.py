"""Hundreds of spoken turns in a row, by file, and whether memory stays flat.

    python -m tests.benchmarks.voice_soak [--turns 200] [--seed 1] [--model NAME] [--limit-minutes 60]

prints JSON: turns that were heard, answers that were spoken to their end, and the resident memory of the program, and
of the language model's own process, early and at the end: early is after a tenth of the turns, and not before each
question was heard once, since buffers grow to the longest of what is recognised and spoken. With `--model` a mind over
a throwaway vault answers; without one the companion recites, so that what is measured is the voice. The mind is warm
when the first turn begins: its context has been full once, since the model touches what it holds for the scores of
attention only as the context gets longer, and what is asked is whether memory grows beyond that. What filled it was
thought back on by then, too: its long texts are the longest that are embedded.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import psutil

from companion.host import LocalService
from companion.preferences import Preferences
from companion.reach import compose
from companion.service import Service
from companion.voice.conversing import SURFACE, ServiceCompanion
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import (
    BLOCK,
    RATE,
    Block,
    Companion,
    Frame,
    Playback,
    Samples,
    Sound,
    TalkStatus,
    TurnSpoken,
    Words,
    silence,
)
from engine.senses.audio.link import SPEAKER_BLOCK, SPEAKER_RATE
from engine.settings import SensesSettings

QUESTIONS: Final = (
    "What is the capital of France?",
    "How do I water the plants on the balcony?",
    "My sister gets married in June.",
    "Tell me something about the sea.",
    "I walked along the river this morning.",
    "What could I cook with leeks and potatoes?",
)
ANSWER: Final = "That is a good question, and here is a short answer to it."
MIB: Final = 2**20
MOST_PASSAGES: Final = 60


class TurnsLink:
    """Implements `AudioLink`: one spoken turn after another, each once the last was answered to its end.

    No further one begins once `over` says so.
    """

    def __init__(self, turns: list[Samples], over: Callable[[], bool]) -> None:
        self._turns, self._over = turns, over
        self._out = np.empty(SPEAKER_BLOCK, dtype=np.float32)
        self._said, self._at, self._blocks = 0, 0, 0
        self._sound = silence(0)
        self.resting = lambda: True

    def open(self, playback: Playback) -> None:
        playback.tune(SPEAKER_RATE, 0.0)
        self._playback = playback

    def read(self, *, hurry: bool) -> Block | None:
        if self._at >= len(self._sound) and self.resting():
            if self._said == len(self._turns) or self._over():
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


@dataclass
class Memory:
    """Resident memory in MiB after each answer: of this process, and of those that it started."""

    heard: int = 0
    whole: int = 0
    own: list[float] = field(default_factory=list)
    children: list[float] = field(default_factory=list)

    def tell(self, frame: Frame) -> None:
        match frame:
            case Words():
                self.heard += 1
            case TurnSpoken(whole=whole):
                self.whole += whole
                here = psutil.Process()
                self.own.append(here.memory_info().rss / MIB)
                self.children.append(sum(map(_resident, here.children(recursive=True))))

    def document(self) -> dict[str, Any]:
        figures: dict[str, Any] = {"turns": self.heard, "spoken": self.whole}
        for name, series in (("program", self.own), ("model", self.children)):
            early, late = _early_and_late(series)
            growth = round(late / early - 1, 4) if early else 0.0
            figures[name] = {"early_mib": round(early, 1), "late_mib": round(late, 1), "growth": growth}
        return figures


def _resident(process: psutil.Process) -> float:
    try:
        return process.memory_info().rss / MIB
    except psutil.NoSuchProcess:
        return 0.0


def _early_and_late(series: list[float]) -> tuple[float, float]:
    """The medians of some turns once all questions were heard, after the first tenth, and of as many at the end."""
    few = max(3, len(series) // 10)
    warm = max(few, len(QUESTIONS))
    return statistics.median(series[warm : warm + few] or series), statistics.median(series[-few:])


def soak(
    models: SpeechModels, companion: Companion, turns: int, seed: int, limit_s: float = 3600.0
) -> dict[str, Any]:
    """So many turns in a row, or as many as begin within `limit_s` seconds."""
    draw, voice, memory = random.Random(seed), models.synthesiser(), Memory()
    spoken = [Sound(voice.speak(words).at(RATE).samples).samples for words in QUESTIONS]
    end = time.monotonic() + limit_s
    drawn = [*draw.sample(spoken, len(spoken)), *draw.choices(spoken, k=turns)][:turns]
    link = TurnsLink(drawn, lambda: time.monotonic() > end)
    session = VoiceSession(companion, link, models, SensesSettings(), memory.tell, _ignore)
    link.resting = lambda: session.talk.resting
    try:
        session.talk.run()
    finally:
        session.close()
    return memory.document()


def fill(service: Service) -> None:
    """Say long things until the oldest of what was said had to make room: the context has been full once."""
    longest = 0
    for number in range(MOST_PASSAGES):
        said = " ".join(f"On day {number}, at stop {stop}, we saw {7 * stop} boats." for stop in range(40))
        service.submit("say", {"text": said, "surface": SURFACE}).result()
        stood = service.submit("context", {"loop_id": None}).result()["context"]["prompt_tokens"]
        if stood < longest:
            service.submit("jobs.wait", {}).result()
            return
        longest = stood
    raise RuntimeError(f"the context does not get full: {longest} tokens")


def _ignore(_: TalkStatus) -> None:
    """States are not looked at."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="", help="a language model that is installed")
    parser.add_argument("--limit-minutes", type=float, default=60)
    options = parser.parse_args()
    rest = (options.turns, options.seed, 60 * options.limit_minutes)
    with closing(SpeechModels.of(standard_store(), Preferences(), SensesSettings())) as models:
        if not options.model:
            print(json.dumps(soak(models, Reciter(ANSWER), *rest), indent=2))
            return
        with closing(LocalService(compose(None, None), owner="voice soak")) as service:
            service.submit("use_model", {"role": "day", "name": options.model}).result()
            fill(service)
            print(json.dumps(soak(models, ServiceCompanion(service), *rest), indent=2))


if __name__ == "__main__":
    main()
