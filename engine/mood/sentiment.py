"""How somebody feels who says something, by its words: shares of the 28 emotions of GoEmotions and of their groups.

The classifier is trained by `python tasks.py feelings` and reads English; a model's logits read the rest.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from engine.decisions import TextHead, load_text_head
from engine.embedding import Embedder, in_space
from engine.mood.records import Seeming

HEAD = "feelings"
NEUTRAL = "neutral"


class Group(StrEnum):
    """The four groups of emotions of Demszky et al. (2020)."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    AMBIGUOUS = "ambiguous"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Felt:
    """What an emotion of somebody else does: how they seem, and with which emotion and weight (0–1) one feels along."""

    group: Group
    seems: Seeming
    felt: str
    weight: float


@dataclass(frozen=True, slots=True)
class Sentiment:
    """Shares of emotions in what somebody said, adding up to 1 (labels of `feelings`); `word` says how they feel where
    no emotion names it.
    """

    shares: Mapping[str, float]
    word: str = ""

    @property
    def groups(self) -> dict[Group, float]:
        """The share of each group."""
        summed = dict.fromkeys(Group, 0.0)
        for name, share in self.shares.items():
            summed[group_of(name)] += share
        return summed

    @property
    def group(self) -> Group:
        """The likeliest group."""
        groups = self.groups
        return max(groups, key=groups.__getitem__)

    @property
    def label(self) -> str:
        """The word for how they feel, else the likeliest emotion of the likeliest group."""
        if self.word:
            return self.word
        within = [name for name in self.shares if group_of(name) is self.group]
        return max(within, key=self.shares.__getitem__)


@dataclass(frozen=True)
class SentimentClassifier:
    """Reads English texts; 3 ms each. Callable from any thread."""

    embedder: Embedder
    head: TextHead

    def classify(self, texts: Sequence[str]) -> list[Sentiment]:
        """How the person feels in each of `texts`. Raises EmbeddingError."""
        if not texts:
            return []
        rows = self.head.shares(texts, self.embedder.embed(texts))
        return [Sentiment(dict(zip(self.head.labels, map(float, row), strict=True))) for row in rows]


def open_classifier(embedder: Embedder | None) -> SentimentClassifier | None:
    """The classifier over `embedder`; None without one, or where the head was trained for another."""
    head = load_text_head(HEAD)
    fitting = in_space(embedder, head.space)
    return None if fitting is None else SentimentClassifier(fitting, head)


def group_of(name: str) -> Group:
    """The group of an emotion."""
    return feelings()[name].group


@cache
def feelings() -> dict[str, Felt]:
    """The table `resources/mood/feelings.toml`, in its order."""
    source = resources.files("resources") / "mood" / "feelings.toml"
    rows = tomllib.loads(source.read_text("utf-8"))
    return {
        name: Felt(Group(row["group"]), Seeming(row["seems"]), row["felt"], row["weight"])
        for name, row in rows.items()
    }


LABELS = tuple(feelings())
"""The emotions in their official order."""
