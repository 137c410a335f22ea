"""A room that fails costs its own part of a turn, and never the turn."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from companion.bootstrap import build_mind, open_vault
from engine.clock import ManualClock
from engine.conversation import ReflectField, Registry, drive, reflect
from engine.conversation.store import outcomes
from engine.errors import CompanionError
from engine.language import Place, ScriptedModel
from engine.mind import Mind
from engine.trail import LoopStatus
from tests.unit.engine.conversation.conftest import REFLECTION

ROOMS = ("person", "memory", "library")
FAULTS = (CompanionError("It cannot be read."), RuntimeError("a fault of our own"), OSError("no disk"))


def broken_by(fault: Exception):
    def broken(*_: object, **__: object):
        raise fault

    return broken


def break_room(monkeypatch: pytest.MonkeyPatch, room: object, fault: Exception) -> None:
    """Every public method raises, but for what ends the room."""
    for name in dir(type(room)):
        if not name.startswith("_") and name not in {"close", "load"} and callable(getattr(type(room), name)):
            monkeypatch.setattr(room, name, broken_by(fault))


@pytest.fixture
def mind() -> Iterator[Mind]:
    clock = ManualClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))
    made = build_mind(open_vault(None, None, clock), clock=clock, registry=Registry())
    made.attach_language(
        ScriptedModel(lambda request: REFLECTION if request.schema else "She is called Pixel.")
    )
    yield made
    made.close()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("broken", [*((room,) for room in ROOMS), ROOMS], ids="+".join)
def test_a_turn_is_answered_and_thought_back_on_whichever_room_fails(
    mind: Mind, monkeypatch: pytest.MonkeyPatch, broken: tuple[str, ...], fault: Exception
) -> None:
    first = drive(mind.begin("My cat is called Pixel.", "window", "1@0"), lambda: mind.language)
    mind.trail.catch_up()
    mind.say_goodbye()
    for name in broken:
        break_room(monkeypatch, getattr(mind, name), fault)
    mind.clock.advance(timedelta(days=1))
    turn = mind.begin("What is my cat called?", "window", "1@0")
    result = drive(turn, lambda: mind.language)
    assert first.answer == result.answer == "She is called Pixel."
    assert mind.trail.loops(1)[0].status is LoopStatus.DONE
    assert turn.approach.context is not None
    assert any(step.fault for step in turn.approach.context.steps)
    assert "Pixel" in turn.approach.context.block
    assert reflect(turn.room, mind.language).outcome == "absorbed"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: type(one).__name__)
def test_a_section_that_fails_is_left_out(
    mind: Mind, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    section = mind.conversation.registry.sections[0]
    object.__setattr__(section, "render", broken_by(fault))
    assert drive(mind.begin("Hello.", "window", "1@0"), lambda: mind.language).answer
    assert any(one.place is Place.STABLE for one in mind.conversation.stream.ledger.segments)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: type(one).__name__)
def test_a_field_that_cannot_be_absorbed_costs_itself_and_nothing_else(mind: Mind, fault: Exception) -> None:
    absorbed: list[str] = []
    registry = mind.conversation.registry
    kept = ReflectField("kept", 95, {"type": "string"}, lambda _unit, _facts, value: absorbed.append(value))

    def half_done(unit, facts, _value) -> None:
        mind.vault.documents.put(unit, "notes/half.md", facts.utterance.text)
        raise fault

    registry.add_field(kept)
    registry.add_field(ReflectField("lost", 96, {"type": "string"}, half_done))
    reply = json.dumps({**json.loads(REFLECTION), "kept": "yes", "lost": "no"})
    mind.attach_language(ScriptedModel(lambda request: reply if request.schema else "I see."))
    turn = mind.begin("It rains.", "window", "1@0")
    drive(turn, lambda: mind.language)
    assert reflect(turn.room, mind.language).outcome == "absorbed"
    assert absorbed[-1] == "yes"
    assert outcomes(mind.vault) == {"absorbed": 1}
    assert mind.vault.documents.get("notes/half.md") is None
    assert any(path.startswith("notes/2026") for path in mind.vault.documents.list("notes/"))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: type(one).__name__)
def test_a_field_whose_schema_fails_is_not_asked_for(mind: Mind, fault: Exception) -> None:
    mind.conversation.registry.add_field(ReflectField("lost", 96, broken_by(fault), lambda *_: None))
    turn = mind.begin("It rains.", "window", "1@0")
    drive(turn, lambda: mind.language)
    waiting = mind.conversation.outstanding.next()
    assert waiting is not None
    assert "lost" not in mind.conversation.registry.reflect_schema(waiting.facts)["properties"]
