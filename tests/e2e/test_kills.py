"""A few seeded rounds of `tests/benchmarks/kills.py`."""

import pytest

from tests.benchmarks.kills import run
from tests.e2e.conftest import MODEL

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.model,
    # What every process would read anew is prepared once.
    pytest.mark.usefixtures("small_models"),
]


@pytest.mark.timeout(900)
def test_kills_lose_nothing() -> None:
    tally = run(rounds=2, seed=2, model=MODEL)
    assert tally.failures == []
    assert tally.rounds == 2
    assert tally.steps >= 2
