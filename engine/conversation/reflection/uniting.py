"""Has a model say two memories in one, in the background lane, where they tell of the same ([C] §8)."""

import tomllib
from functools import cache, partial
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.calling import EngineCall, at_once
from engine.errors import CompanionError
from engine.language import (
    Cancellation,
    ContextOverflowError,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.memory import Alike, Memory
from engine.settings import MemorySettings

UNITING = Sampling(temperature=0.0, repeat_penalty=1.0)
TOKENS = 80


class UnitingWording(BaseModel):
    """What asks for one note in the place of two; `ask` holds `{known}` and `{fresh}`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instruction: str
    ask: str
    different: str
    example: tuple[tuple[str, str], ...]


@cache
def uniting_wording() -> UnitingWording:
    """As shipped in `resources/prompts/uniting.toml`; read once."""
    text = resources.files("resources").joinpath("prompts/uniting.toml").read_text(encoding="utf-8")
    return UnitingWording.model_validate(tomllib.loads(text))


def unite_memories(
    memory: Memory,
    model: LanguageModel,
    settings: MemorySettings,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> int:
    """Look at the latest few that are much alike; returns how many times two became one.

    A small model says of everything that it is the same, and is not asked. What is not finished is done another time.
    """
    if model.info.parameters < settings.unites_parameters:
        return 0
    united = 0
    for _ in range(settings.united_at_once):
        pair = engine(memory.uniting.next)
        text = None if pair is None else said_in_one(pair, model, cancellation)
        if pair is None or text is None:
            break
        united += engine(partial(memory.uniting.keep, pair, text)) is not None
    return united


def said_in_one(pair: Alike, model: LanguageModel, cancellation: Cancellation | None) -> str | None:
    """One text for both, "" where they are not the same or too long to be read; None where it was not finished."""
    try:
        result = model.generate(_request(pair, model), cancellation=cancellation)
    except ContextOverflowError:
        return ""
    except CompanionError:
        return None
    if result.finish is not Finish.STOP:
        return None if result.finish is Finish.CANCELLED else ""
    text = result.text.strip()
    return "" if text.casefold().startswith(uniting_wording().different) else text


def _request(pair: Alike, model: LanguageModel) -> GenerationRequest:
    words = uniting_wording()
    segments = [Segment(Role.SYSTEM, words.instruction.strip(), Place.STABLE)]
    for asked, said in words.example:
        segments.append(Segment(Role.USER, asked, Place.STABLE))
        segments.append(Segment(Role.ASSISTANT, said, Place.STABLE))
    asked = words.ask.strip().format(known=pair.known.text, fresh=pair.fresh.text)
    segments.append(Segment(Role.USER, asked, Place.UTTERANCE, cites=(pair.known.ref, pair.fresh.ref)))
    return GenerationRequest(tuple(map(model.encode, segments)), TOKENS, Lane.BACKGROUND, UNITING)
