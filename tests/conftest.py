"""For every test: how long a property may take says nothing on a busy machine, which profile a mind is built with, that
CI tries a fifth of the examples of a property, always the same ones, that the sentence model is loaded once, and that a
vault costs little.

`--profile cognitive` has every mind that names no profile built without the mood room, as `COMPANION_PROFILE` does in
the program. Tests of the mood itself are deselected then, and nothing else is.
"""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.preferences import PROFILE_VARIABLE, PROFILES
from engine.embedding import onnx
from engine.network.ledger import VARIABLE
from engine.vault import PassphraseCost
from engine.vault.keys import header
from engine.vault.storage import sqlcipher

settings.register_profile("house", deadline=None, max_examples=25)
settings.register_profile("ci", deadline=None, max_examples=20, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")
OF_THE_ROOM = Path(__file__).parent / "unit" / "engine" / "mood"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the profile be chosen."""
    parser.addoption(
        "--profile", choices=PROFILES, default="full", help="what minds are built with: full, or without mood"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start inherit it."""
    os.environ.pop(PROFILE_VARIABLE, None)
    _keep_to_a_core(os.environ.get("PYTEST_XDIST_WORKER", ""))
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="companion-network-")
    _load_once()
    _guard_cheaply()
    if config.getoption("--profile") == "cognitive":
        os.environ[PROFILE_VARIABLE] = "cognitive"


def _load_once() -> None:
    """Every mind opens the sentence model and its words, a quarter of a second each time, and nothing changes them."""
    onnx._load_session = _kept(onnx._load_session)
    onnx._load_tokenizer = _kept(onnx._load_tokenizer)


def _guard_cheaply() -> None:
    """Where one vault guards its memory, all of the process take several times as long from then on; and a passphrase
    takes a fifth of a second. The program has both, as `tests/unit/engine/vault/test_guards.py` shows.
    """
    sqlcipher.GUARD_MEMORY = "PRAGMA cipher_memory_security"
    header.STANDARD_COST = PassphraseCost(memory_kib=1024, passes=1, lanes=1)


def _kept(load: Callable[..., Any]) -> Callable[..., Any]:
    """What `load` made of a file, as long as the file is the same."""
    loaded: dict[object, Any] = {}

    def once(path: Path, *options: int) -> Any:
        status = path.stat()
        key = (path, options, status.st_size, status.st_mtime_ns)
        if key not in loaded:
            loaded[key] = load(path, *options)
        return loaded[key]

    return once


def _keep_to_a_core(worker: str) -> None:
    """Two models that compute at a time, each with a thread for every core, wait more than they compute."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    if worker and len(cores) > 1:
        os.sched_setaffinity(0, {cores[int(worker.removeprefix("gw")) % len(cores)]})


def pytest_unconfigure() -> None:
    """What tests wrote down of their connections is nobody's."""
    shutil.rmtree(os.environ.get(VARIABLE, ""), ignore_errors=True)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: neither the collector nor a search for leftovers looks through it again.

    Where requests are loaded, their answers are held against their types.
    """
    if "companion.requests" in sys.modules:
        from tests.answers import hold_to_type  # noqa: PLC0415 - where no test asks a room, none is loaded

        hold_to_type()
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the room there is nothing of it to test."""
    if config.getoption("--profile") != "cognitive":
        return
    felt = [item for item in items if item.get_closest_marker("mood") or OF_THE_ROOM in item.path.parents]
    config.hook.pytest_deselected(items=felt)
    items[:] = [item for item in items if item not in felt]
