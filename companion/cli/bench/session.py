"""One process of the benchmark: `python -m companion.cli.bench.session`.

It reads what to do from its standard input as one JSON document and prints what it measured as another. The
home's key comes the same way: a command line or an environment could be read by others.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.material import HELLO, NEW_FACT, TOPICS, stable_fact
from companion.host import Composition, InstalledModels, LocalService
from companion.service import Json
from engine.clock import Clock, SystemClock
from engine.conversation import CutOrder, Persona, PromptSection, Registry
from engine.language import Early, LanguageModel, LlamaModel, Place
from engine.mind import Mind
from engine.models import standard_store
from engine.trail import LoopStatus, StepKind
from engine.vault import DataKey, Vault

SURFACE = "benchmark"
STROKES_PER_S = 8.0
"""A fluent typist, about a hundred words a minute."""

TOLD_S, ENTER_S = 0.8, 0.25
"""How often the window tells of a draft at the end of a word, and what lies between the last sign and Enter."""


MORNING = datetime(2026, 5, 20, 8, 0, tzinfo=UTC)
"""When each process begins, as it believes: an opening at another hour or date has other tokens."""

EVENING, LONG_BEFORE = MORNING - timedelta(hours=13), MORNING - timedelta(days=30)


class ShiftedClock(SystemClock):
    """The system's clock, set to begin at another moment: an episode is over without anyone waiting."""

    def __init__(self, begins: datetime) -> None:
        self._shift = begins - super().now()

    def now(self) -> datetime:
        return super().now() + self._shift

    def local(self) -> datetime:
        return self.now()


@dataclass
class TimedModel:
    """The installed model, and when it was loaded."""

    models: InstalledModels
    name: str
    loaded: LlamaModel | None = None
    loaded_at: float = 0.0

    def load(self, _name: str | None, progress: Callable[[float], None], early: Early) -> LanguageModel:
        model = self.models.load(self.name, progress, early)
        self.loaded_at = time.monotonic()
        return model

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        return None

    def choose(self, role: str, name: str) -> None:
        """Nothing is chosen in a benchmark."""


@dataclass
class Session:
    """A service over the throwaway home, and what is measured of it."""

    home: Path
    key: DataKey
    model: str
    facts: int
    news: bool
    clock: Clock
    minds: list[Mind] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.source = TimedModel(
            InstalledModels(standard_store(), None, self.key.derive("model state")), self.model
        )

    def open(self) -> LocalService:
        """Start the service; the model begins to load."""
        composition = Composition(
            open_vault=lambda: open_vault(self.home / "vault.db", self.key, self.clock),
            build_mind=self.build,
            language=self.source,
        )
        return LocalService(composition, owner="benchmark")

    def build(self, vault: Vault) -> Mind:
        """A mind whose stable part holds made-up facts."""
        registry = Registry()
        lines = [*map(stable_fact, range(self.facts)), *([NEW_FACT] if self.news else [])]
        text = "What is known:\n" + "\n".join(lines)
        section = PromptSection("made up", Place.STABLE, 50, 4096, lambda _: text, CutOrder.NEVER)
        registry.add_section(section)
        self.minds.append(build_mind(vault, clock=self.clock, persona=Persona(), registry=registry))
        return self.minds[-1]

    def tokens_at(self, place: Place) -> list[int]:
        """Tokens of each segment at `place`, as the model has read them."""
        stream = self.minds[-1].conversation.stream
        return (
            []
            if stream is None
            else [len(one.tokens) for one in stream.ledger.segments if one.place is place]
        )

    def support_tokens(self) -> list[int]:
        """Tokens that stood before each utterance that had any: what was recalled, and the line of the tone with it."""
        stream = self.minds[-1].conversation.stream
        turns = groupby(() if stream is None else stream.ledger.segments, key=lambda one: one.place)
        return [sum(len(one.tokens) for one in turn) for place, turn in turns if place is Place.BLOCK]

    def messages(self) -> list[dict[str, str]]:
        """The prompt as chat messages, for other programs."""
        stream = self.minds[-1].conversation.stream
        found: list[dict[str, str]] = []
        for one in () if stream is None else stream.ledger.segments:
            if one.opens:
                found.append({"role": one.role.value, "content": ""})
            found[-1]["content"] += one.text
        return found


