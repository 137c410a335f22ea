"""Feeds in a vault in memory, beside a real server."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.clock import ManualClock
from engine.network import Ledger, standard_ledger
from engine.network.ledger import VARIABLE
from engine.process import Worker
from engine.senses.feeds import SCHEMA, Feeds
from engine.settings import FeedSettings
from engine.vault import Vault
from tests.feed_server import Site, serving

NOW = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as made:
        yield made


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """The ledger that every connection of the test is written into."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    return standard_ledger()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture(scope="session")
def reading_process() -> Iterator[Worker]:
    """One for all tests that do not break it."""
    worker = Worker()
    yield worker
    worker.close()


class Shared:
    """A worker that outlives whoever closes it."""

    def __init__(self, worker: Worker) -> None:
        self.ask = worker.ask

    def close(self) -> None:
        """Others use it still."""


@pytest.fixture
def make(clock: ManualClock, reading_process: Worker) -> Iterator[Callable[..., Feeds]]:
    """Feeds with these settings, over a vault of their own."""
    vaults = []

    def made(**settings: float) -> Feeds:
        vaults.append(Vault.throwaway((SCHEMA,), clock=clock))
        chosen = FeedSettings().model_copy(update=settings)
        return Feeds(
            vaults[-1],
            None,
            clock,
            chosen,
            person="owner",
            worker_factory=lambda: Shared(reading_process),  # type: ignore[arg-type,return-value]
        )

    yield made
    for vault in vaults:
        vault.close()


@pytest.fixture
def feeds(make: Callable[..., Feeds]) -> Feeds:
    return make()
