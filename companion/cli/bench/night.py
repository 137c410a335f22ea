"""How a night goes with a model of this machine: hours, calls, tokens, phases, findings, and what has ground.

Material is either evenings (`*.toml` with sittings of turns), talked through with the model as in a conversation, or a
conversation in the LoCoMo format, whose turns become Steps. Everything is in a throwaway vault.
"""

import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import typer

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.keyed import keyed
from companion.cli.bench.recall import ANSWERED, asked, locomo_conversations, said
from companion.host import InstalledModels
from companion.service import Json
from engine.clock import ManualClock
from engine.conversation import Persona, drive, reflect
from engine.errors import InvalidInputError
from engine.language import LanguageModel
from engine.mind import Mind
from engine.models import standard_store
from engine.night import (
    Job,
    JobKind,
    JobState,
    Line,
    Outcome,
    markdown,
    run_next,
    summary_text,
)
from engine.night.undoing import SYNTHESISED
from engine.trail import LoopStatus, StepKind

SURFACE = OWNER = "benchmark"
EVENING = datetime(2026, 5, 19, 19, 0, tzinfo=UTC)
BETWEEN = timedelta(minutes=2)
APART = timedelta(hours=1)
TURN = timedelta(seconds=20)
LIKELY = 0.5
DEPTH = 10
Probe = Callable[[], tuple[float, float]]
"""Asks the questions that a conversation comes with; recall@10 over them, of what was said, and with memories as keys.
"""
MORNING = 7


@dataclass(slots=True)
class NightFigures:
    """What one night took and gave; `brief` is what the person reads."""

    name: str
    jobs: list[Job] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    shown: int = 0
    again: int = 0
    written: int = 0
    grounded: int = 0
    recalled: dict[str, float] = field(default_factory=dict)
    hours: float = 0.0
    brief: str = ""
    summary: str = ""

    def document(self) -> Json:
        """What `--json` prints; without a written sentence there is no share of those that have ground."""
        rounds = [one for job in self.jobs for one in job.rounds]
        written = self.written
        left_out = sum(one.left_out for one in rounds)
        return {
            "name": self.name,
            "hours": round(self.hours, 4),
            "model_calls": sum(one.cost.calls for one in rounds),
            "tokens": sum(one.cost.tokens for one in rounds),
            "phases_valid": sum(one.outcome in {Outcome.VALID, Outcome.EMPTY} for one in rounds),
            "phases_failed": sum(job.state is JobState.DEAD or bool(job.fault) for job in self.jobs)
            + sum(one.outcome is Outcome.UNPARSED for one in rounds),
            "findings_kept": len(self.lines),
            "findings_shown": self.shown,
            "left_out": left_out,
            "sentences_written": written,
            "grounded_share": round(self.grounded / written, 3) if written else None,
            "changes_of_a_second_night": self.again,
            **self.recalled,
            "summary": self.summary,
        }


def measure_night(
    evenings: Path | None, locomo: Path | None, conversation: int, model: str
) -> Iterator[NightFigures]:
    """The nights after each evening of a folder (or file), and after a conversation. Raises CompanionError."""
    language = InstalledModels(standard_store()).load(model or None, lambda _: None)
    try:
        for path in [] if evenings is None else _files(evenings):
            yield _night(path.stem, language, partial(_talk, path))
        if locomo is not None:
            known = locomo_conversations(locomo)
            if conversation >= len(known):
                raise InvalidInputError("conversation", "is beyond the last one", "Give a smaller number.")
            yield _night(f"locomo-{conversation}", language, partial(_ingest, known[conversation]))
    finally:
        language.close()


def print_table(found: Iterable[NightFigures]) -> None:
    """The documents in lines as they come, each with its brief."""
    for figures in found:
        for name, value in figures.document().items():
            typer.echo(f"{name:26} {value}")
        typer.echo(f"\n{figures.brief}")


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.toml")) if path.is_dir() else [path]


def _night(
    name: str, model: LanguageModel | None, live: Callable[[Mind, ManualClock], Probe | None]
) -> NightFigures:
    clock = ManualClock(EVENING)
    mind = build_mind(open_vault(None, None, clock), clock=clock, persona=Persona())
    if model is not None:
        mind.attach_language(model)
    try:
        probe = live(mind, clock)
        morning = (clock.local() + timedelta(days=1)).replace(hour=MORNING, minute=0)
        clock.advance(morning - clock.local())
        before = probe() if probe else None
        figures = _slept(name, mind, model)
        if probe and before is not None:
            after, keyed = probe()
            figures.recalled = {"recall@10_before": before[0], "recall@10_after": after}
            figures.recalled |= {"recall@10_by_memories_too": keyed, "memories": len(mind.memory.nodes())}
        figures.again = sum(one.changes for job in _run(mind, model) for one in job.rounds)
        return figures
    finally:
        mind.close()


