from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from companion.bootstrap import SCHEMAS
from engine.clock import ManualClock
from engine.events import Event, EventBus
from engine.library import Captured, Library
from engine.process import Worker
from engine.settings import LibrarySettings
from engine.vault import Vault

START = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)


class Reading:
    """A library by words alone, read by the real worker, in a vault with every room's tables."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.vault = Vault.throwaway(SCHEMAS)
        self.clock = ManualClock(START)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.bus.subscribe(Event, self.told.append)
        self.library = self.reopened()

    def reopened(self, settings: LibrarySettings | None = None) -> Library:
        made = Library(
            self.vault,
            None,
            self.clock,
            self.bus,
            settings or LibrarySettings(),
            worker_factory=lambda: self.worker,
        )
        made.load()
        return made

    def add(self, text: str, name: str = "bees.txt") -> Captured:
        return self.library.add(name, text.encode())

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        """Every row of every table, by table."""
        with self.vault.read() as connection:
            sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            names = [row["name"] for row in connection.execute(sql)]
            found = {name: connection.execute(f"SELECT * FROM {name}") for name in names}  # noqa: S608 - our tables
            return {name: [tuple(row) for row in cursor] for name, cursor in found.items()}


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def reading(worker: Worker) -> Iterator[Reading]:
    made = Reading(worker)
    yield made
    made.vault.close()
