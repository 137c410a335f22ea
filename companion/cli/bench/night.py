"""How a night goes with a model of this machine: hours, calls, tokens, phases, findings, and what has ground.

Material is either evenings (`*.toml` with sittings of turns), talked through with the model as in a conversation, each
sitting on a day of its own with a whole night and a good morning behind it, or a conversation in the LoCoMo format,
whose turns become Steps. Everything is in a throwaway vault.

Recall is measured where memories are further keys to what was said, too: what `Trail.search` finds and the sources of
what `Memory.recall` finds are fused by their ranks (reciprocal rank fusion, Cormack and others 2009, with its constant
of 60). Only measured: the program asks both, and shows both.
"""

import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import typer

from companion.bootstrap import build_mind, open_vault
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
from engine.night.phases.morning.fitting import DRIFT, SECTIONS
from engine.night.undoing import SYNTHESISED
from engine.tongues import ENGLISH
from engine.trail import LoopStatus, StepKind

SURFACE = OWNER = "benchmark"
EVENING = datetime(2026, 5, 19, 19, 0, tzinfo=UTC)
BETWEEN = timedelta(minutes=2)
TURN = timedelta(seconds=20)
DEPTH = 10
Probe = Callable[[], tuple[float, float]]
"""Asks the questions that a conversation comes with; recall@10 over them, of what was said, and with memories as keys.
"""
MORNING = 7
MORNINGS = {
    ENGLISH: "Good morning!",
    "de": "Guten Morgen!",
    "es": "¡Buenos días!",
    "fr": "Bonjour !",
    "it": "Buongiorno!",
    "nl": "Goedemorgen!",
    "pt": "Bom dia!",
}
"""How a person begins the next day, by language (ISO 639-1)."""

DEPTH, WIDE, MEMORIES, SMOOTH = 10, 40, 5, 60
OF_A_SOURCE = 0.5
"""What a step counts for as one of several that a memory was made of."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a model wrote of the person, the words that it stands on, and the share that the decision gives it."""

    text: str
    sources: tuple[str, ...]
    share: float


@dataclass(slots=True)
class NightFigures:
    """What one night took and gave; `brief` is what the person reads, `greeting` how they are greeted that morning.

    `again` is what a second night after nothing new changes, None where none was tried.
    """

    name: str
    jobs: list[Job] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    shown: int = 0
    again: int | None = None
    written: list[Sentence] = field(default_factory=list)
    grounded_from: float = 0.0
    recalled: dict[str, float] = field(default_factory=dict)
    hours: float = 0.0
    brief: str = ""
    greeting: str = ""
    summary: str = ""

    @property
    def grounded_share(self) -> float | None:
        """Of the written sentences; without one there is none."""
        return round(fmean(self.held), 3) if self.written else None

    @property
    def held(self) -> list[bool]:
        """Of each written sentence whether it stands on its sources."""
        return [one.share >= self.grounded_from for one in self.written]

    def document(self) -> Json:
        """What `--json` prints. `failures` are tries that came to nothing, also of what was done in the end."""
        rounds = [one for job in self.jobs for one in job.rounds]
        counted = Counter(one.outcome for one in rounds)
        lost = sum(job.tries for job in self.jobs if job.state is not JobState.DONE)
        return {
            "name": self.name,
            "hours": round(self.hours, 4),
            "model_calls": sum(one.cost.calls for one in rounds),
            "tokens": sum(one.cost.tokens for one in rounds),
            **{f"phases_{outcome.value}": counted[outcome] for outcome in Outcome},
            "jobs_dead": sum(job.state is JobState.DEAD for job in self.jobs),
            "failures": lost + sum(one.tries for one in rounds),
            "findings_kept": len(self.lines),
            "findings_shown": self.shown,
            "left_out": sum(one.left_out for one in rounds),
            "sentences_written": len(self.written),
            "grounded_share": self.grounded_share,
            "changes_of_a_second_night": self.again,
            **self.recalled,
            "summary": self.summary,
            "sentences": [asdict(one) for one in self.written],
            "brief": self.brief,
            "greeting": self.greeting,
        }


