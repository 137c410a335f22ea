"""A hundred turns in one episode, through several compactions, in a small context.

The first word of the last twenty turns against that of the first twenty, and whether what was said early is
still answered. Everything is real but the home, which is thrown away.

    python -m tests.benchmarks.long_episode [--model NAME] [--turns 100] [--context 2048]
"""

import argparse
import os
import statistics
import time
from dataclasses import dataclass

from companion.bootstrap import build_mind, open_vault
from engine.conversation import drive, maintain
from engine.language import LlamaModel, LlamaOptions, Place
from engine.mind import Mind
from engine.settings import PromptSettings, Settings
from tests.benchmarks.starter import starter

FACTS = (
    ("My sister is called Ottilie.", "What is my sister called?", "Ottilie"),
    ("I was born in Trieste.", "In which city was I born?", "Trieste"),
    ("My dentist appointment is on 14 March.", "When is my dentist appointment?", "14 March"),
    ("The code of my bicycle lock is 4871.", "What is the code of my bicycle lock?", "4871"),
    ("My cat Biscuit eats only salmon.", "What does my cat Biscuit eat?", "salmon"),
)
CHATTER = (
    "The weather was grey again this morning and the bus came late.",
    "I cooked soup with leeks and a little too much pepper.",
    "Somebody left an umbrella in the hallway of our house.",
    "I read a few pages of a novel about a lighthouse.",
    "The neighbours are repainting their fence in a loud colour.",
    "I could not find my gloves until I looked in the fridge.",
    "There was a long queue at the post office today.",
)


@dataclass
class Episode:
    """The running conversation and what was seen of it."""

    mind: Mind
    model: LlamaModel
    compactions: int = 0

    def say(self, text: str) -> tuple[str, float]:
        """The answer, and the seconds to its first word; upkeep follows as in the program, and is not counted."""
        turn = self.mind.begin(text, "benchmark", "benchmark")
        result = drive(turn, lambda: self.model)
        self.mind.trail.catch_up()
        before = self._summaries()
        while maintain(self.mind.conversation, self.model):
            pass
        self.compactions += self._summaries() != before
        return result.answer, result.timings.first_token_s or 0.0

    def _summaries(self) -> list[str]:
        stream = self.mind.conversation.stream
        return [one.text for one in stream.ledger.segments if one.place is Place.SUMMARY] if stream else []


def course(turns: int) -> list[str]:
    """Facts first, small talk after."""
    chatter = [f"{CHATTER[number % len(CHATTER)]} That was number {number}." for number in range(turns)]
    return [told for told, _, _ in FACTS] + chatter[: turns - 2 * len(FACTS)]


def main() -> None:
    """Print the medians, the compactions and which early facts are still known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--context", type=int, default=2048)
    given = parser.parse_args()
    options = LlamaOptions(context_tokens=given.context, background_tokens=given.context)
    model = starter(given.model, options)
    model.load()
    settings = Settings(prompt=PromptSettings(answer_tokens=64, summary_tokens=96, quote_tokens=160))
    episode = Episode(build_mind(open_vault(None, None), settings=settings), model)
    episode.mind.attach_language(model)
    load, started = os.getloadavg()[0], time.monotonic()
    spans = [episode.say(text)[1] for text in course(given.turns)]
    known = []
    for _, question, wanted in FACTS:
        answer, span = episode.say(question)
        known.append(wanted.casefold() in answer.casefold())
        spans.append(span)
    first, last = statistics.median(spans[1:21]), statistics.median(spans[-20 - len(FACTS) : -len(FACTS)])
    print(f"{len(spans)} turns in {time.monotonic() - started:.0f} s, {episode.compactions} compactions")
    print(f"first 20: {first:.3f} s, last 20: {last:.3f} s ({100 * (last / first - 1):+.0f}%)")
    print(f"early facts still answered: {sum(known)} of {len(known)}")
    print(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after")
    episode.mind.close()
    model.close()


if __name__ == "__main__":
    main()
