"""How well a model tells that two sentences contradict each other, on pairs in the SICK format.

`python tasks.py bench contradictions --pairs FILE [--model NAME] [--limit N]`. A pair counts as found from the share
that a night notes a contradiction from; both that and the likeliest answer are reported.
"""

import argparse
import csv
import random
import time
from pathlib import Path

from companion.cli.bench.speed import installed
from companion.home import Home
from companion.service import Json
from engine.decisions import Decisions
from engine.language import LanguageModel
from engine.memory import opposes
from engine.night.phases.consolidating import CONTRADICTS, YES
from engine.settings import NightSettings

CONTRADICTION = "CONTRADICTION"
Pair = tuple[str, str, bool]


def read_pairs(path: Path, limit: int) -> list[Pair]:
    """`limit` pairs, the same ones each time, as they are distributed in the file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    random.Random(1).shuffle(rows)
    return [
        (row["sentence_A"], row["sentence_B"], row["entailment_judgment"] == CONTRADICTION)
        for row in rows[:limit]
    ]


def measure(model: LanguageModel, pairs: list[Pair]) -> Json:
    """Precision and recall of the model at the night's threshold, of its likeliest answer, and of the rules alone."""
    decisions, least = Decisions(), NightSettings().contradicts_from
    began = time.perf_counter()
    decisions.calibrate(model, [CONTRADICTS])
    shares = [decisions.decide(model, CONTRADICTS, f"first: {a}\nsecond: {b}").shares for a, b, _ in pairs]
    truth = [is_so for _, _, is_so in pairs]
    likeliest = [max(share, key=share.__getitem__) == YES for share in shares]
    return {
        "model": model.info.name,
        "pairs": len(pairs),
        "contradictions": sum(truth),
        "noted": _figures([share[YES] >= least for share in shares], truth),
        "likeliest": _figures(likeliest, truth),
        "rules alone": _figures([opposes(a, b) for a, b, _ in pairs], truth),
        "seconds_a_pair": round((time.perf_counter() - began) / len(pairs), 3),
    }


def _figures(found: list[bool], truth: list[bool]) -> Json:
    right = sum(one and is_so for one, is_so in zip(found, truth, strict=True))
    return {
        "precision": round(right / max(1, sum(found)), 3),
        "recall": round(right / max(1, sum(truth)), 3),
    }


def main() -> None:
    """Print the figures, a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--model", default="")
    parser.add_argument("--limit", type=int, default=300)
    given = parser.parse_args()
    _, model = installed(Home(None), given.model)
    try:
        for name, value in measure(model, read_pairs(given.pairs, given.limit)).items():
            print(f"{name:16} {value}")
    finally:
        model.close()


if __name__ == "__main__":
    main()
