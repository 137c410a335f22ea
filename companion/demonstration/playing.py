"""Plays the story through the real mind, under a controlled clock that ends now."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from companion.bootstrap import build_mind, open_vault
from companion.composition.foundation import OWNER_ID
from companion.demonstration.deeds import ask
from companion.demonstration.records import Exchange, Moment, Story, dated, read_story, when
from companion.demonstration.script import ScriptedPart
from companion.host import Composition
from companion.keys import create_keys
from engine.calling import never
from engine.clock import ManualClock
from engine.conversation import Persona, drive, maintain, reflect, tell_thread
from engine.embedding import Embedder
from engine.language import Early, LanguageModel
from engine.mind import Mind
from engine.night import run_next
from engine.vault import DataKey, Vault

SURFACE, OWNER = "window", OWNER_ID
BETWEEN = timedelta(minutes=4)
PERSONA = Persona("Ada", "Mira")


class Scripted:
    """Implements `LanguageSource` with a model that plays one exchange, whatever is said."""

    def __init__(self, exchange: Exchange) -> None:
        self._part = ScriptedPart(exchange)

    def load(self, name: str | None, progress: Callable[[float], None], early: Early) -> LanguageModel:
        progress(1.0)
        return self._part.model()

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        return None

    def choose(self, role: str, name: str) -> None:
        """There is only this one."""


def demonstration(folder: Path, now: datetime, embedder: Callable[[], Embedder | None]) -> Composition:
    """The parts of a mind that has lived through the story; vault and key are in `folder`. Takes some seconds."""
    key, _ = create_keys(folder, secrets.token_urlsafe())
    path, story = folder / "vault.db", read_story()
    play(story, path, key, now, embedder())
    return _over(lambda: open_vault(path, key), embedder, story.now)


def empty(embedder: Callable[[], Embedder | None]) -> Composition:
    """The parts of a mind that was never spoken to."""
    return _over(lambda: open_vault(None, None), embedder, read_story().now)


def play(story: Story, path: Path, key: DataKey, now: datetime, embedder: Embedder | None) -> None:
    """Play `story` into the vault at `path`, as if it had happened in the days before `now`."""
    clock = ManualClock(when(story.moment[0], now))
    mind = build_mind(open_vault(path, key, clock), embedder=embedder, clock=clock, persona=PERSONA)
    part = ScriptedPart()
    model = part.model()
    mind.attach_language(model)
    try:
        for moment in story.moment:
            clock.advance(when(moment, now) - clock.local())
            _live(mind, clock, part, moment, now)
        _sleep_on_it(mind, clock, now)
    finally:
        mind.close()


def _sleep_on_it(mind: Mind, clock: ManualClock, now: datetime) -> None:
    """What is done alone, so that this morning has a brief; without a model."""
    clock.advance(max(now - clock.local(), timedelta()))
    mind.night.agenda.ask_for_night("night")
    while run_next(mind.night, None, owner=OWNER) is not None:
        pass  # one after another, until nothing waits


def _live(mind: Mind, clock: ManualClock, part: ScriptedPart, moment: Moment, now: datetime) -> None:
    model = part.model()
    for deed in moment.deed:
        if deed.when == "before":
            ask(mind, deed.model_copy(update={"parameters": dated(deed.parameters, now.date())}))
    for exchange in moment.turn:
        _say(mind, model, part, exchange)
        clock.advance(BETWEEN)
    for deed in moment.deed:
        if deed.when == "after":
            ask(mind, deed.model_copy(update={"parameters": dated(deed.parameters, now.date())}))
    if moment.goodbye:
        mind.say_goodbye()
        mind.identity.tell_compass(model)


def _say(mind: Mind, model: LanguageModel, part: ScriptedPart, exchange: Exchange) -> None:
    part.hear(exchange)
    turn = mind.begin(exchange.says, SURFACE, OWNER)
    drive(turn, lambda: model)
    while reflect(mind.conversation, model) is not None:
        pass  # one exchange after another, until nothing is outstanding
    for room in (mind.trail, mind.memory, mind.person, mind.library):
        room.catch_up(never)
    tell_thread(mind.narrative, model)
    maintain(mind.conversation, model)


def _over(
    vault: Callable[[], Vault], embedder: Callable[[], Embedder | None], exchange: Exchange
) -> Composition:
    return Composition(
        open_vault=vault,
        build_mind=lambda opened: build_mind(opened, embedder=embedder(), persona=PERSONA),
        language=Scripted(exchange),
        persona=PERSONA,
    )
