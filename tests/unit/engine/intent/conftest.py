from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.clock import ManualClock
from engine.embedding import Embedder, OnnxEmbedder
from engine.events import Event, EventBus
from engine.intent import SCHEMA, HandoffItem, Intent
from engine.models import standard_folder
from engine.settings import IntentSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import LoopStatus, Step, StepKind, Trail
from engine.vault import Vault

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 2, 9, 9, 0, tzinfo=BERLIN)  # a Monday
SETTINGS = IntentSettings()


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


class Together:
    """A companion and Mira, a clock in Berlin, and what is open between them; by words unless an embedder is given."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA])
        self.clock = ManualClock(START)
        self.embedder = embedder
        self.told: list[Event] = []
        self.open()

    def open(self) -> None:
        """A new process over the same vault."""
        self.bus = EventBus()
        self.bus.subscribe(Event, self.told.append)
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.intent = self.intent_of("mira")
        self.intent.load()

    def intent_of(self, person: str) -> Intent:
        return Intent(
            self.vault,
            self.trail,
            self.embedder,
            self.clock,
            self.bus,
            settings=SETTINGS,
            companion="elara",
            person=person,
        )

    def said(self, text: str, answer: str = "", promises: object = ()) -> Step:
        """One exchange, with what the reflection says was promised; returns the answer."""
        loop = self.trail.open_loop("terminal", "process-1", "utterance")
        self.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
        step = self.trail.record(loop, StepKind.ANSWER, answer or "I see.", "Elara")
        self.trail.close_loop(loop.id, LoopStatus.DONE)
        with self.vault.unit() as unit:
            given = list(promises) if isinstance(promises, tuple) else promises
            self.intent.absorb_promises(unit, given, step, heard=text)
            unit.commit()
        return step

    def goodbye(self) -> None:
        self.trail.close_episode("goodbye")

    def wait(self, **span: float) -> None:
        """Real time passes: the wall clock shows what it shows in Berlin then."""
        later = self.clock.now() + timedelta(**span)
        self.clock.advance(
            later.astimezone(BERLIN).replace(tzinfo=None) - self.clock.local().replace(tzinfo=None)
        )

    def texts(self) -> list[str]:
        return [item.text for item in self.intent.items.open()]

    def only(self) -> HandoffItem:
        (item,) = self.intent.items.open()
        return item


def count(text: str) -> int:
    """Tokens, about as a small model counts them."""
    return (len(text) + 3) // 4


@pytest.fixture
def mira() -> Iterator[Together]:
    made = Together()
    yield made
    made.vault.close()


@pytest.fixture
def meant(embedder: OnnxEmbedder) -> Iterator[Together]:
    """With the real sentence model."""
    made = Together(embedder)
    yield made
    made.vault.close()
