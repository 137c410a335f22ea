"""Trains the gate before governed updates, and what tells a friend's sentence: `python tasks.py weights`.

The gate learns from `resources/governing/phrasings.toml` and the examples of the decision `update_wanted`, and is tried
on the lists of `companion bench updates`, none of whose sentences it has seen; the register from
`resources/prompts/register.toml`, tried on every fifth sentence by what the others teach. Takes half a minute.
"""

from collections.abc import Sequence

import numpy as np

from companion.cli.bench.updates import ASK, load_phrasings
from engine.conversation.answering import register
from engine.conversation.governing.gate import HEAD, Gate
from engine.conversation.governing.phrasings import LABELS, filled
from engine.decisions import TextHead, load_question
from engine.embedding import Embedder, OnnxEmbedder
from engine.models import standard_store
from engine.person import Action
from engine.settings import GoverningSettings
from installers.teaching.heads import ship, train_head

LEAST_TEXTS, RIDGE, ROUNDS = 2, 1e-4, 120
REGISTER_RIDGE, FOLDS = 1e-3, 5
WORD_SCALE = 3.0
"""Words weigh more here than in what somebody feels: how a thing is asked stands in few and small ones."""

_ACTIONS = {ASK: "tell", Action.DISPUTE.value: "doubt"}


def main() -> None:
    """Train, put the head in its place, and say what it lets through."""
    embedder = OnnxEmbedder(standard_store().path("minilm-l6-onnx"), threads=2)
    head = trained(embedder)
    ship(HEAD, head)
    print(tried(Gate(embedder, head, GoverningSettings())))
    print(register_tried(embedder))
    ship(register.HEAD, register_trained(embedder, register.sentences_of_both()))
    embedder.close()


def trained(embedder: Embedder) -> TextHead:
    """The head; a rare label's sentences count more, by the root of how rare it is."""
    question = load_question("update_wanted")
    labelled = [*filled(), *question.example, *question.labelled, *question.held]
    truth = np.array([LABELS.index(label) for _, label in labelled])
    weigh = np.sqrt(len(truth) / (len(LABELS) * np.bincount(truth, minlength=len(LABELS))))[truth]
    rows = np.repeat(np.arange(len(truth)), np.maximum(1, np.round(2 * weigh)).astype(int))
    texts = [labelled[row][0] for row in rows]
    return train_head(
        LABELS,
        texts,
        np.eye(len(LABELS), dtype=np.float32)[truth[rows]],
        embedder,
        least_texts=LEAST_TEXTS,
        ridge=RIDGE,
        rounds=ROUNDS,
        word_scale=WORD_SCALE,
    )


def register_trained(embedder: Embedder, known: Sequence[tuple[str, str]]) -> TextHead:
    """The head that tells a friend's sentence from a service's."""
    truth = [register.LABELS.index(label) for _, label in known]
    return train_head(
        register.LABELS,
        [sentence for sentence, _ in known],
        np.eye(len(register.LABELS), dtype=np.float32)[truth],
        embedder,
        least_texts=LEAST_TEXTS,
        ridge=REGISTER_RIDGE,
        rounds=ROUNDS,
        word_scale=WORD_SCALE,
    )


def register_tried(embedder: Embedder) -> dict[str, float]:
    """Fivefold: shares of a service's sentences that are found, and of a friend's that are taken for one."""
    known = register.sentences_of_both()
    found: dict[str, list[bool]] = {label: [] for label in register.LABELS}
    for fold in range(FOLDS):
        head = register_trained(embedder, [one for at, one in enumerate(known) if at % FOLDS != fold])
        reads = register.RegisterClassifier(embedder, head)
        for sentence, label in known[fold::FOLDS]:
            found[label].append(reads.is_service(sentence))
    return {f"{label}_taken_for_service": round(float(np.mean(one)), 3) for label, one in found.items()}


def tried(gate: Gate) -> dict[str, float]:
    """Shares of the lists' requests that open it, that it reads right, and of their ordinary sentences that open it."""
    lists = load_phrasings()
    requests = [request for one in lists for request in one.request]
    opened = [gate.open(request.say) for request in requests]
    right = [
        found is not None and max(found.shares, key=found.shares.__getitem__) in _labels(request.action)
        for request, found in zip(requests, opened, strict=True)
    ]
    ordinary = [gate.open(text) is not None for one in lists for text in one.ordinary]
    return {
        "requests_opened": round(float(np.mean([found is not None for found in opened])), 3),
        "requests_right": round(float(np.mean(right)), 3),
        "ordinary_opened": round(float(np.mean(ordinary)), 3),
    }


def _labels(actions: Sequence[str]) -> set[str]:
    return {_ACTIONS.get(action, action) for action in actions}


if __name__ == "__main__":
    main()
