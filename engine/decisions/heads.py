"""Decisions without a language model: a softmax over sentence vectors, trained from a decision's own examples.

A head takes 3 ms where a reading by logits takes 350. It is only as good as its sentence model: the starter's is
English, so a head says how sure it is and whoever asks turns to the logits where that is not sure enough.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

FOLDER = "heads"
_ROUNDS, _RATE = 400, 0.5
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class LinearHead:
    """Shares of `labels` from a vector of length 1: softmax(vector · weights), the last row of which is the bias."""

    labels: tuple[str, ...]
    space: str
    weights: Matrix

    def shares(self, vectors: Matrix) -> list[dict[str, float]]:
        """A row of shares, adding up to 1, for each row of `vectors` (shape: texts × dimension)."""
        scores = np.asarray(vectors, np.float64) @ self.weights[:-1] + self.weights[-1]
        return [dict(zip(self.labels, map(float, row), strict=True)) for row in _softmax(scores)]

    def dump(self) -> bytes:
        """For `load_head`, in half precision."""
        into = io.BytesIO()
        np.savez_compressed(
            into,
            labels=np.array(self.labels),
            space=np.array(self.space),
            weights=self.weights.astype(np.float16),
        )
        return into.getvalue()


def fit_head(
    labels: Sequence[str],
    space: str,
    vectors: Matrix,
    truth: Sequence[int],
    *,
    ridge: float = 1e-3,
    balanced: bool = True,
) -> LinearHead:
    """Train a head: `truth` holds an index of `labels` for each row. Labels weigh alike where it is `balanced`.

    Full-batch gradient descent with momentum on a convex loss; deterministic. Raises ValueError for different lengths.
    """
    if len(vectors) != len(truth) or not len(truth):
        raise ValueError("a label is needed for each vector")
    rows = np.hstack([np.asarray(vectors, np.float64), np.ones((len(vectors), 1))])
    wanted = np.eye(len(labels))[np.asarray(truth)]
    counts = np.maximum(wanted.sum(axis=0), 1)
    weigh = (wanted / counts).sum(axis=1) if balanced else np.ones(len(rows))
    weigh = (weigh / weigh.sum())[:, None]
    weights = np.zeros((rows.shape[1], len(labels)))
    speed = np.zeros_like(weights)
    scale = 1.0 / max(float((weigh * rows * rows).sum()), 1e-9)
    for _ in range(_ROUNDS):
        gradient = rows.T @ (weigh * (_softmax(rows @ weights) - wanted))
        gradient[:-1] += ridge * weights[:-1]
        speed = 0.9 * speed - _RATE * 4 * scale * gradient
        weights = weights + speed
    return LinearHead(tuple(labels), space, weights)


@cache
def load_head(name: str) -> LinearHead | None:
    """The head `name` as shipped in `resources/decisions/heads`; None where none was trained."""
    source = resources.files("resources") / "decisions" / FOLDER / f"{name}.npz"
    if not source.is_file():
        return None
    with np.load(io.BytesIO(source.read_bytes()), allow_pickle=False) as kept:
        labels = tuple(map(str, kept["labels"]))
        return LinearHead(labels, str(kept["space"]), kept["weights"].astype(np.float64))


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Matrix = raised / raised.sum(axis=1, keepdims=True)
    return shares
