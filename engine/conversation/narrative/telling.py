"""Has the thread written in the background lane, by whichever model is there."""

from engine.conversation.driver import EngineCall, at_once
from engine.conversation.narrative.thread import NarrativeThread, Telling
from engine.errors import CompanionError
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.trail import StepKind

TELLING = Sampling(temperature=0.0, repeat_penalty=1.1)
TOKENS = 90
LONGEST_STEP = 300


def tell_thread(
    thread: NarrativeThread,
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> bool:
    """Tell the thread anew where it is due; says whether it was. What is not finished is told another time."""
    telling = engine(thread.plan)
    if telling is None:
        return False
    try:
        result = model.generate(_request(thread, telling, model), cancellation=cancellation)
    except CompanionError:
        return False
    if result.finish is Finish.CANCELLED:
        return False
    return engine(lambda: thread.keep(telling, result.text)) is not None


def _request(thread: NarrativeThread, telling: Telling, model: LanguageModel) -> GenerationRequest:
    words = thread.wording
    talk = "\n".join(
        f"{words.person if step.kind is StepKind.UTTERANCE else words.companion}: {step.text[:LONGEST_STEP]}"
        for step in telling.steps
    )
    prompt = (
        Segment(Role.SYSTEM, words.instruction.strip(), Place.STABLE),
        Segment(Role.USER, f"{talk}\n\n{words.ask}", Place.UTTERANCE, cites=telling.cites),
    )
    return GenerationRequest(tuple(map(model.encode, prompt)), TOKENS, Lane.BACKGROUND, TELLING)
