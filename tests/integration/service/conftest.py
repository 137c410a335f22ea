import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pyqtgraph  # noqa: F401 - else the first chart starts a thread that brings it
import pytest

from companion.home import Home
from companion.keys import create_keys
from companion.reach import ReachedService
from engine.clock import Clock
from engine.language import LanguageModel
from tests.integration.service.scripted import PASSPHRASE, SlowModel, reached

Reacher = Callable[..., ReachedService]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose passphrase is cheap to try."""
    path = tmp_path / "home"
    create_keys(path, PASSPHRASE)
    return Home(path).path


@pytest.fixture
def reaching(home: Path) -> Iterator[Reacher]:
    """Reaches the home's mind; whatever was reached is closed, and nothing may be left running."""
    made: list[ReachedService] = []
    before = set(threading.enumerate())

    def make(
        model: LanguageModel | None = None, loading_s: float = 0.0, clock: Clock | None = None
    ) -> ReachedService:
        made.append(reached(home, model or SlowModel(), loading_s, clock))
        return made[-1]

    yield make
    for service in reversed(made):
        service.close()
    assert set(threading.enumerate()) <= before
