"""How well confidence fits what came true ([E] §10.3)."""

from collections.abc import Sequence

from engine.cognition.beliefs.records import Calibration
from engine.settings import CognitionSettings

RIGHT, WRONG = 1.0, 0.0
Checked = Sequence[tuple[float, float]]


def calibration(checked: Checked, settings: CognitionSettings) -> Calibration:
    """The calibration of pairs (confidence 0–1, how right it was: 1, partly, 0)."""
    scores = [score for _, score in checked]
    right, wrong = scores.count(RIGHT), scores.count(WRONG)
    counts = Calibration(
        checked=len(checked), correct=right, wrong=wrong, partly=len(checked) - right - wrong
    )
    if not checked:
        return counts
    accuracy, sure = _mean(scores), _mean([confidence for confidence, _ in checked])
    return counts.model_copy(
        update={
            "accuracy": accuracy,
            "mean_confidence": sure,
            "calibration_error": sure - accuracy,
            "expected_error": _expected_error(checked, settings.calibration_bins),
        }
    )


def _expected_error(checked: Checked, bins: int) -> float:
    """The mean distance of confidence and accuracy within equal steps of confidence, weighed by their numbers."""
    steps: dict[int, list[tuple[float, float]]] = {}
    for confidence, score in checked:
        steps.setdefault(min(bins - 1, int(confidence * bins)), []).append((confidence, score))
    apart = (abs(sum(confidence - score for confidence, score in step)) for step in steps.values())
    return min(1.0, sum(apart) / len(checked))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
