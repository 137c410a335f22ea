"""What reflections keep of ordinary talk: which clauses become facts, judged against labels, and what actions do.

Turns of one to three clauses are put together by a seed from clauses that were judged by hand. `--turns` are weighed
clause by clause; of those `--whole` are also answered and thought back on to the end, which takes far longer.

    python -m tests.benchmarks.reflections [--model NAME] [--turns 200] [--whole 0] [--seed 4]
"""

import argparse
import json
import random
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from companion.bootstrap import build_mind, open_vault
from engine.conversation import drive, reflect
from engine.conversation.answering.asked import KEEP
from engine.conversation.reflection.claims import claimed
from engine.language import LlamaModel, LlamaOptions
from engine.mind import Mind
from tests.benchmarks.starter import starter

LABELS = Path(__file__).with_suffix(".toml")
WORTH_SHARE = 0.35
MOST_CLAUSES = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """An utterance with the clauses of it that are worth keeping."""

    clauses: tuple[str, ...]
    worth: frozenset[str]

    @property
    def text(self) -> str:
        return " ".join(self.clauses)


@dataclass
class Kept:
    """What was kept of what, and how reflections ended."""

    right: int = 0
    missed: int = 0
    wrong: int = 0
    clauses: int = 0
    exact: int = 0
    turns: int = 0
    seconds: float = 0.0
    outcomes: dict[str, int] = field(default_factory=dict)
    nodes: int = 0
    sensible_nodes: int = 0
    mistakes: list[str] = field(default_factory=list)

    def count(self, turn: Turn, kept: frozenset[str]) -> None:
        """Compare what was kept of a turn with its labels."""
        self.turns += 1
        self.clauses += len(turn.clauses)
        self.right += len(kept & turn.worth)
        self.missed += len(turn.worth - kept)
        self.wrong += len(kept - turn.worth)
        self.exact += kept == turn.worth
        self.mistakes += [f"missed: {one}" for one in turn.worth - kept]
        self.mistakes += [f"kept: {one}" for one in kept - turn.worth]

    @property
    def precision(self) -> float:
        """Share of what was kept that was worth it."""
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        """Share of what was worth it that was kept."""
        return self.right / max(self.right + self.missed, 1)

    def document(self) -> dict[str, Any]:
        """Shares of 1."""
        return {
            "turns": self.turns,
            "clauses": self.clauses,
            "sensible_turns": round(self.exact / max(self.turns, 1), 3),
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "ms_a_clause": round(1000 * self.seconds / max(self.clauses, 1)),
            "outcomes": self.outcomes,
            "memories": self.nodes,
            "sensible_memories": self.sensible_nodes,
        }


def ordinary_turns(count: int, seed: int) -> list[Turn]:
    """Turns of one to three clauses each."""
    labels = tomllib.loads(LABELS.read_text("utf-8"))
    source = random.Random(seed)
    turns = []
    for _ in range(count):
        chosen: list[str] = []
        for _ in range(source.randint(1, MOST_CLAUSES)):
            pool = labels["worth" if source.random() < WORTH_SHARE else "leave"]
            chosen.append(source.choice([one for one in pool if one not in chosen]))
        turns.append(Turn(tuple(chosen), frozenset(chosen) & frozenset(labels["worth"])))
    return turns


def salient(mind: Mind, model: LlamaModel, text: str) -> list[str]:
    """The sentences of `text` that are worth keeping, as a reflection decides it."""
    room = mind.conversation
    least = room.settings.reflect.kept_from
    shares = {one: room.decisions.decide(model, KEEP, one).shares["yes"] for one in claimed(text)}
    return [one for one, share in shares.items() if share >= least]


def weigh_turns(mind: Mind, model: LlamaModel, turns: Sequence[Turn]) -> Kept:
    """Decide about every sentence as a reflection does."""
    kept = Kept()
    for turn in turns:
        began = time.monotonic()
        found = salient(mind, model, turn.text)
        kept.seconds += time.monotonic() - began
        kept.count(turn, frozenset(found))
    return kept


def think_back(mind: Mind, model: LlamaModel, turns: Sequence[Turn], kept: Kept) -> None:
    """Answer turns and think back on them to the end; memories are sensible where something was worth keeping."""
    for turn in turns:
        before = len(mind.memory.nodes())
        said = mind.begin(turn.text, "benchmark", "benchmark")
        drive(said, lambda: model)
        done = reflect(said.room, model)
        outcome = "nothing" if done is None else done.outcome
        kept.outcomes[outcome] = kept.outcomes.get(outcome, 0) + 1
        new = len(mind.memory.nodes()) - before
        kept.nodes += new
        kept.sensible_nodes += new if turn.worth else 0


def main() -> None:
    """Load the model, calibrate, weigh, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-0.5b")
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--whole", type=int, default=0)
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    model = starter(given.model, LlamaOptions(context_tokens=4096))
    mind = build_mind(open_vault(None, None))
    try:
        model.load()
        mind.attach_language(model)
        mind.conversation.decisions.calibrate(model, (KEEP,))
        turns = ordinary_turns(given.turns, given.seed)
        kept = weigh_turns(mind, model, turns)
        think_back(mind, model, turns[: given.whole], kept)
    finally:
        model.close()
        mind.close()
    print("\n".join(kept.mistakes))
    print(json.dumps({"model": given.model, **kept.document(), "load": round(psutil.getloadavg()[0], 1)}))


if __name__ == "__main__":
    main()
