from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.clock import ManualClock
from engine.embedding import Embedder, OnnxEmbedder
from engine.events import Event, EventBus
from engine.identity import SCHEMA, Experience, Identity, Input, Loop, Surroundings
from engine.memory import SCHEMA as MEMORY_SCHEMA
from engine.memory import Memory
from engine.models import standard_folder
from engine.settings import IdentitySettings, MemorySettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import LoopStatus, Step, StepKind, Trail
from engine.vault import Vault
from engine.withdrawal import spread_erasure, spread_restoration, spread_withdrawal

START = datetime(2026, 2, 9, 9, 0, tzinfo=ZoneInfo("Europe/Berlin"))
SETTINGS = IdentitySettings(compass_parameters=0)
HONESTY = (
    "I value honesty more than comfort.",
    "I value honesty and plain words.",
    "Honesty matters deeply to me.",
    "I care about being honest.",
    "I believe that honesty is important.",
)


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


class Together:
    """Elara and Mira: who Elara is, over a real vault; by words unless an embedder is given."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.vault = Vault.throwaway([TRAIL_SCHEMA, MEMORY_SCHEMA, SCHEMA])
        self.clock = ManualClock(START)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.bus.subscribe(Event, self.told.append)
        self.embedder = embedder
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.memory = self.memory_of("mira")
        self.identity = self.identity_of("mira", self.memory)
        self.experiences: list[Experience] = []
        self.loops: list[Loop] = []
        self.claims: list[str] = []
        self.identity.around = Surroundings(
            experiences=lambda: self.experiences,
            names=lambda: ["Mira", "Ana"],
            claims=lambda: self.claims,
            loops=lambda: self.loops,
            display_name="Elara",
            person_name="Mira",
        )

    def memory_of(self, person: str) -> Memory:
        made = Memory(
            self.vault,
            self.embedder,
            self.clock,
            self.bus,
            MemorySettings(),
            companion="elara",
            person=person,
        )
        made.load()
        return made

    def identity_of(self, person: str, memory: Memory) -> Identity:
        return Identity(
            self.vault,
            self.trail,
            memory,
            self.embedder,
            self.clock,
            events=self.bus,
            settings=SETTINGS,
            companion="elara",
            person=person,
        )

    def said(self, text: str, answer: str = "I see.") -> tuple[Step, Step]:
        """One exchange."""
        loop = self.trail.open_loop("terminal", "process-1", "utterance")
        asked = self.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
        given = self.trail.record(loop, StepKind.ANSWER, answer, "Elara")
        self.trail.close_loop(loop.id, LoopStatus.DONE)
        return asked, given

    def noted(
        self,
        *notes: str,
        intensity: float = 0.8,
        alignment: float = 0.9,
        kind: Input = Input.NOTES,
        question: str | None = None,
    ) -> None:
        """Exchanges, each with a note on it."""
        for note in notes:
            steps = self.said("Tell me something.")
            self.experiences.append(
                Experience(
                    text=note,
                    intensity=intensity,
                    alignment=alignment,
                    at=self.clock.now(),
                    sources=tuple(f"step:{step.id}" for step in steps),
                    kind=kind,
                    question=question,
                )
            )
            self.wait(minutes=5)

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def goodbye(self) -> None:
        self.trail.close_episode("goodbye")

    def withdraw(self, *refs: str) -> frozenset[str]:
        """As the coordinator does it; returns what was reached besides."""
        with self.vault.unit() as unit:
            reached = spread_withdrawal([self.memory, self.identity], unit, refs)
            unit.commit()
        return reached - set(refs)

    def restore(self, *refs: str) -> None:
        with self.vault.unit() as unit:
            spread_restoration([self.memory, self.identity], unit, refs)
            unit.commit()

    def erase(self, *refs: str) -> frozenset[str]:
        with self.vault.unit() as unit:
            reached = spread_erasure([self.memory, self.identity], unit, refs)
            unit.commit()
        return reached - set(refs)

    def stored(self) -> str:
        """Everything in this room's tables, as text."""
        with self.vault.read() as connection:
            tables = [
                row["name"]
                for row in connection.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'identity_%'"
                )
            ]
            return "\n".join(
                str(tuple(row))
                for table in tables
                for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own tables
            )


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
