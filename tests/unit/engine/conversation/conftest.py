from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from companion.bootstrap import open_vault
from engine.clock import ManualClock
from engine.conversation import SCHEMA, ConversationRoom, Persona, Registry, load_wording
from engine.events import EventBus
from engine.language import ScriptedModel
from engine.settings import Settings
from engine.trail import Trail
from engine.vault import Vault

REFLECTION = (
    '{"importance": 8, "alignment": 9, "reason": "It is about family.", "shift": {"valence": 1, "energy": 0,'
    ' "openness": 1}, "actions": [], "claims": [], "promises": ["ask how it went"], "unresolved": [],'
    ' "note": "I was glad to hear it."}'
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 11, 21, 10, 0, tzinfo=UTC))


@pytest.fixture
def vault(clock: ManualClock) -> Iterator[Vault]:
    assert SCHEMA.room == "conversation"
    vault = open_vault(None, None, clock)
    yield vault
    vault.close()


@pytest.fixture
def trail(vault: Vault, clock: ManualClock) -> Trail:
    """A trail that finds by words alone: meanings are tried with the real sentence model elsewhere."""
    trail = Trail(vault, None, clock, EventBus(), companion="companion", person="owner", zone=UTC)
    trail.load()
    return trail


@pytest.fixture
def make_room(vault: Vault, trail: Trail, clock: ManualClock) -> Callable[..., ConversationRoom]:
    def make(model: ScriptedModel | None, settings: Settings | None = None) -> ConversationRoom:
        room = ConversationRoom(
            vault,
            trail,
            clock,
            settings=settings or Settings(),
            wording=load_wording(),
            persona=Persona(),
            registry=Registry(),
        )
        room.attach(model)
        return room

    return make