@dataclass(frozen=True, slots=True)
class Spoken:
    """One answer as it was waited for: moments of the monotonic clock."""

    asked_at: float
    first_at: float
    ended_at: float
    result: Json

    @property
    def first_token_s(self) -> float:
        return self.first_at - self.asked_at


def speak(service: LocalService, text: str) -> Spoken:
    """Say `text` and wait for the answer."""
    moments: dict[str, float] = {}

    def note(report: Json) -> None:
        moments.setdefault(report["stage"], time.monotonic())

    asked_at = time.monotonic()
    result = service.submit("say", {"text": text, "surface": SURFACE}, note).result()
    return Spoken(asked_at, moments["text"], moments["answered"], result)


def fill(session: Session, more: Sequence[str] = ()) -> Json:
    """Memories of last month, `more` of them told last, then a first meeting whose end saves the stable part."""
    vault = open_vault(session.home / "vault.db", session.key, ShiftedClock(LONG_BEFORE))
    mind = build_mind(vault, clock=ShiftedClock(LONG_BEFORE))
    for text in (*(one for topic in TOPICS for one in topic.told), *more):
        loop = mind.trail.open_loop(SURFACE, "benchmark", "utterance")
        mind.trail.record(loop, StepKind.UTTERANCE, text, "person")
        mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.say_goodbye()
    mind.trail.catch_up()
    mind.close()
    service = session.open()
    speak(service, "Hello.")
    prefix = sum(session.tokens_at(Place.STABLE))
    service.submit("goodbye", {}).result()
    service.close()
    return {"prefix_tokens": prefix}


def cold(session: Session) -> Json:
    """From the loaded model to the first word of an utterance that waited for it, restoring included."""
    service = session.open()
    spoken = speak(service, HELLO)
    messages = session.messages()
    service.close()
    return {
        "first_token_s": spoken.first_at - session.source.loaded_at,
        "reused_tokens": spoken.result["timings"]["reused_tokens"],
        "prompt_tokens": spoken.result["timings"]["prompt_tokens"],
        "messages": messages[:-1],
    }


def warm(session: Session, number: int) -> Json:
    """Two questions in a running conversation, the second typed before it is sent; another two for each `number`."""
    service = session.open()
    speak(service, HELLO)
    figures: dict[str, list[float]] = {"warm": [], "typed": [], "speed": []}
    for name, place in (("warm", 2 * number), ("typed", 2 * number + 1)):
        service.submit("jobs.wait", {}).result()
        question = TOPICS[place % len(TOPICS)].question
        if name == "typed":
            type_out(service, question)
        spoken = speak(service, question)
        figures[name].append(spoken.first_token_s)
        figures["speed"].append(speed(session, spoken))
    support = session.support_tokens()
    messages = session.messages()
    service.close()
    return {**figures, "support": support, "messages": messages}


def type_out(service: LocalService, text: str) -> None:
    """Type `text` without a pause, told at its first sign, at ends of words and where it asks, as the window does."""
    told = 0.0
    for stroke in range(1, len(text) + 1):
        draft = text[:stroke]
        ends_word = not draft[-1].isalnum() and time.monotonic() - told > TOLD_S
        if stroke == 1 or ends_word or draft[-1] == "?":
            service.submit("draft", {"text": draft, "surface": SURFACE}).result()
            told = time.monotonic()
        time.sleep(1 / STROKES_PER_S)
    time.sleep(ENTER_S)


def speed(session: Session, spoken: Spoken) -> float:
    """Tokens a second, from the first word to the last."""
    model = session.minds[-1].language
    tokens = 0 if model is None else model.count(spoken.result["answer"])
    return (tokens - 1) / max(1e-6, spoken.ended_at - spoken.first_at)


def main() -> None:
    """Do one thing and say what it took."""
    task: dict[str, Any] = json.loads(sys.stdin.read())
    session = Session(
        home=Path(task["home"]),
        key=DataKey(bytes.fromhex(task["key"])),
        model=task["model"],
        facts=task["facts"],
        news=task["phase"] != "fill",
        clock=ShiftedClock(EVENING if task["phase"] == "fill" else MORNING),
    )
    match task["phase"]:
        case "fill":
            figures = fill(session)
        case "cold":
            figures = cold(session)
        case _:
            figures = warm(session, task["number"])
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
