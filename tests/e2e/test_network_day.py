"""The short form of `tests/benchmarks/network_day.py`: talk, moving in and voice, without one call to the outside."""

from pathlib import Path

import pytest

from tests.benchmarks.network_day import OfflineDay

pytestmark = [pytest.mark.e2e, pytest.mark.model]


@pytest.mark.timeout(900)
def test_a_day_without_a_network_tries_to_reach_nobody(tmp_path: Path) -> None:
    day = OfflineDay(tmp_path)
    assert day.trial().outward, "what would go out is not seen"
    for one in day.live(short=True):
        assert (one.code, one.outward) == (0, ()), one.said
    assert not (tmp_path / "ledger").exists()
