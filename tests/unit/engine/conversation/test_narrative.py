"""The narrative thread: told when it is due, of what was said alone, and gone with what it was made of."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from engine.clock import ManualClock
from engine.conversation.narrative import NarrativeThread, tell_thread
from engine.events import EventBus
from engine.language import ScriptedModel
from engine.memory import Memory
from engine.settings import Settings
from engine.trail import LoopStatus, Step, StepKind, Trail
from engine.vault import Vault
from engine.withdrawal import spread_withdrawal

Say = Callable[[str], Step]
TOLD = "Mira bakes a cake for her sister Ana. The wedding is on 3 May. They will fly to the Moon with Otto."


@pytest.fixture
def memory(vault: Vault, clock: ManualClock) -> Memory:
    memory = Memory(vault, None, clock, EventBus(), Settings().memory, companion="companion", person="owner")
    memory.load()
    return memory


@pytest.fixture
def thread(trail: Trail, memory: Memory, clock: ManualClock) -> NarrativeThread:
    return NarrativeThread(
        trail,
        memory.working,
        None,
        clock,
        Settings().narrative,
    )


@pytest.fixture
def say(trail: Trail) -> Say:
    def said(text: str) -> Step:
        loop = trail.open_loop("test", "p", "utterance")
        step = trail.record(loop, StepKind.UTTERANCE, text, "Mira")
        trail.close_loop(loop.id, LoopStatus.DONE)
        return step

    return said


def test_it_is_told_of_what_was_said_and_of_nothing_else(thread: NarrativeThread, say: Say) -> None:
    model = ScriptedModel([TOLD])
    assert not tell_thread(thread, model)
    say("I bake a cake for my sister Ana, Mira's own recipe.")
    assert not tell_thread(thread, model)
    last = say("The wedding is on 3 May.")
    assert tell_thread(thread, model)
    told = thread.text()
    assert "Ana" in told.text
    assert "3 May" in told.text
    assert "Otto" not in told.text
    assert f"step:{last.id}" in told.cites


def test_it_is_told_again_when_it_is_old_and_something_was_said(
    thread: NarrativeThread, say: Say, clock: ManualClock
) -> None:
    say("I bake a cake.")
    say("It is for a wedding.")
    assert tell_thread(thread, ScriptedModel(["A cake for a wedding."]))
    clock.advance(timedelta(minutes=9))
    assert not thread.plan()
    say("The oven broke.")
    assert thread.plan()
    assert tell_thread(thread, ScriptedModel(["The oven broke."]))
    say("Now I have no cake.")
    clock.advance(timedelta(minutes=2))
    assert not thread.plan()


def test_a_withdrawn_step_takes_it_along(
    thread: NarrativeThread, say: Say, memory: Memory, vault: Vault, trail: Trail
) -> None:
    step = say("I bake a cake for Ana.")
    say("It is for a wedding.")
    steps = thread.plan()
    assert steps
    assert thread.keep(steps, "A cake for Ana.") is not None
    with vault.unit() as unit:
        spread_withdrawal([memory], unit, {f"step:{step.id}"})
        unit.commit()
    assert thread.text().text == ""
    trail.withdraw(step.id)
    assert thread.keep(steps, "A cake for Ana.") is None


def test_a_model_that_says_nothing_true_tells_nothing(thread: NarrativeThread, say: Say) -> None:
    say("I bake a cake.")
    say("It is for a wedding.")
    assert not tell_thread(thread, ScriptedModel(["Otto flew to Lima in 1984."]))
    assert thread.text().text == ""
