"""The first word of an answer while a brain run thinks with the same model, against the same turn without it.

In pairs: a question of the same length at the same depth, once with the night held back and once in the middle of one
of its own requests to the model, in turns first. The night is a real one over days of made-up talk, in a thread as in
the program. Beside the seconds of the clock those of computing in the model's process are told, which others on a busy
machine do not lengthen.

    python tasks.py bench night_turns [--model NAME] [--pairs 12]
"""

import argparse
import os
import statistics
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psutil

from companion.bootstrap import build_mind, open_vault
from engine.clock import ManualClock
from engine.language import GenerationRequest, LlamaModel, LlamaOptions, Place, Role, Segment
from engine.mind import Mind
from engine.night import JobKind, run_next
from engine.trail import LoopStatus, StepKind
from tests.benchmarks.background_load import GREEDY
from tests.benchmarks.starter import starter

DEPTH = 60
SAID = (
    "My knee hurt again on the run of {n} km along the Fulda",
    "Pavel mends the roof on Saturday and needs {n} nails",
    "Lotte sold {n} jars of plum jam at the market",
    "The night shift on ward {n} was quiet for once",
)


class Watched:
    """The model as the night has it: waits while it is held back, and says when one of its requests is under way."""

    def __init__(self, model: LlamaModel) -> None:
        self._model = model
        self.may, self.busy = threading.Event(), threading.Event()
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        return self._watching(found) if name in {"generate", "choose"} else found

    def _watching(self, asked: Any) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            self.may.wait()
            self.busy.set()
            self.calls += 1
            try:
                return asked(*given, **more)
            finally:
                self.busy.clear()

        return call


def think(model: Watched, ended: threading.Event) -> None:
    """One night after another, each with something new."""
    clock = ManualClock(datetime(2026, 5, 4, 19, 0, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    number = 0
    while not ended.is_set():
        number += 1
        for text in SAID:
            _tell(mind, text.format(n=number))
        mind.trail.close_episode("goodbye")
        mind.trail.catch_up()
        clock.advance(timedelta(days=1))
        mind.night.queue.add(JobKind.BRAIN, "benchmark")
        while not ended.is_set() and run_next(mind.night, model, owner="benchmark") is not None:  # type: ignore[arg-type]
            pass
    mind.close()


def _tell(mind: Mind, text: str) -> None:
    loop = mind.trail.open_loop("benchmark", "benchmark", "utterance")
    mind.trail.record(loop, StepKind.UTTERANCE, text, "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds to a first token: by the clock, and of computing in the model's process."""

    clock: float
    computing: float


def first_word(model: LlamaModel, prefix: Segment, number: int) -> Waited:
    """How long the first token of a short question takes behind a prefix that was read."""
    text = f"Which shelf holds {100 + number} jars, and what is in them?"
    asked = model.encode(Segment(Role.USER, text, Place.UTTERANCE))
    began, computed, at_first = time.perf_counter(), _computed(), list[Waited]()

    def heard(_: str) -> None:
        if not at_first:
            at_first.append(Waited(time.perf_counter() - began, _computed() - computed))

    model.generate(GenerationRequest((prefix, asked), 12, sampling=GREEDY), heard)
    return at_first[0]


def _computed() -> float:
    """Seconds that the processes of this one have computed so far."""
    times = [one.cpu_times() for one in psutil.Process().children(recursive=True)]
    return sum(one.user + one.system for one in times)


def pairs(model: LlamaModel, watched: Watched, count: int) -> list[tuple[Waited, Waited]]:
    """Without the night, and in the middle of it."""
    shelves = "\n".join(f"Shelf {n} holds {n * 7} jars of jam." for n in range(DEPTH))
    prefix = model.encode(Segment(Role.SYSTEM, shelves, Place.STABLE))
    model.generate(GenerationRequest((prefix,), 0))
    found = []
    for number in range(count):
        both = {}
        for busy in (number % 2 == 0, number % 2 == 1):
            _let(watched, busy=busy)
            both[busy] = first_word(model, prefix, 2 * number + busy)
        found.append((both[False], both[True]))
        print(f"without {both[False]}, with {both[True]}", flush=True)
    return found


def _let(watched: Watched, *, busy: bool) -> None:
    """Have the night think, and wait until it asks something; or wait until it asks nothing."""
    if not busy:
        watched.may.clear()
        while watched.busy.is_set():
            time.sleep(0.01)
        time.sleep(0.2)
        return
    watched.may.set()
    watched.busy.wait()
    time.sleep(0.05)


def _tell_ratio(name: str, found: list[tuple[float, float]]) -> None:
    ratios = sorted(busy / idle for idle, busy in found)
    quarters = statistics.quantiles(ratios, n=4)
    print(
        f"{name}: without {statistics.median(one for one, _ in found):.3f} s, "
        f"with {statistics.median(one for _, one in found):.3f} s; "
        f"ratio {statistics.median(ratios):.2f} ({quarters[0]:.2f}–{quarters[2]:.2f}) of {len(ratios)} pairs"
    )


def main() -> None:
    """Print the medians, and the median and spread of the ratios of the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--pairs", type=int, default=12)
    given = parser.parse_args()
    model = starter(given.model, LlamaOptions(context_tokens=4096, background_tokens=2048))
    model.load()
    watched, ended, load = Watched(model), threading.Event(), os.getloadavg()[0]
    night = threading.Thread(target=think, args=(watched, ended))
    night.start()
    found = pairs(model, watched, given.pairs)
    ended.set()
    watched.may.set()
    night.join()
    model.close()
    _tell_ratio("by the clock", [(idle.clock, busy.clock) for idle, busy in found])
    _tell_ratio("computing", [(idle.computing, busy.computing) for idle, busy in found])
    print(f"{watched.calls} requests of the night; load {load:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
