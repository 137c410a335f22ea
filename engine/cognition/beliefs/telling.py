"""What of its beliefs the companion has before it while it speaks: the surest, what applies, and what is due.

All of it is told as its own inference, within a budget of tokens.
"""

import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from importlib import resources
from typing import NamedTuple

from engine.cognition.beliefs.models import ModelBook
from engine.cognition.beliefs.predictions import PredictionBook
from engine.cognition.beliefs.principles import PrincipleBook
from engine.cognition.beliefs.records import Belief, ModelStatus, Prediction
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import Origin, Record
from engine.settings import CognitionSettings
from engine.telling_time import date_in_words

Count = Callable[[str], int]
LONGEST = 24  # words of a statement that is told


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


class Told(NamedTuple):
    """A text for the prompt with the refs that it rests on."""

    text: str = ""
    cites: tuple[str, ...] = ()


class Telling:
    """Chooses and words what reaches the prompt."""

    def __init__(
        self,
        models: ModelBook,
        predictions: PredictionBook,
        principles: PrincipleBook,
        likeness: Likeness,
        settings: CognitionSettings,
    ) -> None:
        self._models, self._predictions, self._principles = models, predictions, principles
        self._likeness, self._settings = likeness, settings
        self._stands: frozenset[str] = frozenset()

    def standing(self, count: Count) -> Told:
        """The surest principles and models that fit the budget, for the stable part."""
        words = wording().beliefs
        lines, cites = [words.heading], []
        for belief in self._surest():
            line = words.line.format(statement=_clipped(belief.statement), sure=_sure(belief))
            if count("\n".join([*lines, line])) <= self._settings.told_tokens:
                lines.append(line)
                cites.append(belief.ref)
        self._stands = frozenset(cites)
        return Told("\n".join(lines), tuple(cites)) if cites else Told()

    def applying(self, said: str, count: Count) -> Told:
        """The belief that is most about what was just `said` and does not stand before every turn; often none."""
        believed = [*self._own_principles(), *self._active_models()]
        others = {belief.id: belief for belief in believed if belief.ref not in self._stands}
        texts = {name: belief.statement for name, belief in others.items()}
        found = self._likeness.nearest(said, texts, self._settings.applies)
        if found is None:
            return Told()
        best = others[found]
        text = wording().beliefs.applied.format(statement=_clipped(best.statement), sure=_sure(best))
        fits = count(text) <= self._settings.applied_tokens
        return Told(text, (best.ref,)) if fits else Told()

    def due(self, today: date) -> Prediction | None:
        """The earliest prediction whose day has come, unless one was brought up today."""
        due = [each for each in self._predictions.due() if each.origin is not Origin.IMPORT]
        return None if any(each.surfaced_on == today for each in due) else next(iter(due), None)

    def opening(self, prediction: Prediction | None, count: Count) -> Told:
        """A due prediction as an opening names it."""
        if prediction is None:
            return Told()
        noon = datetime(*prediction.deadline.timetuple()[:3], 12, tzinfo=UTC)
        statement = _clipped(prediction.statement)
        text = wording().prediction.due.format(date=date_in_words(noon), statement=statement)
        fits = count(text) <= self._settings.due_tokens
        return Told(text, (prediction.ref,)) if fits else Told()

    def _surest(self) -> list[Belief]:
        principles = self._own_principles()[: self._settings.told_principles]
        return [*principles, *self._active_models()[: self._settings.told_models]]

    def _own_principles(self) -> list[Belief]:
        return [each for each in self._principles.gathered() if each.is_own]

    def _active_models(self) -> list[Belief]:
        return [each for each in self._models.all() if each.status is ModelStatus.ACTIVE and each.is_own]


def _sure(belief: Belief) -> str:
    return wording().sure(belief.confidence)


def _clipped(text: str) -> str:
    words = text.split()
    clipped = " ".join(words[:LONGEST]) + " …" if len(words) > LONGEST else " ".join(words)
    return clipped.rstrip(".")
