"""How well a model decides what is worth keeping about a person: by its logits, calibrated or not, and written.

The calibrated accuracy leaves one example out at a time, so no example is judged by a fit that knew it. With `--held`
the sentences of `held.toml` are decided, which no question was shown or fitted on.

    python -m tests.benchmarks.decisions [--model qwen2.5-coder-0.5b] [--question NAME] [--held]
"""

import argparse
import time
import tomllib
from collections.abc import Sequence
from itertools import product
from math import log
from pathlib import Path

from engine.decisions import Decider, Question, fit_calibration, load_question
from engine.language import LlamaModel, LlamaOptions
from tests.benchmarks.starter import starter

HELD = Path(__file__).with_name("held.toml")
Shares = Sequence[Sequence[float]]


def area_under_curve(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """How often one that is true scores above one that is not; a tie counts half."""
    true = [score for score, label in zip(scores, labels, strict=True) if label]
    false = [score for score, label in zip(scores, labels, strict=True) if not label]
    wins = sum((one > other) + 0.5 * (one == other) for one, other in product(true, false))
    return wins / (len(true) * len(false))


def left_out(shares: Shares, labels: Sequence[int]) -> list[list[float]]:
    """Each example's shares, calibrated on all the others."""
    found = []
    for index, one in enumerate(shares):
        others = [other for at, other in enumerate(shares) if at != index]
        known = [label for at, label in enumerate(labels) if at != index]
        found.append(fit_calibration(others, known).apply(one))
    return found


def accuracy(shares: Shares, labels: Sequence[int]) -> float:
    """How often the largest share is the label's."""
    right = [
        max(range(len(one)), key=one.__getitem__) == label for one, label in zip(shares, labels, strict=True)
    ]
    return sum(right) / len(right)


def loss(shares: Shares, labels: Sequence[int]) -> float:
    """Mean negative log-likelihood (nats) of the labels."""
    return -sum(log(max(one[label], 1e-9)) for one, label in zip(shares, labels, strict=True)) / len(labels)


def report(model: LlamaModel, question: Question) -> None:
    """Print what was found, a line a figure."""
    decider = Decider(model, question)
    labels = [question.options.index(answer) for _, answer in question.labelled]
    decider.score("Hello.", model)  # reads the prefix
    started = time.monotonic()
    shares = [decider.score(text, model) for text, _ in question.labelled]
    spent = (time.monotonic() - started) / len(labels)
    calibrated = left_out(shares, labels)
    written = [decider.write(text) == answer for text, answer in question.labelled]
    curve = area_under_curve([one[0] for one in shares], [label == 0 for label in labels])
    print(f"{len(labels)} examples of {question.name}, {spent * 1000:.0f} ms each")
    print(f"area under the curve: {curve:.3f}")
    print(f"accuracy: {accuracy(shares, labels):.3f} as is, {accuracy(calibrated, labels):.3f} calibrated")
    print(f"log loss: {loss(shares, labels):.3f} as is, {loss(calibrated, labels):.3f} calibrated")
    print(f"accuracy of written answers: {sum(written) / len(written):.3f}")
    print(fit_calibration(shares, labels))


def report_held(model: LlamaModel, question: Question) -> None:
    """Print for each option how many of its sentences were decided so, and every sentence that was not."""
    decider = Decider(model, question)
    decider.calibrate()
    held = tomllib.loads(HELD.read_text("utf-8"))[question.name]
    decided = [(text, label, decider.decide(text)) for text, label in held]
    for option in question.options:
        of_it = [one.option == label for _, label, one in decided if label == option]
        print(f"{option}: {sum(of_it)} of {len(of_it)}")
    for text, label, one in decided:
        if one.option != label:
            print(f"  {label}, not {one.option} ({one.shares[one.option]:.2f}): {text}")


def main() -> None:
    """Load the model, report, close it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-0.5b")
    parser.add_argument("--question", default="keep_about_person")
    parser.add_argument("--held", action="store_true")
    given = parser.parse_args()
    model = starter(given.model, LlamaOptions(context_tokens=1024, background_tokens=1024))
    try:
        model.load()
        (report_held if given.held else report)(model, load_question(given.question))
    finally:
        model.close()


if __name__ == "__main__":
    main()
