"""Plays a scenario through the real mind: the turn the program uses, over a vault that every process opens anew."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.conversation import Turn, TurnResult, drive, maintain, reflect, tell_thread
from engine.embedding import Embedder
from engine.errors import CompanionError
from engine.language import LanguageModel, Place
from engine.memory import Profile
from engine.mind import Mind
from engine.mood import MoodState
from engine.vault import DataKey
from tests.scenarios.invariants import Invariants, Warnings, integrity, reflection_of
from tests.scenarios.played import Played, Spoken
from tests.scenarios.records import Deed, Exchange, Moment, Scenario

SURFACE, OWNER = "window", "scenario"
AXES = ("valence", "energy", "openness")


class MissingError(LookupError):
    """What a deed names is not there: a real model promised something else, or nothing."""


@dataclass
class Player:
    """One companion and one person over a vault at `path`. `hears` is told of each exchange before it is said."""

    scenario: Scenario
    path: Path
    model: LanguageModel
    embedder: Callable[[], Embedder]
    profile: Profile | None = None
    hears: Callable[[Exchange], None] = lambda _: None
    prepares: Callable[[Mind, LanguageModel], None] = lambda _mind, _model: None
    _key: DataKey = field(default_factory=DataKey.generate)
    _mind: Mind | None = None
    _left: MoodState | None = None

    def __post_init__(self) -> None:
        self.clock = ManualClock(self.scenario.when(self.scenario.moment[0]))
        self._invariants = Invariants()

    def play(self, moments: int | None = None) -> Iterator[Played]:
        """Play the first `moments`, or all; each is given as it ended, with what did not hold of any mind.

        After the last one the vault is read through by a new process.
        """
        wanted = self.scenario.moment[:moments]
        with listening() as warnings:
            try:
                for moment in wanted:
                    played = self._moment(moment, warnings)
                    if moment is wanted[-1]:
                        self.leave()
                        played.complaints += integrity(self.mind)
                    yield played
            finally:
                self.leave()

    @property
    def mind(self) -> Mind:
        """The mind of the process that runs; a new one where the last has ended."""
        if self._mind is None:
            vault = open_vault(self.path, self._key, self.clock)
            self._mind = build_mind(vault, embedder=self.embedder(), clock=self.clock, profile=self.profile)
            self._mind.attach_language(self.model)
            self.prepares(self._mind, self.model)
        return self._mind

    def leave(self) -> None:
        """End the process."""
        if self._mind is not None:
            self._mind.close()
            self._mind = None

    def _moment(self, moment: Moment, warnings: Warnings) -> Played:
        self.clock.advance(self.scenario.when(moment) - self.clock.local())
        played = self._met(moment)
        self._do(played, "before")
        for exchange in moment.turn:
            played.spoken.append(self._say(exchange))
        self._do(played, "after")
        if moment.goodbye:
            self._say_goodbye()
        self._look(played)
        played.complaints = [*self._invariants.broken(self.mind), *warnings.taken()]
        self._left = played.after
        if moment.goodbye:
            self.leave()
        return played

    def _met(self, moment: Moment) -> Played:
        mind = self.mind
        return Played(
            moment=moment,
            at=self.clock.local(),
            greeting=mind.intent.greeting(),
            left=self._left,
            met=_mood(mind),
        )

    def _say(self, exchange: Exchange) -> Spoken:
        self.hears(exchange)
        mind, model = self.mind, self.model
        turn = mind.begin(exchange.says, SURFACE, OWNER)
        result = drive(turn, lambda: model)
        before = _mood(mind)
        known = {fact.id for fact in mind.person.facts()}
        done = reflect(turn.room, model)
        outcome = "none" if done is None else done.outcome
        self._keep_up()
        spoken = self._spoken(exchange, turn, result, outcome)
        kept = tuple(fact.text for fact in mind.person.facts() if fact.id not in known)
        return replace(spoken, kept=kept, felt=_shift(before, _mood(mind)))

    def _say_goodbye(self) -> None:
        """With what the program makes of it before the next beginning is read."""
        self.mind.say_goodbye()
        self.mind.identity.tell_compass(self.model)

    def _keep_up(self) -> None:
        """What the program does in the background once it is quiet."""
        mind = self.mind
        for room in (mind.trail, mind.memory, mind.person, mind.library):
            room.catch_up()
        tell_thread(mind.narrative, self.model)
        maintain(mind.conversation, self.model)

    def _spoken(self, exchange: Exchange, turn: Turn, result: TurnResult, outcome: str) -> Spoken:
        mind = self.mind
        stream, body = mind.conversation.stream, reflection_of(mind, turn.loop_id)
        read = [] if stream is None else stream.ledger.segments
        cited = {f"step:{step.id}" for step in mind.trail.steps_of(turn.loop_id)}
        return Spoken(
            exchange=exchange,
            answer=result.answer,
            opening="".join(one.text for one in read if one.place is Place.OPENING),
            block="" if turn.approach.context is None else turn.approach.context.block,
            prompt="".join(one.text for one in read),
            outcome=outcome,
            felt=None,
            kept=(),
            reason=str(body.get("reason", "")),
            seemed=str(body.get("they_seem", "")),
            noticed=tuple(f"{one['kind']} “{one['text']}”" for one in body.get("noticed", ())),
            promised=tuple(item.text for item in mind.intent.items.all() if cited & set(item.cites)),
        )

    def _do(self, played: Played, when: str) -> None:
        for deed in played.moment.deed:
            if deed.when == when:
                try:
                    ask(self.mind, deed)
                except (MissingError, CompanionError) as error:
                    played.undone.append(f"{deed.request}: {error}")

    def _look(self, played: Played) -> None:
        mind = self.mind
        played.after = _mood(mind)
        played.items = {item.text: item for item in mind.intent.items.all()}
        played.overdue = {text for text, item in played.items.items() if mind.intent.is_overdue(item)}
        predictions, noticing = mind.cognition.predictions, mind.cognition.noticing
        compass = mind.identity.compass.read()
        played.compass = "" if compass is None else f"{compass.body.story} {compass.body.note}".strip()
        played.predictions = {one.statement: one for one in predictions.all()}
        played.due = frozenset(one.statement for one in predictions.due())
        played.told = tuple(one.kind for one in reversed(noticing.told(100)))
        played.facts = tuple(mind.person.facts())
        played.stale_goals = tuple(goal.title for goal in mind.intent.goals.stale())
        corrections = mind.intent.corrections
        played.activations = {one.mistake: one.activations for one in corrections.all()}
        played.dormant = tuple(one.mistake for one in corrections.dormant())


@contextmanager
def listening() -> Iterator[Warnings]:
    """Hears what the engine complains of meanwhile."""
    warnings, engine = Warnings(), logging.getLogger("engine")
    engine.addHandler(warnings)
    try:
        yield warnings
    finally:
        engine.removeHandler(warnings)


def ask(mind: Mind, deed: Deed) -> dict[str, Any]:
    """Ask the service's request, with what is named by its text found. Raises MissingError."""
    request = ROOM_REQUESTS[deed.request]
    given = {name: _found(mind, name, value) for name, value in deed.parameters.items()}
    return request.answer(Setting(mind, lambda: False), read(request.parameters, given))


def _found(mind: Mind, name: str, value: Any) -> Any:
    """The id of what a parameter names by its text, and every other value as it is."""
    named = {
        "item": lambda: {one.text: one.id for one in mind.intent.items.all()},
        "goal": lambda: {one.title: one.id for one in mind.intent.goals.all()},
        "prediction": lambda: {one.statement: one.id for one in mind.cognition.predictions.all()},
        "fact": lambda: {one.text: one.id for one in mind.person.facts()},
    }
    if name not in named:
        return value
    known = named[name]()
    if value not in known:
        raise MissingError(f"There is no {name} “{value}”.")
    return known[value]


def _mood(mind: Mind) -> MoodState | None:
    return None if mind.mood is None else mind.mood.state()


def _shift(before: MoodState | None, after: MoodState | None) -> tuple[float, float, float] | None:
    if before is None or after is None:
        return None
    valence, energy, openness = (getattr(after.point, axis) - getattr(before.point, axis) for axis in AXES)
    return valence, energy, openness
