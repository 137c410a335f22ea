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
    asks,
    can_decide,
    leans_on,
    may_ask,
    what_is_asked,
)
from engine.conversation.answering.reactions import SAID_LAST, if_glad, moment_of
from engine.conversation.answering.repetition import RepetitionGuard, avoidable, bare_tokens, warmer
from engine.conversation.answering.superseding import Awaited, changes_among
from engine.conversation.answering.support import holds_answer, stands, told_near
from engine.conversation.deeds import Doer
from engine.conversation.reconstruction import Context
from engine.conversation.records import TurnResult
from engine.conversation.room import ConversationRoom
from engine.conversation.turn import Turn
from engine.conversation.utterance import has_mark
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    GenerationResult,
    LanguageError,
    LanguageModel,
    Place,
    PrefixCache,
    Role,
    Segment,
)
from engine.search import sentences
from engine.tongues import ENGLISH
from engine.trail import Step

log = logging.getLogger(__name__)
LEANT_ON = 2
"""Things told long ago that a question of the world may lean on, of those nearest to it: 0.4 s each on two cores."""
TRIES = 3
"""How often an answer is tried that does nothing but repeat what was said."""

Progress = Callable[[dict[str, Any]], None]


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
        result = speak(turn, language, request, progress, cancellation or Cancellation(), engine=engine)
        if added := engine(lambda: turn.close(result)):
            progress({"stage": "text", "text": added})
        finished = engine(lambda: turn.finish(result))
    except BaseException:
        engine(turn.fail)
        raise
    progress({"stage": "answered"})
    return finished


def understand(
    turn: Turn, language: LanguageModel, waiting: Sequence[tuple[Doer, Any]], *, engine: EngineCall = at_once
) -> None:
    """Do what the person wants done, before the answer; `waiting` is what `turn.govern` gave.

    A model that fails here leaves an ordinary turn; what was committed stands whatever becomes of the answer.
    """
    for doer, heard in waiting:
        if turn.is_settled:
            return
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
    turn.asked = may_ask(turn.text)
    decides = can_decide(language, turn.room.settings.recall.judge_parameters)
    if turn.is_settled and not any(deed.gladdens for deed in turn.deeds):
        return
    try:
        with timed(turn.room.clock, turn.stages, "ask"):
            if not turn.is_settled:
                turn.asked = what_is_asked(turn.room.decisions, language, turn.text, decides=decides)
            if decides and not turn.asked.asks and turn.is_small:
                moment = moment_of(turn.room.decisions, language, turn.text)
                turn.moment = if_glad(moment) if turn.is_settled else moment
    except LanguageError as error:
        log.warning("what is asked was not decided: %s", type(error).__name__)


def speak(
    turn: Turn,
    language: LanguageModel,
    request: GenerationRequest,
    progress: Progress,
    cancellation: Cancellation,
    *,
    engine: EngineCall = at_once,
) -> GenerationResult:
    """The answer, shown as it comes; one that only repeats what was said is tried anew before it is shown."""
    request, begun = _begun(turn, language, request)
    if begun and turn.is_told:
        progress({"stage": "text", "text": begun.text})
        # Read for the next turn, and for how surprising it was.
        read = language.generate(replace(request, max_tokens=0), cancellation=cancellation)
        return replace(read, text=begun.text, tokens=begun.tokens, finish=Finish.STOP)
    helping = None if begun or not turn.is_of_world else _alone(turn, language, cancellation, engine)
    tried = partial(_tried, turn, language, begun=begun, engine=engine)
    if helping is None and (notes := turn.to_check):
        result = tried(request, unheard, cancellation, said=turn.text)
        if not cancellation.cancelled and _is_made_up(turn, language, notes, result.text):
            engine(turn.refused)
            return _after([result, speak(turn, language, request, progress, cancellation, engine=engine)])
        progress({"stage": "text", "text": result.text})
        return replace(result, first_token_s=result.total_s)
    if helping is None:
        return tried(request, progress, cancellation, said=turn.text)
    # An answer to a question says its words again.
    result = tried(helping, progress, cancellation, said="")
    return _read_on(language, request, result, cancellation)