def _slept(name: str, mind: Mind, model: LanguageModel | None) -> NightFigures:
    began = time.perf_counter()
    jobs = _run(mind, model)
    lines = [line for job in jobs for line in mind.night.lines(job.ref) if line.section not in _OF_BRIEF]
    figures = NightFigures(name, jobs, lines, len(mind.night.findings()))
    figures.hours = (time.perf_counter() - began) / 3600
    written = _written(mind, jobs, lines)
    figures.written = len(written)
    figures.grounded = sum(_has_ground(mind, model, *one) for one in written)
    brief = mind.night.brief()
    if brief is not None:
        figures.brief, figures.summary = markdown(brief), summary_text(brief)
    return figures


_OF_BRIEF = frozenset({"today", "open", "ahead", "asked", "told", "learnt", "night"})
_IMAGINED = frozenset({"drift", "dream"})


def _written(mind: Mind, jobs: list[Job], lines: list[Line]) -> list[tuple[str, list[str]]]:
    """What a model wrote of the person, lines and memories, each with the words that it stands on.

    A loose thought and the image of a dream say nothing of them.
    """
    asserted = [line for line in lines if line.wrote and line.section not in _IMAGINED]
    changes = [one for job in jobs for one in mind.night.changes(job.ref) if one.what == SYNTHESISED]
    nodes = [mind.memory.node(one.ref.removeprefix("node:")) for one in changes]
    told = [(line.text, line.cites) for line in asserted] + [(node.text, node.sources) for node in nodes]
    return [(text, [words for ref in cites if (words := _words_of(mind, ref))]) for text, cites in told]


def _words_of(mind: Mind, ref: str) -> str:
    kind, _, bare = ref.partition(":")
    if kind == "step":
        return mind.trail.step(bare).text
    return mind.memory.node(bare).text if kind == "node" else ""


def _has_ground(mind: Mind, model: LanguageModel | None, text: str, sources: list[str]) -> bool:
    """Whether a sentence stands in all that its sources say, as the night's own decision finds."""
    if model is None:
        return False
    return mind.conversation.decisions.grounded(model, sources, text) >= LIKELY


def _run(mind: Mind, model: LanguageModel | None) -> list[Job]:
    mind.night.ask_for_night("benchmark")
    done = []
    while (job := run_next(mind.night, model, owner=OWNER)) is not None:
        done.append(job)
    return done


def _talk(path: Path, mind: Mind, clock: ManualClock) -> None:
    """Talk an evening through, both sittings."""
    model = mind.language
    if model is None:
        raise InvalidInputError("model", "is needed to talk an evening through", "Install one.")
    for sitting in _read(path)["sitting"]:
        for turn in sitting["turn"]:
            if "say" in turn:
                drive(mind.begin(turn["say"], SURFACE, OWNER), lambda: model)
                while reflect(mind.conversation, model) is not None:
                    pass
                mind.trail.catch_up()
                clock.advance(BETWEEN)
        mind.say_goodbye()
        clock.advance(APART)
    mind.memory.catch_up()


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InvalidInputError("evening", "cannot be read", "Give a file like mira.toml.") from error


def _ingest(conversation: dict[str, Any], mind: Mind, clock: ManualClock) -> Probe:
    """The first speaker is the person; a session is a time together, and the last one was the evening before.

    What is remembered of each time together is left to the night. Gives what asks the conversation's questions.
    """
    person = conversation["sessions"][0]["turns"][0]["speaker"]
    turn_of: dict[str, str] = {}
    for session in conversation["sessions"]:
        clock.advance(datetime.fromisoformat(session["iso"]).replace(tzinfo=UTC) - clock.now())
        for turn in session["turns"]:
            kind = StepKind.UTTERANCE if turn["speaker"] == person else StepKind.ANSWER
            loop = mind.trail.open_loop(SURFACE, OWNER, kind.value)
            step = mind.trail.record(loop, kind, said(turn), turn["speaker"])
            turn_of[step.id] = turn["dia_id"]
            mind.trail.close_loop(loop.id, LoopStatus.DONE)
            clock.advance(TURN)
        mind.trail.close_episode("goodbye")
    mind.trail.catch_up()
    for job in mind.night.queue.open():
        if job.kind is not JobKind.SESSION:
            mind.night.cancel(job.id)  # what else is done after each talk is not the night's

    def recalled() -> tuple[float, float]:
        answered = [one for one in asked(mind.trail, turn_of, conversation) if one.category in ANSWERED]
        return round(fmean(one.recall[DEPTH] for one in answered), 4), keyed(mind, turn_of, conversation)

    return recalled
