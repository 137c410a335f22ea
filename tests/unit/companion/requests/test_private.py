"""What the person keeps to themselves leaves by no tool and in no file, nor does anything that was made of it."""

import json
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import companion.tools.mind  # noqa: F401 - declares the tools
from companion.service import Json, OnProgress, ignore_progress
from companion.tools.border import READ, Border
from companion.tools.mind import maintenance
from companion.tools.server import PROMPTS, RESOURCES
from engine.cognition import Domain
from engine.errors import CompanionError
from engine.intent import ItemKind
from engine.memory import NewNode, NodeKind
from engine.mind import Mind
from engine.mood import NoMoodError
from engine.person import Action, Proposal
from engine.trail import LoopStatus, StepKind

Ask = Callable[..., dict[str, Any]]
SECRET = "toupee"
ALSO_ASKED: dict[str, Json] = {
    "recall": {"query": "toupee"},
    "trail.search": {"query": "toupee"},
    "models.search": {"query": "toupee"},
    "predictions.search": {"query": "toupee"},
    "principles.search": {"query": "toupee"},
    "reasoning.search": {"query": "toupee"},
    "outcomes.search": {"query": "toupee"},
    "corrections.match": {"text": "toupee"},
    "self.wake": {"query": "toupee"},
    "memory.list": {},
}


class Direct:
    """Answers in the calling thread."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        done: Future[Json] = Future()
        done.set_result(self._ask(request, **parameters))
        return done

    def listen(self, listener: OnProgress) -> Any:
        return lambda: None

    def close(self) -> None:
        pass


def said(mind: Mind, text: str) -> str:
    """Something that the person said and was answered; returns its ref."""
    loop = mind.trail.open_loop("window", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    mind.trail.record(loop, StepKind.ANSWER, f"So: {text}", "Elara")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    return f"step:{step.id}"


@pytest.fixture
def kept(mind: Mind, ask: Ask) -> str:
    """A day of talk that ends with what is kept private later, and all that was made of it; returns the fact's id."""
    said(mind, "The harbour was calm today.")
    said(mind, "The lighthouse needs paint.")
    step = said(mind, "I wear a toupee.")
    claim = Proposal(Action.REMEMBER, "I wear a toupee", topic="looks").stated_in(step[5:], "I wear a toupee")
    mind.person.apply(claim)
    (fact,) = mind.person.facts()
    mind.say_goodbye()
    remember = mind.memory.remember
    insight = remember(NewNode(NodeKind.INSIGHT, "The toupee is a shield.", sources=(step,))).node.ref
    calm = remember(NewNode(NodeKind.CONCEPT, "Calm water is a mirror.")).node.ref
    both = NewNode(NodeKind.CONCEPT, "A toupee is calm water.", sources=(insight, calm), synthesis="test")
    merged = remember(both).node.ref
    remember(NewNode(NodeKind.MILESTONE, "Her toupee came by post.", sources=(fact.ref,)))
    note = NewNode(NodeKind.NOTE, "I felt near her, toupee and all.", title="a toupee", sources=(step,))
    remember(note)
    remember(NewNode(NodeKind.COMPONENT, "I help to carry a toupee.", title="purpose", sources=(merged,)))
    model = mind.cognition.models.create("She hides under a toupee.", Domain.EMOTIONAL, cites=(merged,))
    mind.cognition.predictions.predict("The toupee stays.", cites=(model.ref,))
    mind.cognition.models.create("Paint lasts.", Domain.TECHNICAL)
    with mind.vault.unit() as unit:
        mind.intent.items.add(unit, ItemKind.REMINDER, "Wash the toupee", cites=(step,))
        mind.intent.items.add(unit, ItemKind.REMINDER, "Paint the lighthouse")
        unit.commit()
    ask("person.keep_private", fact=fact.id)
    return fact.id


@pytest.mark.usefixtures("kept")
def test_nothing_that_was_made_of_it_is_told_to_another_program(mind: Mind, ask: Ask) -> None:
    assert SECRET in mind.identity.state().current_context_note
    border = Border(lambda: Direct(ask), "test")
    told: list[tuple[str, Json]] = []
    for request in sorted(READ - {"state", "errand", "border.transcripts"}):
        try:
            told.append((request, border.ask(request, **ALSO_ASKED.get(request, {}))))
        except CompanionError:
            continue
    told.append(("snapshot", maintenance.snapshot(border)))
    for name, (_, reading) in (RESOURCES | PROMPTS).items():
        # Without a mood there is none to be read.
        with suppress(NoMoodError):
            told.append((name, reading(border)))
    assert len(told) > 40
    assert {name: found for name, found in told if is_in(json.dumps(found))} == {}
    assert "lighthouse" in str(told)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("request_name", ["export.markdown", "export.continuity", "export.elara"])
@pytest.mark.parametrize("private", [False, True])
def test_it_is_in_a_file_by_choice_alone(ask: Ask, tmp_path: Path, request_name: str, private: bool) -> None:
    place = tmp_path / "out"
    where = {"path": str(place)} if request_name == "export.continuity" else {"folder": str(place)}
    ask(request_name, **where, private=private)
    files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
    names = "".join(str(file.relative_to(tmp_path)) for file in files)
    text = names + "".join(file.read_bytes().decode("utf-8", "replace") for file in files)
    assert is_in(text) is private
    assert "Calm water is a mirror." in text


def is_in(text: str) -> bool:
    """Whether it stands there, but in what was asked for."""
    return SECRET in text.replace('"query": "toupee"', "").replace('"topic": "toupee"', "").casefold()
