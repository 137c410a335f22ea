"""What keeps the first word near: states restored, prompts read ahead, prefixes rebuilt beside the conversation.

Like `driver.py`, these run on the caller's thread and hand the engine's part to `engine`.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from engine.calling import EngineCall, Stop, at_once, never
from engine.conversation.answering.asked import ASKED_OF, BEFORE_ANSWER, OF_REQUESTS, can_decide
from engine.conversation.prompting.compaction import summarise
from engine.conversation.prompting.layout import Persona
from engine.conversation.prompting.saved import SavedPrefixes, Slot
from engine.conversation.reflection import REFLECTION_DECISIONS
from engine.conversation.room import ConversationRoom
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    LanguageModel,
    Place,
    PrefixCache,
    Scoring,
    Segment,
)


def _untold(_: float) -> None:
    """The listener of a caller who does not want to know how far it is."""


BetweenTurns = Callable[[Callable[[], object]], object]
"""Runs a call while no turn is on its way."""
REWRITES = ("claim", "reminder", "correction")
PREPARED_DECISIONS = (*BEFORE_ANSWER, *REFLECTION_DECISIONS)
KEPT_FROM = 64
"""Tokens from which a state is worth its place on the disk."""


def resume(
    room: ConversationRoom,
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    early: Mapping[str, bytes] | None = None,
) -> int:
    """Go on where the last process stopped; returns how many tokens need not be read again.

    `early` is what `read_early` gave.

    A state that does not fit (tampered, foreign, cut) is dropped and its tokens are read again.
    """
    best = engine(lambda: room.running.resume(model, early or {}))
    if not isinstance(model, PrefixCache):
        return 0
    policy = sum(len(model.encode(one).tokens) for one in room.policy())
    if best is None or best[2] < policy:
        return _restore_policy(room, model)
    saved, slot, fits = best
    state = saved.state(slot)
    read = model.restore_prefix(state) if state else 0
    if not read:
        saved.drop(slot)
        room.running.unkeep()
    return min(read, fits)


def prepare(
    room: ConversationRoom,
    model: LanguageModel,
    progress: Callable[[float], None] = _untold,
    should_stop: Stop = never,
) -> None:
    """Have all that is the program's own read, and kept for every home: the policy, and the questions of decisions.

    What is there already costs nothing, and where it is to stop, the next one goes on from there. `progress` gets
    fractions of 1. Raises LanguageError.
    """
    names, decides = PREPARED_DECISIONS, _decides(room, model)
    for done, name in enumerate(names if decides else ()):
        if should_stop():
            return
        progress(done / (len(names) + 1))
        room.decisions.warm(model, (name,))
    for name in REWRITES if decides else ():
        room.decisions.rewriter(model, name).warm()
    progress(len(names) / (len(names) + 1))
    name, states = policy_name(room, model), room.prepared
    if states is not None and _is_anyones(room) and isinstance(model, PrefixCache) and not states.has(name):
        state = model.read_prefix(tuple(map(model.encode, room.policy())), own_words=True)
        if state:
            states.put(name, state)
    progress(1.0)


def _restore_policy(room: ConversationRoom, model: LanguageModel) -> int:
    """For a home of which nothing is saved: at least the policy need not be read."""
    if room.prepared is None or not _is_anyones(room) or not isinstance(model, PrefixCache):
        return 0
    state = room.prepared.get(policy_name(room, model))
    return model.restore_prefix(state, own_words=True) if state else 0


def policy_name(room: ConversationRoom, model: LanguageModel) -> str:
    """Under which the policy's state is kept: it changes with the model and every word."""
    words = "".join(f"{one.role}{one.text}" for one in room.policy())
    return f"{model.info.sha256[:16]}/policy/{hashlib.sha256(words.encode()).hexdigest()[:16]}"


def is_prepared(room: ConversationRoom, model: LanguageModel) -> bool:
    """Whether nothing of the program's own is left to be read."""
    if room.prepared is None:
        return True
    decides = _decides(room, model)
    questions = not decides or room.decisions.is_warm(model, PREPARED_DECISIONS, REWRITES)
    return questions and (not _is_anyones(room) or room.prepared.has(policy_name(room, model)))


def _decides(room: ConversationRoom, model: LanguageModel) -> bool:
    return isinstance(model, Scoring) and can_decide(model, room.settings.recall.judge_parameters)


def _is_anyones(room: ConversationRoom) -> bool:
    """Whether nobody has a name in the policy: only then it is the program's own words alone."""
    return room.persona == Persona()