def _alone(
    turn: Turn, language: LanguageModel, cancellation: Cancellation, engine: EngineCall
) -> GenerationRequest:
    """The question asked beside the conversation, after what they told where it is about that: just before, or what
    is nearest ("a dinner, you know what I don't eat").
    """
    stream = turn.room.stream
    told = "" if stream is None else engine(partial(stream.told_before, turn.language))
    # A question before it may have no mark ("how many ohm has a copper wire").
    tells = bool(told) and not asks(turn.room.decisions, language, " ".join(told.split()))
    leant_on = [told] if tells else []
    leant_on += [one for one in told_near(turn.context, LEANT_ON) if one not in leant_on]
    with timed(turn.room.clock, turn.stages, "lean"):
        about = "\n".join(leans_on(language, leant_on, turn.text))
    if turn.is_drafted:
        with timed(turn.room.clock, turn.stages, "draft"):
            drafting = engine(partial(turn.asked_alone, about, drafts=True))
            draft = language.generate(drafting, cancellation=cancellation)
        about = f"{about}\n[{' '.join(draft.text.split())}]".strip()
    return engine(partial(turn.asked_alone, about))


def _tried(
    turn: Turn,
    language: LanguageModel,
    request: GenerationRequest,
    progress: Progress,
    cancellation: Cancellation,
    *,
    begun: Segment | None,
    said: str,
    engine: EngineCall,
) -> GenerationResult:
    """The first of some tries that says more than was `said`, shown as it comes."""
    stream = turn.room.stream
    before = () if stream is None else engine(partial(stream.answered_last, SAID_LAST))
    tried: list[GenerationResult] = []
    unwanted = None if begun else _unwanted(turn, engine)
    kept_out = "" if turn.answers_from_notes else said
    for attempt in range(TRIES):
        avoided = avoidable(kept_out, language) if attempt else ()
        is_last = turn.tells_deeds or bool(begun) or attempt == TRIES - 1
        guard = RepetitionGuard(
            said,
            before,
            drops=not turn.asked.asks and not begun,
            tells=turn.answers_from_notes,
            is_unwanted=unwanted,
            is_last_try=is_last,
        )
        if begun and (shown := guard.take(begun.text)):
            progress({"stage": "text", "text": shown})
        sampled = replace(request, sampling=warmer(request.sampling, attempt, avoided))
        tried.append(_spoken(language, sampled, guard, progress, cancellation, goes_on=is_last))
        if is_last or cancellation.cancelled or not guard.repeats:
            break
        if guard.is_refused:
            # What a try was given up for is not said in the next one either.
            leaked = partial(turn.leaked, guard.text)
            kept_out += f" {' '.join(engine(leaked)) if turn.answers_from_notes else guard.text}"
    result = _after(tried)
    if rest := guard.rest():
        progress({"stage": "text", "text": rest})
    if (guard.is_over or guard.is_cut) and not cancellation.cancelled:
        return replace(result, text=guard.text, tokens=bare_tokens(guard.text, language), finish=Finish.STOP)
    if begun:
        result = replace(result, text=begun.text + result.text, tokens=(*begun.tokens, *result.tokens))
    return result


def _is_made_up(turn: Turn, language: LanguageModel, notes: Sequence[str], answer: str) -> bool:
    """Whether an answer stands in no note: "Your truck is called Carlisle" where somebody only parked there."""
    try:
        with timed(turn.room.clock, turn.stages, "check"):
            share = stands(turn.room.decisions, language, notes, answer)
    except LanguageError as error:
        log.warning("an answer was not held against the notes: %s", type(error).__name__)
        return False
    return share < turn.room.settings.recall.grounded_from


