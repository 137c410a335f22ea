"""How well requests about what is known are understood before an answer, and what ordinary talk pays for it.

A fresh mind in memory knows some facts; each phrasing is said to it in an episode of its own, and what it changed is
taken back before the next. What is known is told as any answer is: it is asked for where the turn takes it for a
question about the person. What is to be remembered of a day may become a reminder, which is kept as well.
"""

import time
import tomllib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from statistics import median
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.figures import load_average
from companion.home import Home
from companion.host import InstalledModels
from companion.preferences import PreferenceFile
from engine.clock import ManualClock
from engine.conversation import BEFORE_ANSWER, About, Turn, ask, understand
from engine.conversation.governing import Governed
from engine.errors import InvalidInputError
from engine.language import LanguageModel
from engine.mind import Mind
from engine.models import standard_store
from engine.person import Action, Outcome, Proposal
from engine.trail import LoopStatus, StepKind

SURFACE = "benchmark"
NOTHING, ASK = "none", "ask"
MAIN = "main"
_WRITTEN = frozenset({Outcome.COMMITTED, Outcome.CONFIRMED, Outcome.DISPUTED})


class MovableClock(ManualClock):
    """A clock that is set by hand and still measures what passes."""

    def monotonic(self) -> float:
        return time.monotonic()


