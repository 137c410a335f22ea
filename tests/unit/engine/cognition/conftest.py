"""A companion and Mira, a clock, and what the companion makes of it all; by words or with the real sentence model."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.clock import ManualClock
from engine.cognition import SCHEMA, Cognition
from engine.cognition.noticing import NOTICING_SCHEMA
from engine.embedding import Embedder, OnnxEmbedder
from engine.events import Event, EventBus
from engine.models import standard_folder
from engine.settings import CognitionSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import LoopStatus, StepKind, Trail
from engine.vault import Vault
from engine.withdrawal import Refs, spread_erasure, spread_withdrawal

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 2, 9, 9, 0, tzinfo=BERLIN)
SETTINGS = CognitionSettings()


class Thinking:
    """What one companion thinks with Mira."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.clock = ManualClock(START)
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA, NOTICING_SCHEMA], clock=self.clock)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.bus.subscribe(Event, self.told.append)
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.embedder = embedder
        self.mind = self.another()

    def another(self, companion: str = "elara", person: str = "mira") -> Cognition:
        """The same as another process, companion or person has it."""
        return Cognition(
            self.vault, self.trail, self.embedder, self.clock, self.bus,
            settings=SETTINGS, companion=companion, person=person,
        )  # fmt: skip

    def said(self, text: str = "", kind: StepKind = StepKind.UTTERANCE) -> str:
        """The ref of something that was said."""
        loop = self.trail.open_loop("terminal", "process-1", "utterance")
        step = self.trail.record(loop, kind, text or "Hm.", "Mira")
        self.trail.close_loop(loop.id, LoopStatus.DONE)
        return f"step:{step.id}"

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def withdraw(self, *refs: str) -> Refs:
        with self.vault.unit() as unit:
            reached = spread_withdrawal([self.mind], unit, refs)
            unit.commit()
        return reached

    def erase(self, *refs: str) -> Refs:
        with self.vault.unit() as unit:
            reached = spread_erasure([self.mind], unit, refs)
            unit.commit()
        return reached


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    made = Thinking()
    yield made
    made.vault.close()


@pytest.fixture(scope="session")
def sentences() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def meaning(sentences: OnnxEmbedder) -> Iterator[Thinking]:
    """With the real sentence model."""
    made = Thinking(sentences)
    yield made
    made.vault.close()
