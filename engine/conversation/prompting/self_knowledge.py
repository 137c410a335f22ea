"""What the companion knows of itself: facts of its real state, the nearest of which stand beside a question about it.

A small model that is told everything about itself still says that it can hear; told the one thing that is asked, it
says so.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.conversation.answering.asked import About
from engine.conversation.registry import PromptSection, Rendered, TurnFacts
from engine.embedding import Embedder, EmbeddingError
from engine.language import Place
from engine.tongues import ENGLISH, NAMES

SELF_ORDER, SELF_TOKENS = 80, 110
NEAREST, NEAR, APART = 2, 0.35, 0.12
"""How many facts are told, the cosine under which one says nothing of the question, and how far a second may lie."""
SURE = 0.55
"""Cosine to a question that a fact answers from which it is told as it stands."""


class SelfFact(BaseModel):
    """One thing that is true of it, also in other languages (`told_in`, by ISO 639-1 code).

    `asks` are questions that it answers; `when` names its state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str
    asks: tuple[str, ...] = ()
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

    def nearest(self, question: str, language: str = ENGLISH) -> list[str]:
        """The facts to tell in `language` for `question`, nearest first."""
        near = [fact for fact, _ in self._near(question)]
        return [self._told(fact, language) for fact in near or self._usual]

    def told_in(self, question: str, language: str) -> str:
        """What is told of itself as it stands; empty where the model had better find words of its own.

        A small model says the contrary of what it is told now and then, in other languages than English often.
        """
        near = self._near(question)
        if near and near[0][1] >= SURE:
            return self._told(near[0][0], language)
        if language == ENGLISH or not any(language in one.told_in for one in load_self_facts().fact):
            return ""
        told = [*self._usual[:1], *(fact for fact, _ in near[:1])]
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

    def _near(self, question: str) -> list[tuple[SelfFact, float]]:
        """The facts whose questions are nearest to `question`, with the cosine."""
        if self.embedder is None:
            return []
        facts = load_self_facts().fact
        try:
            if self._vectors is None:
                self._vectors = self.embedder.embed([ask for fact in facts for ask in fact.asks])
            likeness = iter(self._vectors @ self.embedder.embed([question])[0])
        except EmbeddingError:
            return []
        best = {fact.name: max(float(next(likeness)) for _ in fact.asks) for fact in facts if fact.asks}
        ranked = sorted(self._known, key=lambda fact: -best.get(fact.name, 0.0))[:NEAREST]
        least = max(NEAR, best.get(ranked[0].name, 0.0) - APART) if ranked else NEAR
        return [(fact, best[fact.name]) for fact in ranked if best.get(fact.name, 0.0) >= least]

    def _render(self, turn: TurnFacts | None) -> Rendered:
        if turn is None or turn.asked.about is not About.YOU:
            return Rendered("")
        said = turn.utterance.text
        facts = " ".join(self.nearest(said, turn.language))
        return Rendered(load_self_facts().line.format(facts=facts, language=NAMES[turn.language]))
