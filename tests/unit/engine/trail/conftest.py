from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from engine.clock import ManualClock
from engine.events import Event, EventBus
from engine.trail import SCHEMA, Loop, Step, StepKind, Trail
from engine.vault import Vault

ZONE = timezone(timedelta(hours=1))
START = datetime(2026, 2, 8, 14, 30, tzinfo=ZONE)


class Diary:
    """A trail by words alone, its clock, and the events it told."""

    def __init__(self) -> None:
        self.vault = Vault.throwaway([SCHEMA])
        self.clock = ManualClock(START)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.bus.subscribe(Event, self.told.append)
        self.trail = self.reopened()

    def reopened(self, person: str = "mira") -> Trail:
        trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person=person)
        trail.load()
        return trail

    def loop(self, origin: str = "local") -> Loop:
        return self.trail.open_loop("terminal", "process-1", "utterance", origin=origin)

    def say(self, text: str, speaker: str = "Mira", kind: StepKind = StepKind.UTTERANCE) -> Step:
        step = self.trail.record(self.loop(), kind, text, speaker)
        self.trail.index(step)
        return step

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def told_names(self) -> list[str]:
        return [type(event).__name__ for event in self.told]


@pytest.fixture
def diary() -> Iterator[Diary]:
    made = Diary()
    yield made
    made.vault.close()
