"""Ten thousand generated calls of the MCP tools against a home of its own: what each came to, and how long it took.

    python tasks.py bench tool_calls [--calls 10000]

A call may end in an answer of the type that its tool declares, or in a typed error, and one that ends in an error may
have written nothing: after each of those it is looked at what was committed meanwhile. Ends with 1 where a call failed
in any other way (`fault`), or left part of its work behind (`partial`).
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from companion.home import Home
from companion.keys import create_keys
from companion.tools.border import Border
from companion.tools.declared import PREFIX, TOOLS
from companion.tools.server import DO, Listing, Modules, ToolServer
from engine.errors import CompanionError, InvalidInputError
from engine.vault import PassphraseCost, UnitOfWork
from tests.calls import Call, calls
from tests.integration.service.scripted import PASSPHRASE, SlowModel, reached

DERIVED = ("vault_vectors", "vault_spaces", "trail_words")
"""Tables that follow what was written before, in the background's own time."""


WRITES = re.compile(
    r"\b(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+\"?(\w+)", re.IGNORECASE
)


class Onlooker:
    """Sees what was committed in this process since it last looked, while it is entered: the tables that were written.

    A row that was changed counts as one that came or went; what was rolled back, or changed no row, counts for nothing.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._meant: dict[int, list[str]] = {}
        self._written: list[str] = []
        self._patched = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        for name in ("execute", "executemany"):
            self._patched.setattr(UnitOfWork, name, self._noting(getattr(UnitOfWork, name)))
        self._patched.setattr(UnitOfWork, "commit", self._taking(UnitOfWork.commit))
        return self

    def __exit__(self, *_: object) -> None:
        self._patched.undo()

    def written(self) -> list[str]:
        """The tables of what was committed, but for those that follow others in the background's own time."""
        with self._guard:
            found, self._written = self._written, []
        return sorted({name for name in found if not name.startswith(DERIVED)})

    def _noting(self, execute: Callable[..., Any]) -> Callable[..., Any]:
        def noting(unit: UnitOfWork, sql: str, *given: Any) -> Any:
            done = execute(unit, sql, *given)
            table = WRITES.search(sql)
            if table is not None and done.rowcount:
                with self._guard:
                    self._meant.setdefault(id(unit._transaction), []).append(table[1])
            return done

        return noting

    def _taking(self, commit: Callable[[UnitOfWork], None]) -> Callable[[UnitOfWork], None]:
        def taking(unit: UnitOfWork) -> None:
            commit(unit)
            # Inner units are durable with the outermost alone.
            if len(unit._transaction.units) == 1:
                with self._guard:
                    self._written += self._meant.pop(id(unit._transaction), [])

        return taking


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
        try:
            server = ToolServer(Border(lambda: service, "bench"), Listing.FULL, Modules.FULL_PRESENCE)
            with Onlooker() as onlooker:
                played = play(server, onlooker, wanted)
        finally:
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
        answer_type(_tool(call)).validate(server.call(*call))
    except CompanionError:
        return "typed error"
    except Exception as error:  # noqa: BLE001 - what is counted here
        print(f"{type(error).__name__}: {call!r:.300}", file=sys.stderr)
        return "fault"
    return "answered"


@cache
def answer_type(tool: str) -> Validator:
    """What a client holds the answers of a tool against. Raises CompanionError for one that is none."""
    if tool not in TOOLS:
        raise InvalidInputError("tool", "is not known")
    schema = TOOLS[tool].output
    return validator_for(schema)(schema)


def _tool(call: Call) -> str:
    name, arguments = call
    return str(arguments.get("tool") if name == DO else name).removeprefix(PREFIX)


if __name__ == "__main__":
    sys.exit(main())
