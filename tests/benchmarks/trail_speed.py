"""What the trail costs as it grows: record, search and opening, in an encrypted vault on disk.

Steps are made of words drawn by Zipf's law, with random vectors in the vault; queries are embedded for real.

    python -m tests.benchmarks.trail_speed 10000 100000
"""

import argparse
import itertools
import random
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from engine.clock import ManualClock
from engine.embedding import OnnxEmbedder
from engine.embedding.onnx import SPACE
from engine.events import EventBus
from engine.models import standard_folder
from engine.trail import SCHEMA, StepKind, Trail
from engine.vault import DataKey, Vault

VOCABULARY = 30_000
STEPS_A_EPISODE = 40
SEARCHES = 200
RECORDS = 50


class Speech:
    """Sentences whose words come as often as words do: half of them function words, the rest by rank."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        letters = "abcdefghijklmnoprstuvwyz"
        self._words = ["".join(self._random.choices(letters, k=7)) for _ in range(VOCABULARY)]
        self._weights = np.cumsum(1.0 / np.arange(20, VOCABULARY + 20)).tolist()

    def sentence(self, words: int) -> str:
        content = self._random.choices(self._words, cum_weights=self._weights, k=words)
        return " ".join(
            f"{word} {self._random.choice(('the', 'and', 'to', 'you', 'of'))}" for word in content
        )


def fill(vault: Vault, trail: Trail, clock: ManualClock, speech: Speech, steps: int) -> None:
    """Record `steps` Steps in Episodes of 40, two speakers in turn, and give each a random vector."""
    draw = np.random.default_rng(0)
    for start in range(0, steps, STEPS_A_EPISODE):
        clock.advance(timedelta(hours=5))
        with vault.unit() as unit:
            loop = trail.open_loop("benchmark", "benchmark", "fill")
            for at in range(start, min(start + STEPS_A_EPISODE, steps)):
                kind, speaker = ((StepKind.UTTERANCE, "Mira"), (StepKind.ANSWER, "Elara"))[at % 2]
                step = trail.record(loop, kind, speech.sentence(12), speaker, unit=unit)
                vector = draw.standard_normal(384, np.float32)
                vault.vectors.put(unit, SPACE, step.id, vector / np.linalg.norm(vector))
            unit.commit()


def spans(times: int, act: Callable[[], object]) -> str:
    """Median and 95th percentile of `times` runs, in milliseconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        act()
        taken.append((time.perf_counter() - started) * 1000)
    return f"p50 {np.percentile(taken, 50):6.1f} ms, p95 {np.percentile(taken, 95):6.1f} ms"


def measure(folder: Path, steps: int, embedder: OnnxEmbedder) -> None:
    speech, clock = Speech(steps), ManualClock(datetime(2020, 1, 1, tzinfo=UTC))
    vault = Vault.open(folder / f"{steps}.db", DataKey.generate(), [SCHEMA])

    def opened() -> Trail:
        return Trail(vault, embedder, clock, EventBus(), companion="c", person="p")

    fill(vault, opened(), clock, speech, steps)
    started = time.perf_counter()
    trail = opened()
    trail.load()
    print(f"{steps:,} Steps: load {time.perf_counter() - started:.2f} s, ", end="")
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    loop = trail.open_loop("benchmark", "benchmark", "measure")

    number = itertools.count()

    def record() -> None:
        text = f"My sister has moved the wedding to the garden, as it may well rain on day {next(number)}."
        trail.index(trail.record(loop, StepKind.UTTERANCE, text, "Mira"))

    print("  search          ", spans(SEARCHES, lambda: trail.search(speech.sentence(5))))
    print("  search, filtered", spans(SEARCHES, lambda: trail.search(speech.sentence(5), speaker="Mira")))
    print("  record and index", spans(RECORDS, record), flush=True)
    vault.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("steps", type=int, nargs="*", default=[10_000, 100_000])
    embedder = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    with tempfile.TemporaryDirectory() as folder:
        for steps in parser.parse_args().steps:
            measure(Path(folder), steps, embedder)


if __name__ == "__main__":
    main()
