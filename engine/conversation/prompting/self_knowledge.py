"""What the companion knows of itself: facts of its real state, of which those that answer a question are told.

A small model that is told everything about itself still says that it can hear; told the one thing that is asked, it
says so.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.conversation.answering.asked import OTHER_TOPIC, SELF_TOPIC, About
from engine.conversation.registry import PromptSection, Rendered, TurnFacts
from engine.decisions import load_question
from engine.embedding import Embedder, EmbeddingError
from engine.language import Place
from engine.tongues import ENGLISH, NAMES

SELF_ORDER, SELF_TOKENS = 80, 110
NEAREST = 2
"""How many facts are told at most."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """From which `near` a fact says something of a question, from which it `surely` does and is told as it stands, and
    how far `apart` a second may lie.
    """

    near: float
    surely: float
    apart: float


BY_SHARE, BY_COSINE = Bounds(0.2, 0.5, 0.3), Bounds(0.35, 0.55, 0.12)
"""Of the decision `self_topic`; and of likeness to its questions where no model can decide."""


class SelfFact(BaseModel):
    """One thing that is true of it, also in other languages (`told_in`, by ISO 639-1 code).

    It `answers` questions of these topics of `self_topic`, without any of its own `name`; `when` names its state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str
    answers: tuple[str, ...] = ()
    told_in: dict[str, str] = Field(default_factory=dict, alias="in")
    when: str = "always"


class SelfFacts(BaseModel):
    """`resources/prompts/self.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: str
    usual: tuple[str, ...]
    fact: tuple[SelfFact, ...]


@cache
def load_self_facts() -> SelfFacts:
    """As shipped; read once."""
    text = resources.files("resources").joinpath("prompts/self.toml").read_text(encoding="utf-8")
    return SelfFacts.model_validate(tomllib.loads(text))


@dataclass
class SelfKnowledge:
    """Answers for one companion. `states` are those it is in now, `told` what `{…}` in a fact stands for."""

    embedder: Embedder | None
    states: Callable[[], frozenset[str]]
    told: Callable[[], dict[str, str]]
    _vectors: np.ndarray | None = field(default=None, init=False, repr=False)

    @property
    def section(self) -> PromptSection:
        """Its place in a turn that asks about the program."""
        return PromptSection("self", Place.ASIDE, SELF_ORDER, SELF_TOKENS, self._render)

    def nearest(self, question: str, topics: Mapping[str, float], language: str = ENGLISH) -> list[str]:
        """The facts to tell in `language` for `question`, which is of these `topics` (shares), nearest first."""
        near, _ = self._near(question, topics)
        return [self._told(fact, language) for fact in near or self._usual]

    def told_in(self, question: str, topics: Mapping[str, float], language: str) -> str:
        """What is told of itself as it stands; empty where the model had better find words of its own.

        A small model says the contrary of what it is told now and then, in other languages than English often.
        """
        near, surely = self._near(question, topics)
        if surely:
            return self._told(near[0], language)
        if language == ENGLISH or not any(language in one.told_in for one in load_self_facts().fact):
            return ""
        told = [*self._usual[:1], *near[:1]]
        return " ".join(dict.fromkeys(self._told(fact, language) for fact in told))

    @property
    def _usual(self) -> list[SelfFact]:
        facts = load_self_facts()
        return [fact for name in facts.usual for fact in self._known if fact.name == name]

    @property
    def _known(self) -> list[SelfFact]:
        states = self.states()
        return [one for one in load_self_facts().fact if one.when in states]

    def _told(self, fact: SelfFact, language: str) -> str:
        return fact.told_in.get(language, fact.text).format(**self.told())

    def _near(self, question: str, topics: Mapping[str, float]) -> tuple[list[SelfFact], bool]:
        """The facts that say something of `question`, and whether the first surely answers it."""
        bounds = BY_SHARE if topics else BY_COSINE
        topics = topics or self._likenesses(question)
        likely = {
            fact.name: max(topics.get(topic, 0.0) for topic in fact.answers or (fact.name,))
            for fact in self._known
        }
        ranked = sorted(self._known, key=lambda fact: -likely[fact.name])[:NEAREST]
        best = likely[ranked[0].name] if ranked else 0.0
        if best < max(bounds.near, topics.get(OTHER_TOPIC, 0.0)):
            return [], False
        least = max(bounds.near, best - bounds.apart)
        return [fact for fact in ranked if likely[fact.name] >= least], best >= bounds.surely

    def _likenesses(self, question: str) -> dict[str, float]:
        """How like `question` is to the likest question of each topic (cosine)."""
        if self.embedder is None:
            return {}
        asked = load_question(SELF_TOPIC).fitted_to
        try:
            if self._vectors is None:
                self._vectors = self.embedder.embed([text for text, _ in asked])
            cosines = self._vectors @ self.embedder.embed([question])[0]
        except EmbeddingError:
            return {}
        best: dict[str, float] = {}
        for (_, topic), cosine in zip(asked, cosines, strict=True):
            best[topic] = max(best.get(topic, 0.0), float(cosine))
        return best

    def _render(self, turn: TurnFacts | None) -> Rendered:
        if turn is None or turn.asked.about is not About.YOU:
            return Rendered("")
        facts = " ".join(self.nearest(turn.utterance.text, turn.asked.topics, turn.language))
        return Rendered(load_self_facts().line.format(facts=facts, language=NAMES[turn.language]))
