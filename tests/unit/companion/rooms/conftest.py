"""A whole mind in memory, with its clock; each module brings the `model` that answers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from engine.clock import ManualClock
from engine.conversation import Persona
from engine.language import ScriptedModel
from engine.mind import Mind
from engine.models import standard_store

REFLECTED: dict[str, Any] = {
    "importance": 5,
    "alignment": 5,
    "reason": "",
    "shift": {"valence": 0, "energy": 0, "openness": 0},
    "actions": [],
    "claims": [],
    "promises": [],
    "unresolved": [],
    "note": "",
}
"""A reflection in which nothing happened."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 2, 9, 9, 0, tzinfo=UTC))


@pytest.fixture
def persona() -> Persona:
    return Persona()


@pytest.fixture
def mind(clock: ManualClock, model: ScriptedModel, persona: Persona, tmp_path: Path) -> Iterator[Mind]:
    """Without a sentence model: what is alike goes by its words."""
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    made = build_mind(open_vault(None, None, clock), models=models, clock=clock, persona=persona)
    made.attach_language(model)
    yield made
    made.close()
