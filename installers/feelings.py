"""Trains the classifier of feelings: `python tasks.py feelings FOLDER` with the splits train.tsv and dev.tsv.

GoEmotions (Demszky et al. 2020, Google Research) is under Apache-2.0. What ships is weights and digests, no text. Takes
some minutes, most of them for the sentence vectors.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from companion.cli.bench.goemotions import Labelled, read_goemotions
from companion.cli.bench.mood import MoodFigures, measure_mood
from engine.decisions import TextHead, ngram_digests, word_row
from engine.decisions.text_head import VECTOR_SCALE
from engine.embedding import OnnxEmbedder
from engine.models import standard_store
from engine.mood.sentiment import HEAD, LABELS, Group, SentimentClassifier, group_of

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "decisions" / "heads"
LEAST_TEXTS, RIDGE, ROUNDS = 6, 3e-5, 60
AMBIGUOUS_BIAS = 0.4
"""Added to the ambiguous labels, a twelfth of the texts, so that their group is not overlooked (macro F1)."""

Rows = np.ndarray[Any, np.dtype[np.float32]]


def main(folder: Path) -> None:
    """Train on one split, put the head in its place, and say how it does on the other."""
    embedder = OnnxEmbedder(standard_store().path("minilm-l6-onnx"), threads=2)
    head = trained(read_goemotions(folder / "train.tsv"), embedder)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{HEAD}.npz"
    path.write_bytes(head.dump())
    figures: MoodFigures = measure_mood(folder / "dev.tsv", SentimentClassifier(embedder, head))
    print(f"{path.name}: {path.stat().st_size} bytes, {figures.document()}")
    embedder.close()


def trained(rows: Sequence[Labelled], embedder: OnnxEmbedder) -> TextHead:
    """The head under which the labels of `rows` are likeliest, with a ridge; a text of several labels shares them."""
    vectors = embedder.embed([row.text for row in rows])
    digests, rarity = known_words([row.text for row in rows])
    words = word_matrix([row.text for row in rows], digests, rarity)
    weights = fit(words, VECTOR_SCALE * vectors, np.stack([wanted(row) for row in rows]))
    ambiguous = np.array([group_of(name) is Group.AMBIGUOUS for name in LABELS])
    return TextHead(
        LABELS,
        embedder.space,
        of_vector=weights[len(digests) : -1],
        bias=weights[-1] + np.float32(AMBIGUOUS_BIAS) * ambiguous.astype(np.float32),
        digests=digests,
        rarity=rarity,
        of_words=weights[: len(digests)],
    )


def known_words(texts: Sequence[str]) -> tuple[np.ndarray[Any, np.dtype[np.uint32]], Rows]:
    """Digests of n-grams that stand in some texts, ascending, with the inverse document frequency of each."""
    counts = Counter(one for text in texts for one in set(ngram_digests(text)))
    kept = sorted(one for one, count in counts.items() if count >= LEAST_TEXTS)
    rarity = [np.log((1 + len(texts)) / (1 + counts[one])) + 1 for one in kept]
    return np.array(kept, np.uint32), np.array(rarity, np.float32)


def word_matrix(texts: Sequence[str], digests: np.ndarray[Any, np.dtype[np.uint32]], rarity: Rows) -> Any:
    """The rows of words as a sparse matrix: texts × n-grams."""
    found = [word_row(text, digests, rarity) for text in texts]
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places = np.concatenate([one for one, _ in found])
    weights = np.concatenate([one for _, one in found])
    return csr_matrix((weights, places, ends), shape=(len(texts), len(digests)))


def wanted(row: Labelled) -> Rows:
    """The share that each label should have."""
    return np.array([(name in row.labels) / len(row.labels) for name in LABELS], np.float32)


def fit(words: Any, vectors: Rows, shares: Rows) -> Rows:
    """Weights of words, vector and bias: multinomial logistic regression by L-BFGS, convex and deterministic."""
    count, columns = words.shape[1], shares.shape[1]
    turned = words.T.tocsr()

    def loss(flat: Any) -> tuple[float, Any]:
        weights = flat.reshape(-1, columns).astype(np.float32)
        scores = words @ weights[:count] + vectors @ weights[count:-1] + weights[-1]
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        wrong = (np.exp(logs) - shares) / len(shares)
        gradient = np.vstack([turned @ wrong, vectors.T @ wrong, wrong.sum(axis=0)[None]])
        gradient[:-1] += RIDGE * weights[:-1]
        ridge = RIDGE / 2 * float(np.square(weights[:-1]).sum())
        return ridge - float((shares * logs).sum()) / len(shares), gradient.ravel().astype(np.float64)

    start = np.zeros((count + vectors.shape[1] + 1) * columns)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS, "maxcor": 8})
    return np.asarray(found.x.reshape(-1, columns), np.float32)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
