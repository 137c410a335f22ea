"""A few turns of `tests/benchmarks/keeping.py`."""

import pytest

from tests.benchmarks.keeping import run
from tests.e2e.conftest import MODEL

pytestmark = [pytest.mark.e2e, pytest.mark.model]


@pytest.mark.timeout(600)
def test_what_was_typed_without_a_pause_is_reflected_on_once_and_in_order() -> None:
    assert run(turns=7, seed=3, model=MODEL)["faults"] == []