def _read_on(
    language: LanguageModel,
    request: GenerationRequest,
    result: GenerationResult,
    cancellation: Cancellation,
) -> GenerationResult:
    """An answer that was found beside the conversation, once the conversation has read the message, too: for the next
    turn, and for how surprising it was.
    """
    read = language.generate(replace(request, max_tokens=0), cancellation=cancellation)
    return replace(
        result,
        prompt_tokens=read.prompt_tokens,
        reused_tokens=read.reused_tokens,
        total_s=result.total_s + read.total_s,
        surprise=read.surprise,
    )


def _unwanted(turn: Turn, engine: EngineCall) -> Callable[[str], bool] | None:
    """What tells of a sentence that it is not to be said; None where nothing does.

    What was told is read off without a word of the prompt's examples ("in the hospital, on a ship"), and elsewhere
    nobody speaks as at a counter. The sentence model of that is English: what it takes for a service's in another
    language may be anything.
    """
    if turn.answers_from_notes:
        return lambda sentence: bool(engine(partial(turn.leaked, sentence)))
    classifier = turn.room.register_classifier if turn.language == ENGLISH else None
    return None if classifier is None else lambda sentence: engine(partial(classifier.is_service, sentence))


def _after(tried: Sequence[GenerationResult]) -> GenerationResult:
    """The last try, with what was read for the first and the time that all of them took."""
    first, last = tried[0], tried[-1]
    lost_s = sum(one.total_s for one in tried[:-1])
    return replace(
        last,
        prompt_tokens=first.prompt_tokens,
        reused_tokens=first.reused_tokens,
        first_token_s=None if last.first_token_s is None else lost_s + last.first_token_s,
        total_s=lost_s + last.total_s,
        surprise=first.surprise,
    )


def _begun(
    turn: Turn, language: LanguageModel, request: GenerationRequest
) -> tuple[GenerationRequest, Segment | None]:
    """The request with the answer begun, and its beginning without the model's markers."""
    if not turn.begins:
        return request, None
    begun = language.encode(Segment(Role.ASSISTANT, turn.begins, Place.ANSWER, opens=False, closes=False))
    spoken = language.encode(Segment(Role.ASSISTANT, turn.begins, Place.ANSWER, closes=False))
    return replace(request, prompt=(*request.prompt, spoken)), begun


def _spoken(
    language: LanguageModel,
    request: GenerationRequest,
    guard: RepetitionGuard,
    progress: Progress,
    cancellation: Cancellation,
    *,
    goes_on: bool,
) -> GenerationResult:
    """One try; given up where it is hopeless, unless it `goes_on`."""
    given_up = Cancellation()
    cancellation.on_cancel(given_up.cancel)

    def show(piece: str) -> None:
        if shown := guard.take(piece):
            progress({"stage": "text", "text": shown})
        if guard.is_over or (guard.is_hopeless and not goes_on):
            given_up.cancel()

    return language.generate(request, show, given_up)


def check(turn: Turn, language: LanguageModel, *, engine: EngineCall = at_once) -> None:
    """Recall, and have the model judge whether it answers what is asked; what asks nothing pays nothing.

    A model that fails here, or has no probabilities to read, leaves the verdict of recall.
    """
    notes = engine(turn.recall)
    if turn.asked.is_of_all and not turn.is_settled:
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
    if (
        notes is None
        or turn.context is None
        or not can_decide(language, turn.room.settings.recall.judge_parameters)
    ):
        return
    question, least = turn.context.query, turn.room.settings.recall.carried_from
    since = _since_changed(turn, language, turn.context, notes, engine)
    holds = partial(holds_answer, turn.room.decisions, language)
    try:
        with timed(turn.room.clock, turn.stages, "check"):
            share = holds(since, question)
            held_before = bool(turn.change) and share < least and holds(notes, question) >= least
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
        context = engine(lambda: turn.to_search)
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
