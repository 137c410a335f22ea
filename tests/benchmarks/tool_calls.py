"""Ten thousand generated calls of the MCP tools against a home of its own: what each came to, and how long it took.

    python tasks.py bench tool_calls [--calls 10000]

A call may end in an answer or in a typed error, and one that ends in an error may have written nothing: after each of
those the vault is looked at from a connection of its own. Ends with 1 where a call failed in any other way (`fault`),
or left part of its work behind (`partial`).
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil
from hypothesis import HealthCheck, given, settings

from companion.bootstrap import open_vault
from companion.home import Home
from companion.keys import create_keys, open_key
from companion.tools.border import Border
from companion.tools.server import Listing, Modules, ToolServer
from engine.errors import CompanionError
from engine.vault import PassphraseCost, Vault
from tests.calls import Call, calls
from tests.integration.service.scripted import PASSPHRASE, SlowModel, reached

DERIVED = ("vault_vectors", "vault_spaces", "trail_words")
"""Tables that follow what was written before, in the background's own time."""


class Onlooker:
    """Sees whether anybody wrote to a vault since it last looked, and into which tables."""

    def __init__(self, vault: Vault) -> None:
        self._connection = vault._connect()
        names = "SELECT name FROM sqlite_master WHERE type = 'table'"
        self._tables = [row[0] for row in self._connection.execute(names) if not row[0].startswith(DERIVED)]
        self._version, self._rows = self._committed(), self._counted()

    def written(self) -> list[str]:
        """The tables that have other numbers of rows than at the last look; nothing is counted where nobody wrote."""
        version = self._committed()
        if version == self._version:
            return []
        before, self._version, self._rows = self._rows, version, self._counted()
        return [name for name in self._tables if before[name] != self._rows[name]]

    def close(self) -> None:
        self._connection.close()

    def _committed(self) -> int:
        """Rises with each commit of another connection."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _counted(self) -> dict[str, int]:
        one = 'SELECT count(*) FROM "{}"'
        return {name: self._connection.execute(one.format(name)).fetchone()[0] for name in self._tables}


@dataclass
class Played:
    """What became of the calls; `taken` in milliseconds."""

    outcomes: Counter[str] = field(default_factory=Counter)
    tools: set[str] = field(default_factory=set)
    taken: list[float] = field(default_factory=list)


def main() -> int:
    """Play them and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=10_000)
    wanted: int = parser.parse_args().calls
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        create_keys(home.path, PASSPHRASE, PassphraseCost(memory_kib=1024, passes=1, lanes=1))
        service = reached(home.path, SlowModel())
        vault = open_vault(home.vault_path, open_key(home.path, PASSPHRASE))
        onlooker = Onlooker(vault)
        try:
            server = ToolServer(Border(lambda: service, "bench"), Listing.FULL, Modules.FULL_PRESENCE)
            played = play(server, onlooker, wanted)
        finally:
            onlooker.close()
            vault.close()
            service.close()
    outcomes = played.outcomes
    print(
        f"{sum(outcomes.values()) - outcomes['partial']} calls of {len(played.tools)} tools: {dict(outcomes)}"
    )
    p50, p95 = np.percentile(played.taken, [50, 95])
    print(f"ms a call: {p50:.1f} median, {p95:.1f} at the 95th percentile, {max(played.taken):.0f} at most")
    print(f"load of the last minute: {psutil.getloadavg()[0]:.1f}")
    return 1 if outcomes["fault"] or outcomes["partial"] else 0


def play(server: ToolServer, onlooker: Onlooker, wanted: int) -> Played:
    """Generate and make so many calls."""
    played = Played()

    @settings(max_examples=wanted, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(calls())
    def one(call: Call) -> None:
        began = time.perf_counter()
        outcome = _outcome(server, call)
        played.taken.append((time.perf_counter() - began) * 1000)
        played.outcomes[outcome] += 1
        played.tools.add(_tool(call))
        written = onlooker.written()
        if outcome != "answered" and written:
            played.outcomes["partial"] += 1
            print(f"{written} by a call that failed: {call!r:.300}", file=sys.stderr)

    one()
    return played


def _outcome(server: ToolServer, call: Call) -> str:
    try:
        server.call(*call)
    except CompanionError:
        return "typed error"
    except Exception as error:  # noqa: BLE001 - what is counted here
        print(f"{type(error).__name__}: {call!r:.300}", file=sys.stderr)
        return "fault"
    return "answered"


def _tool(call: Call) -> str:
    name, arguments = call
    return str(arguments["tool"] if name == "elara_do" else name.removeprefix("elara_"))


if __name__ == "__main__":
    sys.exit(main())
