"""Where "correct this" belongs: a fact about the person, or what the companion did (`one-mind.md`, "Claims").

A proposal by meaning, against examples of both; the person sees it and can switch.
"""

import tomllib
from functools import cache
from importlib import resources

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine.embedding import Embedder, vectors_of
from engine.intent.corrections.fitting import likeness
from engine.intent.records import Routing, Wrong

NEAREST = 3
"""Examples of each side that count: the mean of the nearest is steadier than the nearest alone."""


class _Examples(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    person: tuple[str, ...]
    conduct: tuple[str, ...]


@cache
def _examples() -> _Examples:
    text = (resources.files("resources") / "intent" / "correcting.toml").read_text("utf-8")
    return _Examples.model_validate(tomllib.loads(text))


def route(text: str, embedder: Embedder | None) -> Routing:
    """Which of the two `text` sounds like; by words alone where there is no sentence model."""
    examples = _examples()
    person = _nearness(text, examples.person, embedder)
    conduct = _nearness(text, examples.conduct, embedder)
    wrong = Wrong.PERSON if person > conduct else Wrong.CONDUCT
    return Routing(wrong=wrong, lead=abs(person - conduct))


def _nearness(text: str, examples: tuple[str, ...], embedder: Embedder | None) -> float:
    scores = sorted(_scores(text, examples, embedder), reverse=True)[:NEAREST]
    return sum(scores) / len(scores)


def _scores(text: str, examples: tuple[str, ...], embedder: Embedder | None) -> list[float]:
    vectors = vectors_of(embedder, [text, *examples], "routing a correction")
    if vectors is None:
        return [likeness(text, example) for example in examples]
    return [float(score) for score in np.asarray(vectors[1:] @ vectors[0])]
