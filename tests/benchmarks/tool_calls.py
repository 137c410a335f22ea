"""Ten thousand generated calls of the MCP tools against a home of its own: errors that are not typed, and time a call.

    python tasks.py bench tool_calls [--calls 10000]

Ends with 1 where a call failed in any way but a typed error.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings

from companion.home import Home
from companion.keys import create_keys
from companion.tools.border import Border
from companion.tools.server import Listing, Modules, ToolServer
from engine.errors import CompanionError
from engine.vault import PassphraseCost
from tests.calls import Call, calls
from tests.integration.service.scripted import PASSPHRASE, SlowModel, reached


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=10_000)
    wanted: int = parser.parse_args().calls
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        create_keys(home.path, PASSPHRASE, PassphraseCost(memory_kib=1024, passes=1, lanes=1))
        service = reached(home.path, SlowModel())
        try:
            outcomes, taken = _played(
                ToolServer(Border(lambda: service, "bench"), Listing.FULL, Modules.FULL_PRESENCE), wanted
            )
        finally:
            service.close()
    print(f"{sum(outcomes.values())} calls: {dict(outcomes)}")
    p50, p95 = np.percentile(taken, [50, 95])
    print(f"ms a call: {p50:.1f} median, {p95:.1f} at the 95th percentile, {max(taken):.0f} at most")
    return 1 if outcomes["fault"] else 0


def _played(server: ToolServer, wanted: int) -> tuple[Counter[str], list[float]]:
    outcomes: Counter[str] = Counter()
    taken: list[float] = []

    @settings(max_examples=wanted, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(calls())
    def play(call: Call) -> None:
        began = time.perf_counter()
        try:
            server.call(*call)
            outcomes["answered"] += 1
        except CompanionError:
            outcomes["typed error"] += 1
        except Exception as error:  # noqa: BLE001 - what is counted here
            outcomes["fault"] += 1
            print(f"{type(error).__name__}: {call!r:.300}", file=sys.stderr)
        taken.append((time.perf_counter() - began) * 1000)

    play()
    return outcomes, taken


if __name__ == "__main__":
    sys.exit(main())
