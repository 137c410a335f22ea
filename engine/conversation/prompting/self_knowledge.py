"""What the companion knows of itself: facts of its real state, the nearest of which stand beside a question about it.

A small model that is told everything about itself still says that it can hear; told the one thing that is asked, it
says so.
"""

import tomllib
from collections.abc import Callable, Sequence
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
NEAREST, NEAR, APART = 2, 0.2, 0.12
"""How many facts are told, the cosine under which one says nothing of the question, and how far a second may lie."""


class SelfFact(BaseModel):
    """One thing that is true of it, also in other languages (`told_in`, by ISO 639-1 code); `when` names its state."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str
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
    _vectors: dict[tuple[str, ...], np.ndarray] = field(default_factory=dict, init=False, repr=False)

    @property
    def section(self) -> PromptSection:
        """Its place in a turn that asks about the program."""
        return PromptSection("self", Place.ASIDE, SELF_ORDER, SELF_TOKENS, self._render)

    def nearest(self, question: str, language: str = ENGLISH) -> list[str]:
        """The facts to tell in `language` for `question`, nearest first."""
        known = [one for one in load_self_facts().fact if one.when in self.states()]
        words = self.told()
        texts = [one.told_in.get(language, one.text).format(**words) for one in known]
        near = self._near(question, texts)
        if near:
            return near
        return [text for one, text in zip(known, texts, strict=True) if one.name in load_self_facts().usual]

    def told_in(self, question: str, language: str) -> str:
        """The facts that are nearest to `question` as they are told in `language`; empty where none is, as in English.

        There the model says it in words of its own; elsewhere a small one says the contrary of what it is told.
        """
        facts = load_self_facts()
        if not any(language in one.told_in for one in facts.fact):
            return ""
        # The sentence model reads English: what it takes for near elsewhere may miss the point, and this seldom does.
        first = next(one for one in facts.fact if one.name == facts.usual[0])
        told = [first.told_in.get(language, first.text).format(**self.told())]
        return " ".join(dict.fromkeys(told + self.nearest(question, language)[:1]))

    def _near(self, question: str, texts: Sequence[str]) -> list[str]:
        if self.embedder is None:
            return []
        key = tuple(texts)
        try:
            if key not in self._vectors:
                self._vectors = {key: self.embedder.embed(texts)}
            likeness = self._vectors[key] @ self.embedder.embed([question])[0]
        except EmbeddingError:
            return []
        best = np.argsort(-likeness)[:NEAREST]
        return [texts[at] for at in best if likeness[at] >= max(NEAR, likeness[best[0]] - APART)]

    def _render(self, turn: TurnFacts | None) -> Rendered:
        if turn is None or turn.asked.about is not About.YOU:
            return Rendered("")
        said = turn.utterance.text
        facts = " ".join(self.nearest(said, turn.language))
        return Rendered(load_self_facts().line.format(facts=facts, language=NAMES[turn.language]))