def keep(
    room: ConversationRoom, model: LanguageModel, *, engine: EngineCall = at_once, leaving: bool = True
) -> Callable[[], bool]:
    """Take what is worth saving; the returned call writes it and may run on any thread.

    Unless `leaving`, a closed episode is left alone: who comes back soon goes on with it.
    """
    edition = room.withdrawals
    wanted = engine(lambda: room.running.to_keep(leaving=leaving))
    if wanted is None or not isinstance(model, PrefixCache):
        return _nothing
    if model.forget_beyond(wanted.ledger.segments) < KEPT_FROM:
        return _nothing
    state = model.save_prefix()
    saved = SavedPrefixes(room.vault.cache, model.info.sha256)
    return lambda: _keep_if_current(
        room, edition, lambda: saved.keep(Slot.RUNNING, wanted, state), lambda: saved.drop(Slot.RUNNING)
    )


def read_ahead(model: LanguageModel, segments: Sequence[Segment], cancellation: Cancellation) -> bool:
    """Read a prompt's beginning on the conversation lane; says whether all of it was read.

    It is read in small pieces: what was read by a cancellation stays, and a gentle one lets a piece end.
    """
    if not segments:
        return True
    asked = GenerationRequest(tuple(segments), 0, score_place=Place.UTTERANCE)
    return model.generate(asked, cancellation=cancellation).finish is not Finish.CANCELLED


def maintain(
    room: ConversationRoom,
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    between_turns: BetweenTurns = at_once,
    cancellation: Cancellation | None = None,
) -> bool:
    """Sum up old turns, read the next ledger in the background and swap it in; says whether there was work.

    The conversation may go on meanwhile.
    """
    clean(room, model, engine=engine)
    if isinstance(model, Scoring):
        decides = can_decide(model, room.settings.recall.judge_parameters)
        room.decisions.warm(model, BEFORE_ANSWER if decides else (*OF_REQUESTS, ASKED_OF))
    plan = engine(room.running.plan_compaction)
    if plan is not None:
        summary = summarise(plan, model, room.wording, room.settings.prompt, cancellation)
        if cancellation is not None and cancellation.cancelled:
            return True
        engine(lambda: room.compact(plan, summary))
    return _rebuild(room, model, engine, between_turns, cancellation) or plan is not None


def _rebuild(
    room: ConversationRoom,
    model: LanguageModel,
    engine: EngineCall,
    between_turns: BetweenTurns,
    cancellation: Cancellation | None,
) -> bool:
    wanted = engine(room.running.next_segments)
    if wanted is None:
        return False
    state = model.read_prefix(wanted, cancellation) if isinstance(model, PrefixCache) else b""
    if cancellation is not None and cancellation.cancelled:
        return True
    between_turns(lambda: _swap(room, model, wanted, state, engine))
    return True


def _swap(
    room: ConversationRoom,
    model: LanguageModel,
    wanted: tuple[Segment, ...],
    state: bytes,
    engine: EngineCall,
) -> None:
    """Only if it is still what is wanted: turns may have been added to it, nothing may have been taken out."""
    now = engine(room.running.next_segments)
    if now is None or now[: len(wanted)] != wanted:
        return
    if state and isinstance(model, PrefixCache):
        model.restore_prefix(state)
    engine(room.running.swap)


def keep_next(
    room: ConversationRoom,
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> bool:
    """After a goodbye or the night: read the next episode's stable part in the background and save it.

    Says whether it had changed; where it has not, what is saved at the exit holds it already.
    """
    edition = room.withdrawals
    wanted = engine(room.running.changed_stable)
    if wanted is None or not isinstance(model, PrefixCache):
        return False
    state = model.read_prefix(wanted.ledger.segments, cancellation)
    saved = SavedPrefixes(room.vault.cache, model.info.sha256)
    return bool(state) and _keep_if_current(
        room, edition, lambda: saved.keep(Slot.NEXT, wanted, state), lambda: saved.drop(Slot.NEXT)
    )


def clean(room: ConversationRoom, model: LanguageModel, *, engine: EngineCall = at_once) -> None:
    """Let go of what was withdrawn in every lane of the model."""
    wanted = engine(room.take_uncleaned)
    if wanted is not None and isinstance(model, PrefixCache):
        model.forget_beyond(wanted)


def _keep_if_current(
    room: ConversationRoom, edition: int, keep_it: Callable[[], bool], drop_it: Callable[[], None]
) -> bool:
    """Save what was taken when `edition` withdrawals had been made, unless there were more since."""
    kept = room.withdrawals == edition and keep_it()
    if room.withdrawals != edition:
        # It may have come between the look and the writing: what was written must not outlive it.
        drop_it()
        return False
    return kept


def _nothing() -> bool:
    return False