def measure_night(
    evenings: Path | None, locomo: Path | None, conversation: int, model: str
) -> Iterator[NightFigures]:
    """The nights after each sitting of a folder's evenings (or a file's), and after a conversation.

    Raises CompanionError.
    """
    language = InstalledModels(standard_store()).load(model or None, lambda _: None)
    try:
        for path in [] if evenings is None else _files(evenings):
            yield from nights_after(path.stem, language, partial(_talk, path))
        if locomo is not None:
            known = locomo_conversations(locomo)
            if conversation >= len(known):
                raise InvalidInputError("conversation", "is beyond the last one", "Give a smaller number.")
            yield from nights_after(f"locomo-{conversation}", language, partial(_ingest, known[conversation]))
    finally:
        language.close()


def print_table(found: Iterable[NightFigures]) -> None:
    """The documents in lines as they come, each with what was written, to be read, its brief, and how it greets then;
    last the share of all sentences that has ground.
    """
    judged: list[bool] = []
    for figures in found:
        told, judged = figures.document(), [*judged, *figures.held]
        for name in [name for name in told if name not in _READ]:
            typer.echo(f"{name:26} {told[name]}")
        for one in figures.written:
            typer.echo(f"wrote ({one.share:.2f})  {one.text}\n    of  {' | '.join(one.sources)}")
        if figures.brief:
            typer.echo(f"\n{figures.brief}")
        if figures.greeting:
            typer.echo(f"Greeted with: {figures.greeting}\n")
    share = f"{fmean(judged):.3f}" if judged else "-"
    typer.echo(f"{'grounded_share of all':26} {share} (n = {len(judged)})")


_READ = frozenset({"sentences", "brief", "greeting"})
"""What is printed as it is read."""


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.toml")) if path.is_dir() else [path]


Lived = Probe | list[NightFigures]
"""What asks the questions of what was lived, or the nights between its days."""


def nights_after(
    name: str, model: LanguageModel | None, live: Callable[[Mind, ManualClock], Lived]
) -> list[NightFigures]:
    """The nights of what `live` makes of a mind, the last one after it; then a second one after nothing, and the
    greeting of that morning. Raises CompanionError.
    """
    clock = ManualClock(EVENING)
    mind = build_mind(open_vault(None, None, clock), clock=clock, persona=Persona())
    if model is not None:
        mind.attach_language(model)
    try:
        lived = live(mind, clock)
        _wake(clock)
        between = lived if isinstance(lived, list) else []
        recalled = 0.0 if isinstance(lived, list) else lived()[0]
        figures = _slept(_of_night(name, len(between)), mind, model, clock)
        if not isinstance(lived, list):
            after, keyed = lived()
            figures.recalled = {"recall@10_before": recalled, "recall@10_after": after}
            figures.recalled |= {"recall@10_by_memories_too": keyed, "memories": len(mind.memory.nodes())}
        mind.night.agenda.ask_for_night(OWNER)
        figures.again = sum(one.changes for job in done_all(mind, model, clock) for one in job.rounds)
        if model is not None and isinstance(lived, list):
            figures.greeting = _greeted(mind, model, clock)
        return [*between, figures]
    finally:
        mind.close()


def _wake(clock: ManualClock) -> None:
    """It is the next morning."""
    morning = (clock.local() + timedelta(days=1)).replace(hour=MORNING, minute=0)
    clock.advance(morning - clock.local())


def _slept(name: str, mind: Mind, model: LanguageModel | None, clock: ManualClock) -> NightFigures:
    began = time.perf_counter()
    mind.night.agenda.ask_for_night(OWNER)
    jobs = done_all(mind, model, clock)
    lines = [
        line for job in jobs for line in mind.night.results.lines(job.ref) if line.section not in _OF_BRIEF
    ]
    figures = NightFigures(name, jobs, lines, len(mind.night.results.findings()))
    figures.hours = (time.perf_counter() - began) / 3600
    figures.grounded_from = mind.night.settings.grounded_from
    figures.written = [_judged(mind, model, *one) for one in _written(mind, jobs, lines)]
    brief = mind.night.results.brief()
    if brief is not None:
        figures.brief, figures.summary = markdown(brief), summary_text(brief)
    return figures


_OF_BRIEF = frozenset(SECTIONS) - {DRIFT}
_IMAGINED = frozenset({DRIFT, "dream"})


def _written(mind: Mind, jobs: list[Job], lines: list[Line]) -> list[tuple[str, list[str]]]:
    """What a model wrote of the person, lines and memories, each with the words that it stands on.

    A loose thought and the image of a dream say nothing of them.
    """
    asserted = [line for line in lines if line.wrote and line.section not in _IMAGINED]
    changes = [one for job in jobs for one in mind.night.undoing.changes(job.ref) if one.what == SYNTHESISED]
    nodes = [mind.memory.node(one.ref.removeprefix("node:")) for one in changes]
    told = [(line.text, line.cites) for line in asserted] + [(node.text, node.sources) for node in nodes]
    return [(text, [words for ref in cites if (words := _words_of(mind, ref))]) for text, cites in told]