class Request(BaseModel):
    """A phrasing, what it should do, to what, and which words the new fact must hold."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    say: str
    action: tuple[str, ...]
    target: str = ""
    holds: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


class Phrasings(BaseModel):
    """A list of `resources/benchmarks/updates.toml`, each of another person.

    All but the first were first run unseen; but for the sixth, what was missed then led to more phrasings of the gate.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    fact: tuple[str, ...]
    request: tuple[Request, ...]
    ordinary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of one phrasing; `asked` says that the person was asked first. Times in seconds."""

    say: str
    action: str
    text: str
    targets: tuple[str, ...]
    asked: bool
    wrote: bool
    gate_s: float
    model_s: float


@dataclass
class UpdateFigures:
    """What was measured."""

    model: str
    load: float
    right: list[Heard] = field(default_factory=list)
    wrong: list[Heard] = field(default_factory=list)
    quiet: list[Heard] = field(default_factory=list)
    disturbed: list[Heard] = field(default_factory=list)

    @property
    def requests(self) -> list[Heard]:
        return [*self.right, *self.wrong]

    @property
    def ordinary(self) -> list[Heard]:
        return [*self.quiet, *self.disturbed]

    def document(self) -> dict[str, Any]:
        """Shares of 1, times in milliseconds."""
        opened = [one for one in self.ordinary if one.model_s]
        return {
            "model": self.model,
            "right": round(len(self.right) / len(self.requests), 3),
            "asked_first": sum(one.asked for one in self.right),
            "false_writes": sum(one.wrote for one in self.ordinary),
            "false_lines": len(self.disturbed),
            "gate_ms": round(1000 * median(one.gate_s for one in self.ordinary), 1),
            "ordinary_asked_of_model": round(len(opened) / len(self.ordinary), 3),
            "request_ms": round(1000 * median(one.model_s for one in self.requests)),
            "requests": len(self.requests),
            "ordinary": len(self.ordinary),
            "load_average": self.load,
        }


@dataclass
class Trial:
    """A mind that hears phrasings."""

    mind: Mind
    model: LanguageModel
    clock: ManualClock

    def know(self, facts: tuple[str, ...]) -> None:
        """Let the person have told these."""
        for text in facts:
            turn = self._heard(text)
            step = self.mind.trail.steps_of(turn.loop_id)[0]
            self.mind.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text))
            self._over(turn)
        self.mind.trail.catch_up()

    def hear(self, say: str, before: tuple[str, ...] = ()) -> Heard:
        """Say it, see what it does, take that back."""
        self._before(before)
        turn = self._heard(say)
        began = time.monotonic()
        understand(turn, self.model, turn.govern())
        spent = time.monotonic() - began
        governor = self.mind.conversation.governor
        done = None if governor is None else governor.governed(turn.loop_id)
        model_s = turn.stages.get("understand", 0.0)
        heard = _as_heard(say, done, spent - model_s, model_s)
        if heard.action == NOTHING:
            heard = self._otherwise(turn, heard)
        self._take_back(done)
        self._over(turn)
        return heard

    def _otherwise(self, turn: Turn, heard: Heard) -> Heard:
        """What other rooms make of what changes nothing that is known: something to do, or a question of theirs."""
        noted = "; ".join(deed.text for deed in turn.approach.deeds if deed.text)
        if noted:
            return replace(heard, action="remember", text=noted)
        ask(turn, self.model)
        return replace(heard, action=ASK) if turn.approach.asked.about is About.ME else heard

    def _before(self, said: tuple[str, ...]) -> None:
        if said:
            turn = self._heard(said[0])
            loop = self.mind.trail.loops(1)[0]
            self.mind.trail.record(loop, StepKind.ANSWER, said[1], self.mind.conversation.companion_speaker)
            self.mind.trail.close_loop(turn.loop_id, LoopStatus.DONE)

    def _heard(self, text: str) -> Turn:
        turn = self.mind.begin(text, SURFACE, SURFACE)
        turn.hear()
        return turn

    def _over(self, turn: Turn) -> None:
        self.mind.trail.close_loop(turn.loop_id, LoopStatus.DONE)
        self.mind.trail.close_episode("benchmark")
        self.clock.advance(timedelta(hours=5))

    def _take_back(self, done: Governed | None) -> None:
        governor = self.mind.conversation.governor
        if governor is not None:
            governor.pending = None
        if done is not None and done.update is not None and done.update.outcome is not Outcome.DROPPED:
            self.mind.person.undo(done.update.id)


def measure_updates(home: Home, name: str, phrasings: str = MAIN) -> UpdateFigures:
    """With the model `name`, else the one chosen for the day, and a list by its name. Raises CompanionError."""
    lists = {one.name: one for one in load_phrasings()}
    if phrasings not in lists:
        raise InvalidInputError("list", "is not known", f"There are: {', '.join(lists)}.")
    keeper = PreferenceFile(home.path)
    wish = name or keeper.load().preferences.day_model
    model = InstalledModels(standard_store(), None).load(wish, lambda _: None)
    try:
        return run_trial(wish, model, lists[phrasings])
    finally:
        model.close()


def load_phrasings() -> tuple[Phrasings, ...]:
    """The lists as shipped."""
    source = resources.files("resources") / "benchmarks" / "updates.toml"
    return tuple(map(Phrasings.model_validate, tomllib.loads(source.read_text("utf-8"))["list"]))


def run_trial(name: str, model: LanguageModel, said: Phrasings) -> UpdateFigures:
    """Calibrate as an idle companion does, then hear all of it."""
    clock = MovableClock(datetime(2026, 3, 2, 9, 0, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    try:
        mind.conversation.decisions.calibrate(model, BEFORE_ANSWER)
        trial = Trial(mind, model, clock)
        trial.know(said.fact)
        figures = UpdateFigures(name, load_average())
        for request in said.request:
            heard = trial.hear(request.say, request.before)
            (figures.right if is_right(request, heard) else figures.wrong).append(heard)
        for text in said.ordinary:
            heard = trial.hear(text)
            # A question of theirs is answered, and something to do is noted: nothing that is known changes by either.
            changes = heard.action not in {NOTHING, ASK} and heard.wrote
            (figures.disturbed if changes else figures.quiet).append(heard)
        return figures
    finally:
        mind.close()


def is_right(request: Request, heard: Heard) -> bool:
    """The right action, on the right fact, with the right words in it."""
    if heard.action not in request.action:
        return False
    if request.target and not any(request.target in text for text in heard.targets):
        return False
    told = heard.text.casefold()
    return heard.action not in ("remember", "correct") or all(one.casefold() in told for one in request.holds)


def _as_heard(say: str, done: Governed | None, gate_s: float, model_s: float) -> Heard:
    action, text, asked, wrote = NOTHING, "", False, False
    targets: tuple[str, ...] = ()
    if done is not None and done.update is not None:
        update = done.update
        asked = update.outcome is Outcome.ASKED
        wrote = update.outcome in _WRITTEN
        action, text = update.action.value, "" if update.fact is None else update.fact.text
        about = [one.text for one in update.before] or (
            [] if update.question is None else [update.question.text]
        )
        targets = tuple(about)
    elif done is not None and done.pending is not None:
        asked, action, text = True, done.pending.wanted.action.value, done.pending.text
        targets = tuple(one.text for one in done.pending.targets)
    elif done is not None:
        action, wrote, text = ("forget" if done.hush else ASK), bool(done.withdrawn), done.line
    return Heard(say, action, text, targets, asked, wrote, gate_s, model_s)


def print_table(figures: UpdateFigures) -> None:
    """The figures, then everything that went wrong."""
    for name, value in figures.document().items():
        typer.echo(f"{name.replace('_', ' ')}: {value}")
    for title, found in (("Not right", figures.wrong), ("Disturbed", figures.disturbed)):
        for one in found:
            typer.echo(f"{title}: {one.say!r} → {one.action} {one.text!r} {list(one.targets)}")
