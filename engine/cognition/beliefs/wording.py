"""The words of this room, read from `resources/prompts/cognition.toml`."""

import tomllib
from functools import cache
from importlib import resources

from engine.cognition.keeping.records import Record


class Sure(Record):
    """What a confidence from `least` (0–1) on is called."""

    least: float
    words: str


class BeliefWords(Record):
    """How beliefs are told."""

    heading: str
    line: str
    applied: str
    sure: tuple[Sure, ...]


class PredictionWords(Record):
    """How a prediction is told whose day has come."""

    due: str


class Wording(Record):
    """Every text of this half of the room."""

    beliefs: BeliefWords
    prediction: PredictionWords

    def sure(self, confidence: float) -> str:
        """How sure a confidence is, in words."""
        return next(each.words for each in self.beliefs.sure if confidence >= each.least)


@cache
def wording() -> Wording:
    """The wording as shipped; read once."""
    text = (resources.files("resources") / "prompts" / "cognition.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))
