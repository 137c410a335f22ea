"""A few turns of `tests/benchmarks/keeping.py`."""

import pytest

from tests.benchmarks.keeping import run
from tests.e2e.conftest import MODEL

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.model,
    # What every process would read anew is prepared once.
    pytest.mark.usefixtures("small_models"),
]


@pytest.mark.timeout(600)
def test_what_was_typed_without_a_pause_is_reflected_on_once_and_in_order() -> None:
    kept = run(turns=3, seed=3, model=MODEL)
    assert kept["faults"] == []
    assert kept["outstanding_after_leaving"] > 1, (
        "there is a next one when the first was done and it is killed"
    )