def _words_of(mind: Mind, ref: str) -> str:
    kind, _, bare = ref.partition(":")
    if kind == "step":
        return mind.trail.step(bare).text
    return mind.memory.node(bare).text if kind == "node" else ""


def _judged(mind: Mind, model: LanguageModel | None, text: str, sources: list[str]) -> Sentence:
    """A sentence held against all that its sources say, by the night's own decision."""
    share = 0.0 if model is None else mind.conversation.decisions.grounded(model, sources, text)
    return Sentence(text, tuple(sources), round(share, 3))


def done_all(mind: Mind, model: LanguageModel | None, clock: ManualClock) -> list[Job]:
    """All that waits, as it stands when it is over; what failed is tried again when its time has come."""
    done: dict[str, Job] = {}
    while True:
        job = run_next(mind.night, model, owner=OWNER)
        if job is not None:
            done[job.id] = job
        elif (wait_s := mind.night.retry_in_s) is not None:
            clock.advance(timedelta(seconds=wait_s))
        else:
            return list(done.values())


def _talk(path: Path, mind: Mind, clock: ManualClock) -> list[NightFigures]:
    """Talk an evening through, each sitting on its own day; gives the nights between."""
    model = mind.language
    if model is None:
        raise InvalidInputError("model", "is needed to talk an evening through", "Install one.")
    nights: list[NightFigures] = []
    for number, sitting in enumerate(_read(path)["sitting"]):
        if number:
            nights.append(_between(_of_night(path.stem, len(nights)), mind, model, clock))
        for turn in sitting["turn"]:
            if "say" in turn:
                _say(turn["say"], mind, model, clock)
        mind.say_goodbye()
    mind.memory.catch_up()
    return nights


def _say(text: str, mind: Mind, model: LanguageModel, clock: ManualClock) -> str:
    """One turn, thought back on; its answer."""
    answer = drive(mind.begin(text, SURFACE, OWNER), lambda: model).answer
    while reflect(mind.conversation, model) is not None:
        pass
    mind.trail.catch_up()
    clock.advance(BETWEEN)
    return answer


def _between(name: str, mind: Mind, model: LanguageModel, clock: ManualClock) -> NightFigures:
    """The whole night after a sitting, and the greeting of the morning; then it is evening again."""
    _wake(clock)
    mind.memory.catch_up()
    figures = _slept(name, mind, model, clock)
    figures.greeting = _greeted(mind, model, clock)
    mind.say_goodbye()
    clock.advance(clock.local().replace(hour=EVENING.hour, minute=0) - clock.local())
    return figures


def _greeted(mind: Mind, model: LanguageModel, clock: ManualClock) -> str:
    """What it says to a good morning, with which a new time together is opened, in the language that they speak."""
    return _say(MORNINGS.get(mind.night.language, MORNINGS[ENGLISH]), mind, model, clock).strip()


def _of_night(name: str, before: int) -> str:
    return f"{name}, night {before + 1}"


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


def keyed(mind: Mind, turn_of: Mapping[str, str], conversation: Mapping[str, Any]) -> float:
    """recall@10 over the questions of a conversation that have an answer; `turn_of` names the turn of a Step."""
    asked = [one for one in conversation["qa"] if one["evidence"] and one["category"] in ANSWERED]
    return round(fmean(_share(mind, turn_of, one) for one in asked), 4)


def _share(mind: Mind, turn_of: Mapping[str, str], question: Mapping[str, Any]) -> float:
    evidence = set(question["evidence"])
    found = {turn_of.get(step, "") for step in _found(mind, question["question"])}
    return len(evidence & found) / len(evidence)


def _found(mind: Mind, question: str) -> list[str]:
    scores: dict[str, float] = defaultdict(float)
    for rank, hit in enumerate(mind.trail.search(question, WIDE)):
        scores[hit.step.id] += 1 / (SMOOTH + rank)
    for rank, recalled in enumerate(mind.memory.recall(question, MEMORIES, logged=False)):
        for ref in recalled.node.sources:
            scores[ref.removeprefix("step:")] += OF_A_SOURCE / (SMOOTH + rank)
    return sorted(scores, key=lambda step: -scores[step])[:DEPTH]
