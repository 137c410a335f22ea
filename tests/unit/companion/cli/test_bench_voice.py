"""What `bench voice` makes of single runs."""

import pytest

from companion.cli.bench.voice import VoiceFigures, sum_up_barge_in


@pytest.mark.parametrize(
    ("measured", "median", "worst"),
    [
        ([90.0, 40.0, 410.0], 90.0, 410.0),
        ([None, 60.0, 80.0], 70.0, 80.0),
        ([0.0], 0.0, 0.0),
        ([None], None, None),
        ([], None, None),
    ],
)
def test_barge_in_is_the_median_and_the_worst_of_the_runs(
    measured: list[float | None], median: float | None, worst: float | None
) -> None:
    figures = VoiceFigures()
    sum_up_barge_in(figures, measured)
    assert (figures.barge_in_ms, figures.barge_in_worst_ms) == (median, worst)
