"""Thinks back on what was answered, one exchange after another, in the order of the answers.

What is outstanding is a state of the vault, written with the answer and taken away with what is made of it: an exchange
is reflected on once, however fast somebody types and whenever the process ends. A large model writes the reflection
([A] §3–5) under a grammar; of a small one everything is decided by logits.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.calling import EngineCall, at_once
from engine.conversation.prompting.wording import Wording
from engine.conversation.reflection.claims import Claim, nothing_known
from engine.conversation.reflection.extracting import ClaimExtractor
from engine.conversation.registry import TurnFacts
from engine.conversation.store import (
    OutstandingReflection,
    count_try,
    outstanding,
    put_outstanding,
    settle_outstanding,
)
from engine.conversation.utterance import own_words
from engine.decisions import DecidingStoppedError
from engine.errors import NotFoundError
from engine.language import (
    Cancellation,
    ContextOverflowError,
    Finish,
    GenerationRequest,
    Lane,
    LanguageError,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.trail import IMPORTED, Loop, Step, StepKind
from engine.vault import UnitOfWork

if TYPE_CHECKING:
    from engine.conversation.room import ConversationRoom

log = logging.getLogger(__name__)
WRITTEN = Sampling(temperature=0.6, top_p=0.9, top_k=40, min_p=0.1, repeat_penalty=1.1)
MOST_TRIES = 3
"""Tries after which an exchange that no model can think back on is let go; what was said stands in the trail."""
BEFORE = 6
"""Utterances and answers before an exchange that say what it speaks of."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """An exchange to be reflected on: what was said in it, `before` it, and which quotes are dealt with.

    `moved` are the refs of what was said earlier of things to do that were moved by it.
    """

    facts: TurnFacts
    before: tuple[Step, ...] = ()
    handled: tuple[str, ...] = ()
    tries: int = 0
    moved: frozenset[str] = frozenset()

    @property
    def own_words(self) -> str:
        """The person's own words that are not dealt with."""
        own = own_words(self.facts.utterance.text)
        for quote in self.handled:
            own = own.replace(quote, " ")
        return own.strip()

    @property
    def is_long_past(self) -> bool:
        """Whether it was told another program long ago: it moves no mood, promises nothing, and settles nothing now."""
        return IMPORTED in self.facts.utterance.details


