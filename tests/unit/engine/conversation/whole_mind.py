"""A whole mind whose model says what it is told to: which small question is asked is seen by its instruction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.calling import never
from engine.clock import ManualClock
from engine.conversation import Turn, TurnResult, drive, reflect
from engine.conversation.governing import Governed, governing_words
from engine.decisions import load_question
from engine.decisions.rewriting import load_rewrite
from engine.embedding import OnnxEmbedder
from engine.language import (
    Cancellation,
    GenerationRequest,
    LanguageModel,
    ModelInfo,
    Role,
    ScriptedModel,
    Segment,
)
from engine.mind import Mind
from engine.models import standard_folder
from engine.person import Action, Fact, Proposal

ANSWER = "As you wish."


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@dataclass
class Script:
    """What the model answers: each small question by its name, and everything else."""

    wanted: str = "none"
    keep: str | Callable[[str], str] = "yes"
    judges: str | Callable[[str], str] = "no"
    told: str = "plain"
    manner: str = "no"
    supersedes: str = "Adds"
    anaphora: str = "Before"
    claim: str | Callable[[str], str] = ""
    errand: str | Callable[[str], str] = "None"
    todo_status: str | Callable[[str], str] = "Open"
    lead: str = "At"
    half: str = "Morning"
    tense: str | Callable[[str], str] = "Coming"
    self_topic: str = "other"
    reaction: str = "other"
    reminder: str | Callable[[str], str] = ""
    target: str = "1"
    correction: str = ""
    translation: str = ""
    asks: str = "No"
    asked_of: str = "me"
    in_notes: str = "No"
    grounded: str = "Yes"
    answer: Callable[[GenerationRequest], str] = field(default=lambda _: ANSWER)

    def reply(self, request: GenerationRequest) -> str:
        system = next((one.text for one in request.prompt if one.role is Role.SYSTEM), "")
        words = governing_words()
        small = {
            load_question("asks").instruction.strip(): self.asks,
            load_question("asked_of").instruction.strip(): self.asked_of,
            load_question("answer_in_notes").instruction.strip(): self.in_notes,
            load_question("grounded").instruction.strip(): self.grounded,
            load_question("update_wanted").instruction.strip(): self.wanted,
            load_question("keep_about_person").instruction.strip(): _said(self.keep, request),
            load_question("judges_other").instruction.strip(): _said(self.judges, request),
            load_question("epistemic_stance").instruction.strip(): self.told,
            load_question("asks_manner").instruction.strip(): self.manner,
            load_question("supersedes").instruction.strip(): self.supersedes,
            load_question("anaphora").instruction.strip(): self.anaphora,
            load_question("todo_status").instruction.strip(): _said(self.todo_status, request),
            words.target.instruction: self.target,
            load_rewrite("correction").instruction.strip(): self.correction,
            load_rewrite("translation").instruction.strip(): self.translation,
            load_rewrite("claim").instruction.strip(): _said(self.claim, request),
            load_rewrite("reminder").instruction.strip(): _said(self.reminder, request),
            load_question("errand").instruction.strip(): _said(self.errand, request),
            load_question("reminder_lead").instruction.strip(): self.lead,
            load_question("day_half").instruction.strip(): self.half,
            load_question("tense").instruction.strip(): _said(self.tense, request),
            load_question("self_topic").instruction.strip(): self.self_topic,
            load_question("reaction").instruction.strip(): self.reaction,
        }
        return small[system] if system in small else self.answer(request)


def _said(answer: str | Callable[[str], str], request: GenerationRequest) -> str:
    """An answer as it stands, or by the text that is decided about."""
    return answer if isinstance(answer, str) else answer(request.prompt[-1].text)


@dataclass
class Talk:
    """A mind that is talked with."""

    mind: Mind
    script: Script
    model: LanguageModel
    clock: ManualClock

    def say(self, text: str, cancellation: Cancellation | None = None) -> tuple[Turn, TurnResult]:
        turn = self.mind.begin(text, "window", "1@0")
        result = drive(turn, lambda: self.model, cancellation=cancellation)
        self.mind.trail.catch_up()
        return turn, result

    def reflected(self, text: str) -> Turn:
        """Say it, and let it be thought back on."""
        turn, _ = self.say(text)
        reflect(turn.room, self.model)
        return turn

    def know(self, *texts: str) -> list[Fact]:
        """Facts that the person told in an episode before this one."""
        found = []
        for text in texts:
            turn, _ = self.say(text)
            step = self.mind.trail.steps_of(turn.loop_id)[0]
            update = self.mind.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text))
            assert update.fact is not None
            found.append(update.fact)
        return found

    def governed(self, turn: Turn) -> Governed | None:
        assert self.mind.conversation.governor is not None
        return self.mind.conversation.governor.governed(turn.loop_id)

    def changes(self, loop_id: str) -> list[dict[str, Any]]:
        """What a turn changed of what is known, as every surface is told."""
        asked = ROOM_REQUESTS["person.updates"]
        told = asked.answer(Setting(self.mind, never), read(asked.parameters, {"loops": [loop_id]}))
        return told["updates"][loop_id]

    def texts(self) -> list[str]:
        return [fact.text for fact in self.mind.person.facts()]


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def talk(script: Script, embedder: OnnxEmbedder) -> Iterator[Talk]:
    clock = ManualClock(datetime(2026, 11, 21, 10, 0, tzinfo=UTC))
    vault = open_vault(None, None, clock)
    mind = build_mind(vault, embedder=Lent(embedder), clock=clock)
    model = ScriptedModel(script.reply)
    mind.attach_language(model)
    yield Talk(mind, script, model, clock)
    mind.close()


class Deciding(ScriptedModel):
    """Large enough to decide by logits, and as sure as the script says."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=2_000_000_000)

    def choose(
        self, prompt: tuple[Segment, ...], options: Sequence[str], *, hurried: bool = False
    ) -> list[float]:
        said = self._next_reply(GenerationRequest(prompt, 1))
        return [float(option == said) for option in options]

    def surprise(self, prompt: tuple[Segment, ...], last: int) -> list[float]:
        return [0.0] * last


class Lent(OnnxEmbedder):
    """The embedder of the whole session, which a mind does not close."""

    def __init__(self, embedder: OnnxEmbedder) -> None:
        self.__dict__ = embedder.__dict__

    def close(self) -> None:
        """It is not ours."""
