"""A whole day where there is no network: moving in, talk, voice, a document, the night, the brief, and out again.

Not one call to the outside is tried.
"""

from pathlib import Path

import pytest

from tests.benchmarks.network_day import OfflineDay

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.model,
    # What every process would read anew is prepared once.
    pytest.mark.usefixtures("small_models"),
]
NIGHT = ("brain", "run", "--night")
LATER = ("recall", "models", "mcp", "doctor", "network", "brief", "jobs")
"""What asks the same doors as the rest; the benchmark lives the day whole."""


@pytest.mark.timeout(3600)
def test_a_day_without_a_network_tries_to_reach_nobody(tmp_path: Path) -> None:
    day = OfflineDay(tmp_path)
    assert day.trial().outward, "what would go out is not seen"
    lived = day.live(without=LATER)
    for one in lived:
        assert (one.code, one.outward) == (0, ()), one.said
    assert {one.words[0] for one in lived} >= {"import", "ask", "say", "hear"}
    assert NIGHT in {one.words for one in lived}
    assert not (tmp_path / "ledger").exists()
