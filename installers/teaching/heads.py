"""Trains the text heads that ship in `resources/decisions/heads`, for `python tasks.py feelings` and `weights`."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from engine.decisions import TextHead, ngram_digests, word_row
from engine.decisions.text_head import VECTOR_SCALE
from engine.embedding import Embedder

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "decisions" / "heads"

Rows = np.ndarray[Any, np.dtype[np.float32]]


def train_head(
    labels: Sequence[str],
    texts: Sequence[str],
    shares: Rows,
    embedder: Embedder,
    *,
    least_texts: int,
    ridge: float,
    rounds: int,
    word_scale: float = 1.0,
) -> TextHead:
    """The head under which `shares` of `labels` (a row a text) are likeliest, with a ridge.

    An n-gram counts that stands in `least_texts`; words are read at `word_scale`: the larger it is, the less their
    weights are held down.
    """
    digests, rarity = _known_words(texts, least_texts)
    words = word_scale * _word_matrix(texts, digests, rarity)
    weights = _fit(words, VECTOR_SCALE * embedder.embed(list(texts)), shares, ridge, rounds)
    return TextHead(
        tuple(labels),
        embedder.space,
        of_vector=weights[len(digests) : -1],
        bias=weights[-1],
        digests=digests,
        rarity=rarity,
        of_words=np.float32(word_scale) * weights[: len(digests)],
    )


def ship(name: str, head: TextHead) -> None:
    """Put a head in the place of the one that was shipped."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.npz"
    path.write_bytes(head.dump())
    print(f"{path.name}: {path.stat().st_size} bytes")


def _known_words(texts: Sequence[str], least: int) -> tuple[np.ndarray[Any, np.dtype[np.uint32]], Rows]:
    """Digests of n-grams that stand in some texts, ascending, with the inverse document frequency of each."""
    counts = Counter(one for text in texts for one in set(ngram_digests(text)))
    kept = sorted(one for one, count in counts.items() if count >= least)
    rarity = [np.log((1 + len(texts)) / (1 + counts[one])) + 1 for one in kept]
    return np.array(kept, np.uint32), np.array(rarity, np.float32)


def _word_matrix(texts: Sequence[str], digests: np.ndarray[Any, np.dtype[np.uint32]], rarity: Rows) -> Any:
    """The rows of words as a sparse matrix: texts × n-grams."""
    found = [word_row(text, digests, rarity) for text in texts]
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places = np.concatenate([one for one, _ in found])
    weights = np.concatenate([one for _, one in found])
    return csr_matrix((weights, places, ends), shape=(len(texts), len(digests)), dtype=np.float32)


def _fit(words: Any, vectors: Rows, shares: Rows, ridge: float, rounds: int) -> Rows:
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
        gradient[:-1] += ridge * weights[:-1]
        held = ridge / 2 * float(np.square(weights[:-1]).sum())
        return held - float((shares * logs).sum()) / len(shares), gradient.ravel().astype(np.float64)

    start = np.zeros((count + vectors.shape[1] + 1) * columns)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 8})
    return np.asarray(found.x.reshape(-1, columns), np.float32)
