"""What is kept of an exchange carries how the companion felt then."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from engine.conversation import TurnFacts
from engine.conversation.reflection import Claim, Keeper
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.trail import StepKind

SAID = "My sister Ana gets married in June."


@pytest.fixture(params=Profile)
def mind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mind]:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    made = build_mind(open_vault(None, None), models=models, profile=request.param)
    yield made
    made.close()


def test_a_memory_of_a_reflection_carries_the_mood(mind: Mind) -> None:
    loop = mind.trail.open_loop("test", "p", "utterance")
    facts = TurnFacts(loop, mind.trail.record(loop, StepKind.UTTERANCE, SAID, "person"))
    registry, settings = mind.conversation.registry, mind.conversation.settings.reflect
    keeper = Keeper(mind.trail, mind.person, mind.memory, settings, lambda: "companion", registry.feeling)
    body = {"actions": [{"action": "remember", "content": SAID, "importance": 7}]}
    with mind.vault.unit() as unit:
        keeper.keep(unit, facts, body, [Claim(SAID, SAID, 0.9)])
        unit.commit()
    (kept,) = mind.memory.nodes()
    assert kept.feeling == (None if mind.mood is None else mind.mood.feeling())
