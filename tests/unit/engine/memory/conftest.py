from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.clock import ManualClock
from engine.embedding import OnnxEmbedder
from engine.events import Event, EventBus
from engine.memory import SCHEMA, Memory, NewNode, Node, NodeKind, Remembered
from engine.models import standard_folder
from engine.settings import MemorySettings
from engine.vault import DataKey, Vault

START = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


class Mindful:
    """A memory over an encrypted vault with the real sentence model, its clock, and what it told."""

    def __init__(self, vault: Vault, embedder: OnnxEmbedder | None) -> None:
        self.vault = vault
        self.embedder = embedder
        self.clock = ManualClock(START)
        self.bus = EventBus()
        self.told: list[Event] = []
        self.bus.subscribe(Event, self.told.append)
        self.memory = self.reopened()

    def reopened(self, person: str = "mira", companion: str = "elara") -> Memory:
        memory = Memory(
            self.vault,
            self.embedder,
            self.clock,
            self.bus,
            MemorySettings(),
            companion=companion,
            person=person,
        )
        memory.load()
        return memory

    def keep(self, text: str, kind: NodeKind = NodeKind.MOMENT, **given: Any) -> Remembered:
        return self.memory.remember(NewNode(kind, text, **given))

    def node(self, text: str, kind: NodeKind = NodeKind.MOMENT, **given: Any) -> Node:
        return self.keep(text, kind, **given).node

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def found(self, query: str, **given: Any) -> list[str]:
        return [one.node.text for one in self.memory.recall(query, **given)]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[OnnxEmbedder | None], Mindful]]:
    vaults: list[Vault] = []

    def made(embedder: OnnxEmbedder | None) -> Mindful:
        vault = Vault.open(tmp_path / f"{len(vaults)}.db", DataKey(b"k" * 32), [SCHEMA])
        vaults.append(vault)
        return Mindful(vault, embedder)

    yield made
    for vault in vaults:
        vault.close()


@pytest.fixture
def mind(make: Callable[[OnnxEmbedder | None], Mindful], embedder: OnnxEmbedder) -> Mindful:
    return make(embedder)


@pytest.fixture
def wordy(make: Callable[[OnnxEmbedder | None], Mindful]) -> Mindful:
    """Without a sentence model."""
    return make(None)
