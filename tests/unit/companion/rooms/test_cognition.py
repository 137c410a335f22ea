"""What the companion believes takes part in real turns: read from the prompt that a scripted model was given."""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from engine.clock import ManualClock
from engine.cognition import Domain, Origin
from engine.conversation import drive, reflect
from engine.language import GenerationRequest, ModelInfo, Place, ScriptedModel
from engine.memory import NodeKind
from engine.mind import Mind
from tests.unit.companion.rooms.conftest import REFLECTED

LARGE = 4_000_000_000


class Scripted(ScriptedModel):
    """Answers in a line, and notices in its reflection what it was set to, where it is asked."""

    def __init__(self, parameters: int = LARGE) -> None:
        super().__init__(self.answer)
        self.parameters = parameters
        self.noticed: list[dict[str, str]] = []

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=self.parameters)

    def answer(self, request: GenerationRequest) -> str:
        if not request.schema:
            return "Good luck with it!"
        asked = "noticed" in request.schema.get("properties", {})
        return json.dumps(REFLECTED | ({"noticed": self.noticed} if asked else {}))


@pytest.fixture
def model() -> Scripted:
    return Scripted()


def model_of(mind: Mind) -> Scripted:
    assert isinstance(mind.language, Scripted)
    return mind.language


def say(mind: Mind, text: str, *noticed: dict[str, str]) -> str:
    """One turn; returns the ref of what was said."""
    model = model_of(mind)
    model.noticed = list(noticed)
    turn = mind.begin(text, "window", "p")
    result = drive(turn, lambda: model)
    reflect(turn.room, model)
    return next(f"step:{step.id}" for step in mind.trail.steps_of(result.loop_id) if step.kind == "utterance")


def read(mind: Mind, place: Place) -> str:
    """What stood at `place` when the last answer was asked for."""
    asked = [one for one in model_of(mind).requests if one.schema is None][-1]
    return "\n".join(segment.text for segment in asked.prompt if segment.place is place)


def reflected(mind: Mind) -> dict[str, Any]:
    """The properties that the last reflection was asked for."""
    schemas = [
        one.schema
        for one in model_of(mind).requests
        if one.schema and "note" in one.schema.get("properties", {})
    ]
    return dict(schemas[-1]["properties"])


def test_a_due_prediction_is_named_once_a_day(mind: Mind, clock: ManualClock) -> None:
    mind.cognition.predictions.predict("The refactor will be done", deadline=date(2026, 2, 11))
    say(mind, "Good morning.")
    assert "refactor" not in read(mind, Place.OPENING)
    for named in (True, False):
        mind.say_goodbye()
        clock.advance(timedelta(days=3) if named else timedelta(hours=5))
        say(mind, "Here I am.")
        assert ("You foresaw by" in read(mind, Place.OPENING)) == named


def test_the_surest_beliefs_stand_before_every_turn_and_go_at_once(mind: Mind) -> None:
    model = mind.cognition.models.create("Module 1 is slow to build", Domain.TECHNICAL, confidence=0.9)
    say(mind, "Good morning.")
    stable = read(mind, Place.STABLE)
    assert "Module 1 is slow to build (quite sure)" in stable
    assert "they did not say it" in stable
    mind.cognition.models.invalidate(model.id)
    mind.conversation.withdraw([model.ref])
    say(mind, "And now?")
    assert "Module 1" not in read(mind, Place.STABLE)


def test_a_belief_leaves_the_prompt_with_what_it_was_made_from(mind: Mind, clock: ManualClock) -> None:
    said = say(mind, "I wrote the whole night.")
    mind.cognition.models.create("Mira writes at night", cites=(said,), origin=Origin.TURN)
    mind.say_goodbye()
    clock.advance(timedelta(hours=5))
    say(mind, "Good morning.")
    assert "Mira writes at night" in read(mind, Place.STABLE)
    mind.conversation.withdraw([said])
    say(mind, "And now?")
    assert "Mira writes at night" not in read(mind, Place.STABLE)
    assert mind.cognition.models.all() == []


def test_what_a_turn_notices_is_kept_with_its_words(mind: Mind) -> None:
    noticed = {"kind": "prediction", "text": "The release will ship on Friday", "due": "2026-02-13"}
    said = say(mind, "I am sure the release will ship on Friday.", noticed)
    assert "noticed" in reflected(mind)
    (made,) = mind.cognition.predictions.all()
    assert made.deadline == date(2026, 2, 13)
    assert said in made.cites
    mind.conversation.withdraw([said])
    assert mind.cognition.predictions.all() == []


def test_what_was_not_said_is_not_noticed(mind: Mind) -> None:
    say(mind, "I had soup for lunch.", {"kind": "prediction", "text": "Mira will buy a house in Spain"})
    assert mind.cognition.predictions.all() == []


@pytest.mark.parametrize("kind", [NodeKind.DECISION, NodeKind.MILESTONE])
def test_decisions_and_milestones_are_remembered(mind: Mind, kind: NodeKind) -> None:
    said = say(
        mind,
        "We leave out the parser, that is settled.",
        {"kind": kind.value, "text": "Leave out the parser"},
    )
    (hit,) = [found.node for found in mind.memory.recall("parser", 5) if found.node.kind is kind]
    assert (hit.text, said in hit.sources) == ("Leave out the parser", True)
