from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import ManualClock
from engine.embedding import Embedder
from engine.events import Event, EventBus
from engine.person import (
    SCHEMA,
    Action,
    Fact,
    FactStatus,
    Lens,
    PersonalModel,
    Proposal,
    Source,
    Update,
    Volatility,
)
from engine.settings import PersonSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Loop, Step, StepKind, Trail
from engine.vault import Vault

START = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)


class Acquaintance:
    """A Personal Model over a trail, by words alone unless an embedder is given, and the events it told."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA])
        self.clock = ManualClock(START)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.bus.subscribe(Event, self.told.append)
        self.embedder = embedder
        self.person = self.reopened()

    def reopened(self, person: str = "mira") -> PersonalModel:
        model = PersonalModel(
            self.vault,
            self.trail,
            self.embedder,
            self.clock,
            self.bus,
            settings=PersonSettings(),
            person=person,
        )
        model.load()
        return model

    def loop(self) -> Loop:
        return self.trail.open_loop("terminal", "process-1", "utterance")

    def said(self, text: str, kind: StepKind = StepKind.UTTERANCE) -> Step:
        return self.trail.record(self.loop(), kind, text, "Mira")

    def states(self, text: str, **more: object) -> Update:
        """The person says it, and it is proposed as their own plain statement."""
        step = self.said(text)
        self.wait(minutes=1)
        return self.person.apply(Proposal(Action.REMEMBER, text, **more).stated_in(step.id, text))  # type: ignore[arg-type]

    def knows(self, text: str, **more: object) -> Fact:
        """The fact that comes of saying it."""
        fact = self.states(text, **more).fact
        assert fact is not None
        return fact

    @staticmethod
    def fact_of(text: str, **more: object) -> Fact:
        """A fact as it might stand, without a model around it."""
        plain: dict[str, object] = {
            "id": f"f_{len(text)}",
            "person": "mira",
            "lens": Lens.WORLD,
            "topic": "general",
            "text": text,
            "status": FactStatus.ACTIVE,
            "confidence": 0.9,
            "source": Source.STATED,
            "volatility": Volatility.SITUATIONAL,
            "valid_from": START,
            "created_at": START,
            "updated_at": START,
        }
        return Fact.model_validate(plain | more)

    def texts(self) -> list[str]:
        return [fact.text for fact in self.person.facts()]

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def told_names(self) -> list[str]:
        return [type(event).__name__ for event in self.told if "engine.person" in type(event).__module__]


@pytest.fixture
def mira() -> Iterator[Acquaintance]:
    made = Acquaintance()
    yield made
    made.vault.close()
