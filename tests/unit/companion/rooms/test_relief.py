"""What helped somebody is kept in their own words, and told once where they have it hard again."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.rooms.reflecting import HELPED
from engine.conversation import drive, reflect
from engine.language import GenerationRequest, ModelInfo, Place, ScriptedModel
from engine.memory import Node, NodeKind
from engine.mind import Mind
from engine.mood import Seeming
from tests.unit.companion.rooms.conftest import REFLECTED

pytestmark = pytest.mark.mood
WALK = "a walk by the river helped"
BEFORE = "This helped them before"


class Scripted(ScriptedModel):
    """Answers in a line, and reflects what it was set to."""

    def __init__(self) -> None:
        super().__init__(self.answer)
        self.reflects: dict[str, Any] = {}

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=4_000_000_000)

    def answer(self, request: GenerationRequest) -> str:
        if not request.schema:
            return "I hear you. Perhaps a hot bath helps."
        asked = set(request.schema.get("properties", {}))
        return json.dumps(REFLECTED | {name: value for name, value in self.reflects.items() if name in asked})


@pytest.fixture
def model() -> Scripted:
    return Scripted()


def say(mind: Mind, model: Scripted, text: str, seems: Seeming, relief: str = "") -> str:
    """One turn; returns the blocks of the prompt, those of earlier turns included."""
    noticed = [{"kind": "relief", "text": relief}] if relief else []
    model.reflects = {"they_seem": seems.value, "noticed": noticed}
    turn = mind.begin(text, "window", "p")
    drive(turn, lambda: model)
    asked = [one for one in model.requests if one.schema is None][-1]
    reflect(turn.room, model)
    return "\n".join(one.text for one in asked.prompt if one.place is Place.BLOCK)


def helped(mind: Mind) -> list[Node]:
    return [node for node in mind.memory.nodes({NodeKind.MOMENT}) if HELPED in node.tags]


def test_it_is_remembered_when_it_is_hard_again_and_told_once(mind, model, clock):
    say(mind, model, "Last night a walk by the river helped me to calm down.", Seeming.USUAL, WALK)
    assert [node.text for node in helped(mind)] == [WALK]
    mind.say_goodbye()
    clock.advance(timedelta(days=9))
    blocks = [
        say(mind, model, text, Seeming.LOW) for text in ("It's awful.", "All of it.", "I can't.", "No.")
    ]
    assert [block.count(BEFORE) for block in blocks] == [0, 0, 1, 1]
    assert WALK in blocks[2]


def test_who_fares_well_is_not_reminded(mind, model):
    say(mind, model, "A walk by the river helped me.", Seeming.GLAD, WALK)
    assert BEFORE not in say(mind, model, "What a day!", Seeming.GLAD)


def test_what_was_only_advised_helped_nobody(mind, model):
    say(mind, model, "I'm so tense.", Seeming.TENSE, "a hot bath helps")
    assert helped(mind) == []


def test_it_goes_with_what_it_was_said_in(mind, model):
    say(mind, model, "A walk by the river helped me.", Seeming.USUAL, WALK)
    (node,) = helped(mind)
    mind.conversation.withdraw([ref for ref in node.sources if ref.startswith("step:")])
    for _ in range(3):
        block = say(mind, model, "It's awful.", Seeming.LOW)
    assert BEFORE not in block
