import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.cognition.beliefs.predictions import calibration
from engine.settings import CognitionSettings

SETTINGS = CognitionSettings()
checked = some.lists(
    some.tuples(some.floats(0, 0.95), some.sampled_from((0.0, 0.5, 1.0))), min_size=1, max_size=80
)


@given(checked)
def test_errors_stay_within_their_bounds(pairs: list[tuple[float, float]]) -> None:
    known = calibration(pairs, SETTINGS)
    assert known.checked == known.correct + known.partly + known.wrong == len(pairs)
    assert known.accuracy is not None
    assert known.calibration_error is not None
    assert known.expected_error is not None
    assert 0 <= known.accuracy <= 1
    assert -1 <= known.calibration_error <= 1
    assert 0 <= abs(known.calibration_error) <= known.expected_error + 1e-9 <= 1 + 1e-9


def test_nothing_checked_has_no_accuracy() -> None:
    known = calibration([], SETTINGS)
    assert known.checked == 0
    assert known.accuracy is None
    assert known.calibration_error is None


def test_the_documents_error_is_positive_where_one_is_too_sure() -> None:
    known = calibration([(0.9, 1.0), (0.9, 0.0)], SETTINGS)
    assert known.accuracy == 0.5
    assert known.calibration_error == pytest.approx(0.4)


def test_what_came_partly_true_counts_half() -> None:
    assert calibration([(0.5, 0.5)], SETTINGS).accuracy == 0.5


def test_being_too_sure_here_does_not_make_up_for_too_unsure_there() -> None:
    known = calibration([(0.9, 0.0), (0.1, 1.0)], SETTINGS)
    assert known.calibration_error == pytest.approx(0)
    assert known.expected_error == pytest.approx(0.9)