@dataclass(frozen=True, slots=True)
class Thought:
    """What a model made of an exchange: claims, values of reflect fields, and the text it wrote, if it wrote any.

    `is_whole` is False where the model could not finish.
    """

    claims: tuple[Claim, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    is_whole: bool = True


class Reflected(NamedTuple):
    """What became of the exchange of `loop_id`: `absorbed`, `text_only`, `cut_short`, or `postponed` for later."""

    loop_id: str
    outcome: str


class Outstanding:
    """What is not yet reflected on. On the engine's thread."""

    def __init__(self, room: "ConversationRoom") -> None:
        self._room = room

    def add(self, loop: Loop, handled: Sequence[str] = ()) -> None:
        """Note that `loop` is to be reflected on."""
        with self._room.vault.unit() as unit:
            put_outstanding(unit, loop.id, self._room.clock.now(), handled)
            unit.commit()

    def expect(self, unit: UnitOfWork, loop_id: str) -> None:
        """Note it within the caller's unit, as for what was said long ago."""
        put_outstanding(unit, loop_id, self._room.clock.now())

    def list(self) -> list[OutstandingReflection]:
        """All that was said to this companion, in the order in which it will be done."""
        waiting = outstanding(self._room.vault)
        ours = self._room.trail.ours([one.loop_id for one in waiting])
        return [one for one in waiting if one.loop_id in ours]

    def next(self) -> Exchanged | None:
        """The oldest one; those of which nothing stands any more are let go."""
        for waiting in self.list():
            exchanged = self._exchanged(waiting)
            if exchanged is not None:
                return exchanged
            self.settle(waiting.loop_id)
        return None

    def settle(self, loop_id: str) -> None:
        """It need not be reflected on."""
        with self._room.vault.unit() as unit:
            settle_outstanding(unit, loop_id)
            unit.commit()

    def failed(self, exchanged: Exchanged) -> None:
        """A model failed at it; after some tries it is let go."""
        loop_id = exchanged.facts.loop.id
        with self._room.vault.unit() as unit:
            if exchanged.tries + 1 >= MOST_TRIES:
                settle_outstanding(unit, loop_id)
            else:
                count_try(unit, loop_id)
            unit.commit()

    def _exchanged(self, waiting: OutstandingReflection) -> Exchanged | None:
        trail = self._room.trail
        try:
            steps = trail.steps_of(waiting.loop_id)
            loop = trail.loop(waiting.loop_id)
        except NotFoundError:
            return None
        said = next((one for one in steps if one.kind is StepKind.UTTERANCE), None)
        answer = next((one for one in steps if one.kind is StepKind.ANSWER), None)
        if said is None or said.withdrawn_at is not None:
            return None
        stands = answer is None or answer.withdrawn_at is None
        facts = TurnFacts(loop, said, answer if stands else None)
        before = tuple(trail.spoken_before(said, BEFORE))
        return Exchanged(facts, before, waiting.handled, waiting.tries, self._moved_by(f"step:{said.id}"))

    def _moved_by(self, ref: str) -> frozenset[str]:
        items = (item for item in self._room.sources.open_items() if ref in item.cites)
        return frozenset(other for item in items for other in item.cites if other != ref)


def reflect(
    room: "ConversationRoom",
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> Reflected | None:
    """Think back on the oldest outstanding exchange; returns what became of it, None where there is none.

    Cancelled, or after a withdrawal, it stays outstanding and the outcome is `postponed`. Raises
    LanguageError where the model fails; it is tried again then, and let go after some tries.
    """
    exchanged: Exchanged | None = engine(room.outstanding.next)
    if exchanged is None:
        return None
    cancellation = cancellation or Cancellation()
    room.reflecting.append(cancellation)
    withdrawals = room.withdrawals
    try:
        thought = think(room, exchanged, model, cancellation)
    except LanguageError:
        engine(lambda: room.outstanding.failed(exchanged))
        raise
    finally:
        room.reflecting.remove(cancellation)
    outcome: str = engine(lambda: _absorb(room, exchanged, thought, withdrawals, cancellation))
    return Reflected(exchanged.facts.loop.id, outcome)


def _absorb(
    room: "ConversationRoom",
    exchanged: Exchanged,
    thought: Thought,
    withdrawals: int,
    cancellation: Cancellation,
) -> str:
    """Store it, unless something was taken back or it was cut short meanwhile."""
    if cancellation.cancelled or room.withdrawals != withdrawals:
        return "postponed"
    facts = replace(exchanged.facts, tells=bool(thought.claims))
    outcome: str = room.writer.absorb(facts, thought, room.clock.now())
    room.registry.tell()
    return outcome


def think(
    room: "ConversationRoom", exchanged: Exchanged, model: LanguageModel, cancellation: Cancellation
) -> Thought:
    """What `model` makes of an exchange, of a long past one only facts. Where the model is. Raises LanguageError."""
    facts = exchanged.facts
    claims: tuple[Claim, ...] = ()
    values: dict[str, Any] = {}
    words = exchanged.own_words

    def stop() -> bool:
        return cancellation.cancelled

    try:
        if words and room.writer.keeper is not None:
            keeper, reflect = room.writer.keeper, room.settings.reflect
            # What was told another program, long ago, puts nothing out of date.
            known = nothing_known if exchanged.is_long_past else keeper.known
            decisions = room.decisions.until(stop)
            extractor = ClaimExtractor(model, decisions, reflect, known, cancellation, exchanged.moved)
            claims = extractor.of(facts.utterance, exchanged.before, stop, exchanged.handled)
        if exchanged.is_long_past:
            return Thought(claims)
        for each in room.registry.fields:
            if each.decide is not None and words and not stop():
                values[each.name] = each.decide(model, words)
    except (ContextOverflowError, DecidingStoppedError) as error:
        log.info("not all was thought back on: %s", type(error).__name__)
    values = {name: value for name, value in values.items() if value is not None}
    # A model behind a server may not say how large it is: it is taken for large.
    is_small = 0 < model.info.parameters < room.settings.reflect.written_parameters
    if is_small or stop():
        return Thought(claims, values)
    return _written(room, exchanged, model, cancellation, Thought(claims, values))


def _written(
    room: "ConversationRoom",
    exchanged: Exchanged,
    model: LanguageModel,
    cancellation: Cancellation,
    decided: Thought,
) -> Thought:
    """With what a large model writes under the schema of all registered fields."""
    settings = room.settings.reflect
    request = GenerationRequest(
        tuple(map(model.encode, written_prompt(room, exchanged))),
        settings.tokens,
        lane=Lane.BACKGROUND,
        sampling=WRITTEN,
        schema=room.registry.reflect_schema(exchanged.facts),
    )
    result = model.generate(request, cancellation=cancellation)
    return replace(decided, text=result.text, is_whole=result.finish is Finish.STOP)


def written_prompt(room: "ConversationRoom", exchanged: Exchanged) -> list[Segment]:
    """What asks a large model for the whole reflection: who it is, and the exchange.

    Not what was said before it: a note that holds words of another exchange would not go with that one.
    """
    wording, persona = room.wording, room.persona
    person = persona.person or wording.person_unnamed
    lines = [f"{_speaker(step, wording)}: {' '.join(step.text.split())}" for step in exchanged.facts.spoken]
    instruction = wording.reflect.instruction.strip().format(words=room.settings.reflect.note_words)
    directives = wording.directives.strip().format(companion=persona.companion, person=person)
    cites = tuple(f"step:{step.id}" for step in exchanged.facts.spoken)
    return [
        Segment(Role.SYSTEM, f"{directives}\n\n{instruction}", Place.STABLE),
        Segment(Role.USER, "\n".join(lines), Place.UTTERANCE, cites=cites),
    ]


def _speaker(step: Step, wording: Wording) -> str:
    return wording.person_speaker if step.kind is StepKind.UTTERANCE else wording.companion_speaker
