"""Calibrated probabilities: a model's own ones, stretched and shifted until they agree with labelled examples."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

PRIOR_STRENGTH = 1.0
"""How strongly a fit holds on to no change: a handful of examples cannot be trusted to the end."""

LEAST_SHARE = 1e-9
_ROUNDS, _SMALLEST_STEP = 100, 1e-9


@dataclass(frozen=True, slots=True)
class Calibration:
    """`scale` (1 / temperature, above 0) and a `bias` for each option; two options make it Platt's sigmoid."""

    scale: float
    biases: tuple[float, ...]

    def apply(self, shares: Sequence[float]) -> list[float]:
        """Shares of the options after calibration; they add up to 1."""
        scores = self.scale * _logs([shares])[0] + np.array(self.biases)
        return list(map(float, _softmax(scores[None])[0]))


def uncalibrated(options: int) -> Calibration:
    """Changes nothing."""
    return Calibration(1.0, (0.0,) * options)


def fit_calibration(shares: Sequence[Sequence[float]], labels: Sequence[int]) -> Calibration:
    """The calibration under which `labels` (indices of options) are most likely, given the model's `shares`.

    A ridge towards no change keeps it finite where the examples are told apart without a fault. Newton's method
    with halved steps on a convex loss. Raises ValueError where the two differ in length or are empty.
    """
    if not shares or len(shares) != len(labels):
        raise ValueError("a label is needed for each example")
    features = _features(_logs(shares))
    start = np.zeros(features.shape[2])
    start[0] = 1.0
    found = _minimise(features, np.array(labels), start)
    # A scale below 0 would turn the model's word into its opposite.
    return Calibration(max(float(found[0]), 0.01), tuple(map(float, found[1:])))


def _minimise(features: Matrix, labels: npt.NDArray[np.int_], start: Matrix) -> Matrix:
    point = start
    for _ in range(_ROUNDS):
        step = _newton_step(features, labels, start, point)
        present = _loss(features, labels, start, point)
        while _loss(features, labels, start, point - step) > present and np.abs(step).max() > _SMALLEST_STEP:
            step = step / 2
        if np.abs(step).max() <= _SMALLEST_STEP:
            break
        point = point - step
    return point


def _newton_step(features: Matrix, labels: npt.NDArray[np.int_], start: Matrix, point: Matrix) -> Matrix:
    likely = _softmax(features @ point)
    means = np.einsum("no,nof->nf", likely, features)
    chosen = features[np.arange(len(labels)), labels]
    gradient = (means - chosen).sum(axis=0) + PRIOR_STRENGTH * (point - start)
    spread = features - means[:, None]
    curve = np.einsum("no,nof,nog->fg", likely, spread, spread) + PRIOR_STRENGTH * np.eye(len(point))
    return np.linalg.solve(curve, gradient)


def _loss(features: Matrix, labels: npt.NDArray[np.int_], start: Matrix, point: Matrix) -> float:
    likely = _softmax(features @ point)[np.arange(len(labels)), labels]
    ridge = PRIOR_STRENGTH / 2 * np.square(point - start).sum()
    return float(ridge - np.log(np.maximum(likely, 1e-300)).sum())


def _features(logs: Matrix) -> Matrix:
    """For each example and option: the model's log share, and which option it is."""
    count, options = logs.shape
    which = np.broadcast_to(np.eye(options), (count, options, options))
    return np.concatenate([logs[:, :, None], which], axis=2)


def _logs(shares: Sequence[Sequence[float]]) -> Matrix:
    return np.log(np.maximum(np.array(shares, dtype=np.float64), LEAST_SHARE))


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Matrix = raised / raised.sum(axis=1, keepdims=True)
    return shares
