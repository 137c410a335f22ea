"""A linear probe: a decision read off the hidden state in which a model would begin its answer.

What a small model knows of a text is in its state long before it is in the word that it would write. The probe is
fitted to the question's labelled texts; none of them stands in the prompt, so there may be hundreds, and a decision
reads a short instruction and its text.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from engine.language import LanguageError

RIDGE = 0.01
"""How strongly the weights are held down, on features of variance 1 / dimension; found on texts of no test."""

Matrix = NDArray[np.float32]
Wide = NDArray[np.float64]

_ROUNDS, _SMALLEST_STEP, _STILL = 50, 1e-6, 1e-6
_MOST_DIRECTIONS, _EXACT = 500, 1e-8


class ProbeMissingError(LanguageError):
    """A decision whose answers cannot be told apart by their first token, and that no probe was fitted to.

    Its wording was changed since, or nothing is fitted to this model yet: idle, `Decider.calibrate` does that.
    """

    def __init__(self, question: str, model: str) -> None:
        super().__init__(
            f"The decision {question} has `probe = true`, but no probe fits its wording and the model {model}.",
            f"Fit one: python tasks.py calibrations {model} {question}",
        )


@dataclass(frozen=True)
class Probe:
    """Shares of the options: softmax(state · `weights` + `biases`).

    `weights` is dimension × options; `digest` that of the question's wording it was fitted to.
    """

    digest: str
    weights: Matrix
    biases: Matrix

    def shares(self, state: Sequence[float]) -> list[float]:
        """One share an option, adding up to 1. Raises ValueError for the state of a model of another size."""
        if len(state) != len(self.weights):
            raise ValueError(f"{len(state)} numbers for a probe of {len(self.weights)}")
        scores = np.asarray(state, np.float64) @ self.weights + self.biases
        raised = np.exp(scores - scores.max())
        return list(map(float, raised / raised.sum()))

    def dump(self) -> bytes:
        """For `load_probe`."""
        into = io.BytesIO()
        np.savez_compressed(
            into,
            allow_pickle=False,
            digest=np.array(self.digest),
            weights=self.weights,
            biases=self.biases,
        )
        return into.getvalue()


def load_probe(blob: bytes) -> Probe:
    """What `Probe.dump` gave. Raises ValueError for anything else."""
    try:
        with np.load(io.BytesIO(blob), allow_pickle=False) as kept:
            return Probe(str(kept["digest"]), kept["weights"], kept["biases"])
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise ValueError("this is no probe") from error


def fit_probe(
    digest: str, states: Sequence[Sequence[float]], labels: Sequence[int], options: int, ridge: float = RIDGE
) -> Probe:
    """The probe under which `labels` (indices of `options`) are likeliest given `states`, with a ridge.

    Multinomial logistic regression, convex and deterministic; the scales of the features are folded into the
    weights. Raises ValueError where the two differ in length, or an option has no example.
    """
    if len(states) != len(labels) or set(labels) != set(range(options)):
        raise ValueError("each text needs a label, and each option a text")
    given = np.asarray(states, np.float64)
    middle, spread = given.mean(axis=0), given.std(axis=0) + 1e-6
    scale = 1 / (spread * np.sqrt(given.shape[1]))
    found = _newton((given - middle) * scale, np.eye(options)[list(labels)], ridge)
    weights = found[:-1] * scale[:, None]
    biases = found[-1] - middle @ weights
    return Probe(digest, weights.astype(np.float32), biases.astype(np.float32))


def _newton(features: Wide, wanted: Wide, weight: float) -> Wide:
    """Weights and, as the last row, biases of the likeliest softmax; Newton's method with halved steps."""
    inputs = np.column_stack([features, np.ones(len(features))])
    # What is added to all options changes no share: a trace of a ridge holds the biases still.
    ridge = np.full((inputs.shape[1], 1), weight)
    ridge[-1] = _STILL
    point = np.zeros((inputs.shape[1], wanted.shape[1]))
    for _ in range(_ROUNDS):
        shares = _softmax(inputs @ point)
        slope = inputs.T @ (shares - wanted) + ridge * point
        step = _solved(partial(_curve, inputs, shares, ridge), slope)
        present = _loss(inputs, wanted, ridge, point)
        while _loss(inputs, wanted, ridge, point - step) > present and np.abs(step).max() > _SMALLEST_STEP:
            step = step / 2
        point = point - step
        if np.abs(step).max() <= _SMALLEST_STEP * max(1.0, np.abs(point).max()):
            break
    return point


def _curve(inputs: Wide, shares: Wide, ridge: Wide, step: Wide) -> Wide:
    """How the slope changes along `step`; the whole matrix of it would be too large to keep."""
    moved = inputs @ step
    curved: Wide = inputs.T @ (shares * (moved - (shares * moved).sum(axis=1, keepdims=True))) + ridge * step
    return curved


def _solved(curve: Callable[[Wide], Wide], slope: Wide) -> Wide:
    """The step along which `curve` gives `slope`, by conjugate gradients."""
    step, left = np.zeros_like(slope), slope.copy()
    along, size = left.copy(), float((left**2).sum())
    enough = size * _EXACT
    for _ in range(_MOST_DIRECTIONS):
        if size <= enough:
            break
        bent = curve(along)
        share = size / float((along * bent).sum())
        step, left = step + share * along, left - share * bent
        size, before = float((left**2).sum()), size
        along = left + (size / before) * along
    return step


def _loss(inputs: Wide, wanted: Wide, ridge: Wide, point: Wide) -> float:
    likely = (_softmax(inputs @ point) * wanted).sum(axis=1)
    return float((ridge * point**2).sum() / 2 - np.log(np.maximum(likely, 1e-300)).sum())


def _softmax(scores: Wide) -> Wide:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Wide = raised / raised.sum(axis=1, keepdims=True)
    return shares
