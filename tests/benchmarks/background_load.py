"""The first word while the background is busy, against an idle model; and what the background loses by it.

Background: one generation after another on the background lane, and sentences embedded on a thread of low
priority behind the same gate as in the program (none while an answer is given).

    python -m tests.benchmarks.background_load [--model NAME] [--turns 8]
"""

import argparse
import os
import statistics
import sys
import threading
import time
from dataclasses import dataclass, field, replace

from engine.embedding import OnnxEmbedder
from engine.language import GenerationRequest, Lane, LlamaModel, LlamaOptions, Place, Role, Sampling, Segment
from engine.models import standard_folder
from tests.benchmarks.starter import starter

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
DEPTH = 60  # lines of the prefix, about 900 tokens
WANTED = 64


@dataclass
class Background:
    """What works beside the conversation until it is told to stop."""

    model: LlamaModel
    embedder: OnnxEmbedder
    answering: threading.Event
    ended: threading.Event = field(default_factory=threading.Event)
    texts: list[str] = field(default_factory=list)
    embedded: int = 0

    def run(self) -> list[threading.Thread]:
        threads = [threading.Thread(target=work) for work in (self._write, self._embed)]
        for thread in threads:
            thread.start()
        return threads

    def _write(self) -> None:
        while not self.ended.is_set():
            self.texts.append(self.model.generate(task(self.model)).text)

    def _embed(self) -> None:
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        while not self.ended.is_set():
            if self.answering.is_set():
                time.sleep(0.01)
                continue
            self.embedder.embed([f"Sentence number {self.embedded}, to be found again later."])
            self.embedded += 1


def task(model: LlamaModel) -> GenerationRequest:
    """The same piece of background work each time: greedy, so that its text says whether anything was lost."""
    asked = Segment(Role.USER, "List the months of the year with the number of their days.", Place.UTTERANCE)
    return GenerationRequest((model.encode(asked),), WANTED, Lane.BACKGROUND, GREEDY)


def first_words(model: LlamaModel, turns: int, answering: threading.Event) -> list[float]:
    """Seconds to the first token of short utterances at the same depth."""
    prefix = model.encode(
        Segment(
            Role.SYSTEM,
            "\n".join(f"Shelf {n} holds {n * 7} jars of jam." for n in range(DEPTH)),
            Place.STABLE,
        )
    )
    model.generate(GenerationRequest((prefix,), 0))
    found = []
    for number in range(turns):
        time.sleep(1.0)
        asked = model.encode(
            Segment(
                Role.USER, f"On which shelf are {7 * number + 14} jars, and what is in them?", Place.UTTERANCE
            )
        )
        answering.set()
        result = model.generate(GenerationRequest((prefix, asked), 16, sampling=GREEDY))
        answering.clear()
        found.append(result.first_token_s or 0.0)
    return found


def main() -> None:
    """Print medians of both, and whether the background wrote what it writes when left alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--turns", type=int, default=8)
    given = parser.parse_args()
    model = starter(given.model, LlamaOptions(context_tokens=4096, background_tokens=1024))
    embedder = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    answering = threading.Event()
    model.load()
    model.generate(replace(task(model), max_tokens=0))  # read in one go it is rounded a little differently
    alone = model.generate(task(model)).text
    load = os.getloadavg()[0]
    idle = first_words(model, given.turns, answering)
    background = Background(model, embedder, answering)
    threads = background.run()
    busy = first_words(model, given.turns, answering)
    background.ended.set()
    for thread in threads:
        thread.join()
    model.close()
    embedder.close()
    slower = statistics.median(busy) / statistics.median(idle) - 1
    print(f"idle {statistics.median(idle):.3f} s, busy {statistics.median(busy):.3f} s: {100 * slower:+.0f}%")
    same = sum(text == alone for text in background.texts)
    print(
        f"background: {same} of {len(background.texts)} texts as alone, {background.embedded} sentences embedded"
    )
    print(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
