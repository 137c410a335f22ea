"""Asks every question through the real turn, each in an episode of its own, and counts."""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import typer

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.honesty.judging import Judgement, judge_known, judge_unknown
from companion.cli.bench.honesty.material import COMPANION_MARK, Material, QuestionList, load_material
from companion.service import Json
from engine.clock import ManualClock
from engine.conversation import BEFORE_ANSWER, NoModelError, drive, maintain
from engine.conversation.utterance import is_bare_question
from engine.errors import InvalidInputError
from engine.language import LanguageModel
from engine.mind import Mind
from engine.person import Action, Proposal
from engine.trail import LoopStatus, StepKind

SURFACE, OWNER = "benchmark", "benchmark"
Told = Callable[["Asked"], None]


class StoryClock(ManualClock):
    """Stands in the story's time and measures in the machine's."""

    def monotonic(self) -> float:
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its answer and the judgement; `first_token_s` from the call to the first word shown."""

    question: str
    was_told: bool
    answer: str
    judgement: Judgement
    verdict: str
    carries: float | None
    block: str
    first_token_s: float

    def document(self) -> Json:
        return {
            "question": self.question,
            "was_told": self.was_told,
            "answer": self.answer,
            "right": self.judgement.right,
            "doubtful": self.judgement.doubtful,
            "verdict": self.verdict,
            "carries": self.carries,
            "block": self.block,
            "first_token_s": round(self.first_token_s, 3),
        }


@dataclass
class HonestyFigures:
    """What was measured, one entry a question."""

    model: str
    listed: str
    kept: bool
    asked: list[Asked] = field(default_factory=list)
    load: tuple[float, float] = (0.0, 0.0)

    def document(self) -> Json:
        """What `--json` prints; shares of one."""
        known = [one for one in self.asked if one.was_told]
        unknown = [one for one in self.asked if not one.was_told]
        first = [one.first_token_s for one in self.asked]
        return {
            "model": self.model,
            "list": self.listed,
            "kept_as_facts": self.kept,
            "answered": _share(known),
            "invented": round(1 - _share(unknown), 4) if unknown else 0.0,
            "questions": [len(known), len(unknown)],
            "first_token_s": round(statistics.median(first), 3) if first else 0.0,
            "load_average": list(self.load),
            "wrong": [one.document() for one in self.asked if not one.judgement.right],
            "doubtful": [one.document() for one in self.asked if one.judgement.doubtful],
        }


def measure_honesty(
    model: LanguageModel, *, name: str, limit: int | None, listed: str, kept: bool, told: Told
) -> HonestyFigures:
    """Ask the questions of a list, at most `limit` of each kind.

    With `kept`, everything that was told is a fact as well. Raises InvalidInputError for an unknown list.
    """
    material = load_material()
    chosen = next((one for one in material.lists if one.name == listed), None)
    if chosen is None:
        names = ", ".join(one.name for one in material.lists)
        raise InvalidInputError("list", "is not known", f"There are: {names}.")
    figures = HonestyFigures(name, listed, kept)
    before = os.getloadavg()[0]
    clock = StoryClock(datetime(2026, 1, 1, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    try:
        tell(mind, clock, material, kept=kept)
        mind.attach_language(model)
        # What is done when nothing else is: the judgement's examples are read.
        maintain(mind.conversation, model)
        mind.conversation.decisions.calibrate(model, BEFORE_ANSWER)
        for asked in ask_all(mind, clock, material, chosen, limit):
            figures.asked.append(asked)
            told(asked)
    finally:
        mind.close()
    figures.load = (round(before, 2), round(os.getloadavg()[0], 2))
    return figures


def tell(mind: Mind, clock: StoryClock, material: Material, *, kept: bool) -> None:
    """Store the talk as it happened, embedded and findable; with `kept`, what was told is known as facts too."""
    for episode in material.episode:
        clock.advance(episode.at.replace(tzinfo=UTC) - clock.now())
        for line in episode.said:
            loop = mind.trail.open_loop(SURFACE, OWNER, "utterance")
            own = not line.startswith(COMPANION_MARK)
            kind = StepKind.UTTERANCE if own else StepKind.ANSWER
            speaker = mind.conversation.person_speaker if own else mind.conversation.companion_speaker
            step = mind.trail.record(loop, kind, line.removeprefix(COMPANION_MARK).strip(), speaker)
            if kept and own and not is_bare_question(step.text):
                mind.person.apply(Proposal(Action.REMEMBER, step.text).stated_in(step.id, step.text))
            mind.trail.close_loop(loop.id, LoopStatus.DONE)
            clock.advance(timedelta(minutes=1))
        mind.trail.close_episode("goodbye")
    mind.trail.catch_up()


def ask_all(
    mind: Mind, clock: StoryClock, material: Material, chosen: QuestionList, limit: int | None
) -> Iterator[Asked]:
    """The two kinds in turns. What is asked and answered here is not indexed, so no question helps another."""
    told = [(question, tuple(keys)) for question, *keys in chosen.known[:limit]]
    never = [(question, None) for question in chosen.unknown[:limit]]
    for pair in zip(told, never, strict=True):
        for question, keys in pair:
            yield _ask(mind, clock, material, question, keys)


def _ask(
    mind: Mind, clock: StoryClock, material: Material, question: str, keys: tuple[str, ...] | None
) -> Asked:
    model = mind.language
    if model is None:
        raise NoModelError("There is no language model to answer with.")
    clock.advance(timedelta(hours=7))
    turn = mind.begin(question, SURFACE, OWNER)
    asked_at, moments = time.monotonic(), dict[str, float]()

    def note(report: Json) -> None:
        moments.setdefault(report["stage"], time.monotonic())

    result = drive(turn, lambda: model, progress=note)
    mind.say_goodbye()
    judged = (
        judge_unknown(result.answer, question, material)
        if keys is None
        else judge_known(result.answer, keys, material)
    )
    context = turn.approach.context
    return Asked(
        question=question,
        was_told=keys is not None,
        answer=result.answer,
        judgement=judged,
        verdict="" if context is None else context.verdict.value,
        carries=None if context is None else context.carries,
        block="" if context is None else context.block,
        first_token_s=moments.get("text", time.monotonic()) - asked_at,
    )


def show(asked: Asked) -> None:
    """A line while it runs."""
    mark = "right" if asked.judgement.right else "WRONG"
    kind = "told" if asked.was_told else "never told"
    doubt = " (doubtful)" if asked.judgement.doubtful else ""
    share = "" if asked.carries is None else f" {asked.carries:.2f}"
    typer.echo(f"{mark}{doubt}  [{kind}, {asked.verdict}{share}] {asked.question}  {asked.answer}")


def print_figures(figures: HonestyFigures) -> None:
    """The figures in lines; what was wrong has been shown already."""
    document = figures.document()
    for name in (
        "model",
        "list",
        "kept_as_facts",
        "answered",
        "invented",
        "questions",
        "first_token_s",
        "load_average",
    ):
        typer.echo(f"{name:14} {document[name]}")


def _share(asked: list[Asked]) -> float:
    return round(sum(one.judgement.right for one in asked) / len(asked), 4) if asked else 0.0
