"""Trains the classifier of feelings: `python tasks.py feelings FOLDER` with the splits train.tsv and dev.tsv.

GoEmotions (Demszky et al. 2020, Google Research) is under Apache-2.0. What ships is weights and digests, no text. Takes
some minutes, most of them for the sentence vectors.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.cli.bench.goemotions import Labelled, read_goemotions
from companion.cli.bench.mood import MoodFigures, measure_mood
from engine.decisions import TextHead
from engine.embedding import OnnxEmbedder
from engine.models import standard_store
from engine.mood.sentiment import HEAD, LABELS, Group, SentimentClassifier, group_of
from installers.teaching.heads import Rows, ship, train_head

LEAST_TEXTS, RIDGE, ROUNDS = 6, 3e-5, 60
AMBIGUOUS_BIAS = 0.4
"""Added to the ambiguous labels, a twelfth of the texts, so that their group is not overlooked (macro F1)."""


def main(folder: Path) -> None:
    """Train on one split, put the head in its place, and say how it does on the other."""
    embedder = OnnxEmbedder(standard_store().path("minilm-l6-onnx"), threads=2)
    head = trained(read_goemotions(folder / "train.tsv"), embedder)
    ship(HEAD, head)
    figures: MoodFigures = measure_mood(folder / "dev.tsv", SentimentClassifier(embedder, head))
    print(figures.document())
    embedder.close()


def trained(rows: Sequence[Labelled], embedder: OnnxEmbedder) -> TextHead:
    """The head under which the labels of `rows` are likeliest; a text of several labels shares them."""
    shares = np.stack([wanted(row) for row in rows])
    texts = [row.text for row in rows]
    head = train_head(LABELS, texts, shares, embedder, least_texts=LEAST_TEXTS, ridge=RIDGE, rounds=ROUNDS)
    ambiguous = np.array([group_of(name) is Group.AMBIGUOUS for name in LABELS])
    return replace(head, bias=head.bias + np.float32(AMBIGUOUS_BIAS) * ambiguous.astype(np.float32))


def wanted(row: Labelled) -> Rows:
    """The share that each label should have."""
    return np.array([(name in row.labels) / len(row.labels) for name in LABELS], np.float32)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
