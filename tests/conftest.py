"""For every test: how long a property may take says nothing on a busy machine, and which profile a mind is built with.

`--profile cognitive` has every mind that names no profile built without the mood room, as `COMPANION_PROFILE` does in
the program. Tests of the mood itself are deselected then, and nothing else is.
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from companion.preferences import PROFILE_VARIABLE, PROFILES
from engine.network.ledger import VARIABLE

settings.register_profile("house", deadline=None)
settings.load_profile("house")
OF_THE_ROOM = Path(__file__).parent / "unit" / "engine" / "mood"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the profile be chosen."""
    parser.addoption(
        "--profile", choices=PROFILES, default="full", help="what minds are built with: full, or without mood"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start inherit it."""
    os.environ.pop(PROFILE_VARIABLE, None)
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="companion-network-")
    if config.getoption("--profile") == "cognitive":
        os.environ[PROFILE_VARIABLE] = "cognitive"


def pytest_unconfigure() -> None:
    """What tests wrote down of their connections is nobody's."""
    shutil.rmtree(os.environ.get(VARIABLE, ""), ignore_errors=True)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: neither the collector nor a search for leftovers looks through it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the room there is nothing of it to test."""
    if config.getoption("--profile") != "cognitive":
        return
    felt = [item for item in items if item.get_closest_marker("mood") or OF_THE_ROOM in item.path.parents]
    config.hook.pytest_deselected(items=felt)
    items[:] = [item for item in items if item not in felt]
