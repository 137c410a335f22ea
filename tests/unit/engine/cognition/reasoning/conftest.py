"""A book of reasoning over a real trail, by words or with the real sentence model."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from engine.clock import ManualClock
from engine.cognition import SCHEMA, Cognition
from engine.cognition.noticing import NOTICING_SCHEMA
from engine.embedding import Embedder, OnnxEmbedder
from engine.events import EventBus
from engine.models import standard_folder
from engine.settings import CognitionSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Step, StepKind, Trail
from engine.vault import Vault

START = datetime(2026, 2, 9, 9, 0, tzinfo=UTC)


class Workshop:
    """A companion that thinks with Mira."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.clock = ManualClock(START)
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA, NOTICING_SCHEMA], clock=self.clock)
        self.bus = EventBus()
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.embedder = embedder
        self.cognition = self.another()
        self.reasoning = self.cognition.reasoning

    def another(self, companion: str = "elara", person: str = "mira") -> Cognition:
        return Cognition(
            self.vault,
            self.trail,
            self.embedder,
            self.clock,
            self.bus,
            settings=CognitionSettings(),
            companion=companion,
            person=person,
        )

    def say(self, text: str, kind: StepKind = StepKind.UTTERANCE) -> Step:
        loop = self.trail.open_loop("terminal", "process-1", "utterance")
        return self.trail.record(loop, kind, text, "Mira")


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.vault.close()


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def meant(embedder: OnnxEmbedder) -> Iterator[Workshop]:
    """With the real sentence model."""
    made = Workshop(embedder)
    yield made
    made.vault.close()
