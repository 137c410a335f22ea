"""Drives a turn: the engine's stages through `engine`, the generation on the calling thread.

The same driver serves the application (where `engine` hands a stage to the engine's thread and waits) and tests
and scripts (where it simply calls).
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engine.calling import EngineCall, at_once
from engine.clock import timed
from engine.conversation.answering.asked import (
    KEEP,
    can_decide,
    may_ask,
    what_is_asked,
)
from engine.conversation.answering.reactions import if_glad, moment_of
from engine.conversation.answering.speaking import Progress, Speaker
from engine.conversation.answering.superseding import Awaited, changes_among
from engine.conversation.answering.support import holds_answer
from engine.conversation.deeds import Doer
from engine.conversation.reconstruction import Context
from engine.conversation.records import TurnResult
from engine.conversation.room import ConversationRoom
from engine.conversation.turn import Turn
from engine.conversation.utterance import has_mark
from engine.errors import CompanionError
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    LanguageError,
    LanguageModel,
    PrefixCache,
)
from engine.search import sentences
from engine.trail import Step

log = logging.getLogger(__name__)


def unheard(_: dict[str, Any]) -> None:
    """The listener of a caller who only wants the result."""


def drive(
    turn: Turn,
    model: Callable[[], LanguageModel],
    *,
    engine: EngineCall = at_once,
    progress: Progress = unheard,
    cancellation: Cancellation | None = None,
) -> TurnResult:
    """A whole turn: `answer_turn` and `read_on`. Raises as they do."""
    result = answer_turn(turn, model, engine=engine, progress=progress, cancellation=cancellation)
    read_on(turn, model, cancellation or Cancellation(), engine=engine)
    return result


def answer_turn(
    turn: Turn,
    model: Callable[[], LanguageModel],
    *,
    engine: EngineCall = at_once,
    progress: Progress = unheard,
    cancellation: Cancellation | None = None,
) -> TurnResult:
    """Hear, govern, recall, check, search, prepare, answer. `model` is asked for after the utterance is safe.

    It may wait for a model to load; what needs none is done before. `progress` gets the stages of the `say` request.
    Raises CompanionError when the answer is lost; the round is closed as interrupted then, and what was said stands.
    """
    engine(turn.hear)
    progress({"stage": "heard", "loop_id": turn.loop_id, "episode_id": turn.episode_id})
    try:
        waiting = engine(turn.govern)
        engine(lambda: turn.room.rehearse(turn.text, turn.focus))
        language = model()
        understand(turn, language, waiting, engine=engine)
        ask(turn, language)
        check(turn, language, engine=engine)
        search(turn, language, engine=engine, progress=progress, cancellation=cancellation)
        request = engine(turn.prepare)
        _let_go(turn, language, request, engine)
        progress({"stage": "recalled", "recalled": [item.model_dump(mode="json") for item in turn.recalled]})
        speaker = Speaker(turn, language, engine, progress, cancellation or Cancellation())
        result = speaker.speak(request)
        if added := engine(lambda: turn.close(result)):
            progress({"stage": "text", "text": added})
        finished = engine(lambda: turn.finish(result))
    except BaseException:
        engine(turn.fail)
        raise
    progress({"stage": "answered"})
    return finished


def read_on(
    turn: Turn,
    model: Callable[[], LanguageModel],
    cancellation: Cancellation,
    *,
    engine: EngineCall = at_once,
) -> None:
    """Have the conversation read a message that was answered without it: for the next turn, and for how surprising it
    was. What stops or fails is read with the next message.
    """
    if turn.unread is None or cancellation.cancelled:
        return
    try:
        read = model().generate(replace(turn.unread, max_tokens=0), cancellation=cancellation)
        if read.finish is not Finish.CANCELLED:
            # Of the half of a message nothing is known.
            engine(partial(turn.note_surprise, read))
    except CompanionError as error:
        log.warning("a message was not read on: %s", type(error).__name__)


def understand(
    turn: Turn, language: LanguageModel, waiting: Sequence[tuple[Doer, Any]], *, engine: EngineCall = at_once
) -> None:
    """Do what the person wants done, before the answer; `waiting` is what `turn.govern` gave.

    A model that fails here leaves an ordinary turn; what was committed stands whatever becomes of the answer.
    """
    for doer, heard_first in waiting:
        if turn.approach.is_settled:
            return
        # A day that was kept just now is no other reminder.
        heard = engine(partial(turn.heard_by, doer)) if turn.approach.dated else heard_first
        if heard is None:
            continue
        try:
            with timed(turn.room.clock, turn.stages, "understand"):
                decided = doer.decide(language, heard)
        except LanguageError as error:
            log.warning("%s decided nothing: %s", doer.name, type(error).__name__)
            continue
        if decided is not None:
            engine(partial(turn.governed, doer, heard, decided))


def ask(turn: Turn, language: LanguageModel) -> None:
    """Have the model decide what is asked, and where nothing is, what kind of moment it is.

    Where it fails or cannot, the marks of the text tell.
    """
    approach = turn.approach
    approach.asked = may_ask(turn.text)
    decides = can_decide(language, turn.room.settings.recall.judge_parameters)
    if approach.is_settled and not any(deed.gladdens for deed in approach.deeds):
        return
    try:
        with timed(turn.room.clock, turn.stages, "ask"):
            if not approach.is_settled:
                approach.asked = what_is_asked(turn.room.decisions, language, turn.text, decides=decides)
            if decides and not approach.asked.asks and approach.is_small:
                moment = moment_of(turn.room.decisions, language, turn.text)
                approach.moment = if_glad(moment) if approach.is_settled else moment
    except LanguageError as error:
        log.warning("what is asked was not decided: %s", type(error).__name__)


def check(turn: Turn, language: LanguageModel, *, engine: EngineCall = at_once) -> None:
    """Recall, and have the model judge whether it answers what is asked; what asks nothing pays nothing.

    A model that fails here, or has no probabilities to read, leaves the verdict of recall.
    """
    notes = engine(turn.recall)
    if turn.approach.asked.is_of_all and not turn.approach.is_settled:
        _recount(turn, language, engine)
    else:
        _judge(turn, language, notes, engine)


def _recount(turn: Turn, language: LanguageModel, engine: EngineCall) -> None:
    """Have what was said of late, and is not thought back on yet, be told where it is worth keeping."""
    lasting: list[tuple[Step, str]] = []
    said = [
        (step, sentence)
        for step in engine(lambda: turn.room.not_thought_back_on(turn.loop_id))
        for sentence in sentences(step.text)
    ]
    least = turn.room.settings.reflect.kept_from
    try:
        with timed(turn.room.clock, turn.stages, "recount"):
            for step, sentence in said:
                kept = turn.room.decisions.decide(language, KEEP, sentence, hurried=True)
                if not has_mark(sentence) and kept.shares["yes"] >= least:
                    lasting.append((step, sentence))
    except LanguageError as error:
        log.warning("what was said of late was not looked through: %s", type(error).__name__)
    engine(lambda: turn.recounted(lasting))


def _judge(turn: Turn, language: LanguageModel, notes: tuple[str, ...] | None, engine: EngineCall) -> None:
    approach, settings = turn.approach, turn.room.settings.recall
    if notes is None or approach.context is None or not can_decide(language, settings.judge_parameters):
        return
    question, least = approach.context.query, settings.carried_from
    since = _since_changed(turn, language, approach.context, notes, engine)
    holds = partial(holds_answer, turn.room.decisions, language)
    try:
        with timed(turn.room.clock, turn.stages, "check"):
            share = holds(since, question)
            held_before = bool(approach.change) and share < least and holds(notes, question) >= least
    except LanguageError as error:
        log.warning("support was not judged: %s", type(error).__name__)
        return
    engine(lambda: turn.judged(share, held_before=held_before))


def _since_changed(
    turn: Turn, language: LanguageModel, context: Context, notes: tuple[str, ...], engine: EngineCall
) -> tuple[str, ...]:
    """The notes without what is over by something said since; as they are where the model fails."""
    room = turn.room
    try:
        with timed(room.clock, turn.stages, "supersede"):
            possible = engine(lambda: room.possible_changes(context, turn.loop_id))
            changes = changes_among(possible, room.decisions, language, room.settings.reflect)
    except LanguageError as error:
        log.warning("what is over was not decided: %s", type(error).__name__)
        return notes
    return engine(partial(turn.changed, changes)) if changes else notes


def judge_ahead(room: ConversationRoom, language: LanguageModel, awaited: Awaited | None) -> None:
    """Have a question that stands there whole, though it is not sent, decided about already. Raises LanguageError."""
    settings = room.settings.recall
    if awaited is None or not can_decide(language, settings.judge_parameters):
        return
    asked = what_is_asked(room.decisions, language, awaited.question)
    if asked.me < settings.judged_from:
        return
    # What is found to be over leaves other notes, which nobody knows yet.
    if not changes_among(awaited.changes, room.decisions, language, room.settings.reflect):
        holds_answer(room.decisions, language, awaited.notes, awaited.question)


def search(
    turn: Turn,
    language: LanguageModel,
    *,
    engine: EngineCall = at_once,
    progress: Progress = unheard,
    cancellation: Cancellation | None = None,
) -> None:
    """Let the model look further where support is weak, before it answers; the person sees what for.

    Strong support, a small model and a turn that asks nothing pay nothing. A model that fails here leaves the
    verdict as it was.
    """
    searching, cancellation = turn.room.searching, cancellation or Cancellation()
    while not cancellation.cancelled:
        context = engine(lambda: turn.approach.to_search)
        if context is None or not searching.serves(language, context):
            return
        try:
            with timed(turn.room.clock, turn.stages, "search"):
                call = searching.choose(language, context, cancellation)
        except LanguageError as error:
            log.warning("nothing was looked for: %s", type(error).__name__)
            return
        if call is None or cancellation.cancelled:
            return
        progress({"stage": "searching", "tool": call.tool.value, "query": call.query})
        _judge(turn, language, engine(partial(turn.searched, call)), engine)


def _let_go(turn: Turn, language: LanguageModel, request: GenerationRequest, engine: EngineCall) -> None:
    """What was withdrawn just now leaves the model before it speaks again."""
    if engine(turn.room.take_uncleaned) is not None and isinstance(language, PrefixCache):
        language.forget_beyond(request.prompt)
