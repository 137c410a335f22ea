"""Sentences that cannot be understood alone: "She's called Samira" says little without the sentence before it."""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

_WORD = re.compile(r"[\w'’]+")
_NEAR = 4
"""Words from the beginning within which somebody who is not named was named before."""


class Leaning(BaseModel):
    """The words and signs that such a text begins with, from `resources/language/leaning.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: frozenset[str]
    persons: frozenset[str]
    introducing: frozenset[str]
    signs: tuple[str, ...]


@cache
def load_leaning() -> Leaning:
    """As shipped; read once."""
    source = resources.files("resources") / "language" / "leaning.toml"
    return Leaning.model_validate(tomllib.loads(source.read_text("utf-8")))


def leans_back(text: str) -> bool:
    """Whether `text` goes on from what was said before it."""
    known = load_leaning()
    if text.strip().startswith(known.signs):
        return True
    words = _WORD.findall(text)[:_NEAR]
    if words and words[0].casefold() in known.words:
        return True
    return _means_somebody(words, known)


def _means_somebody(words: list[str], known: Leaning) -> bool:
    """Whether one of `words` stands for somebody whom none before it brings in."""
    for place, word in enumerate(words):
        if word.casefold() in known.persons:
            return True
        if word.casefold() in known.introducing or (place and word[0].isupper() and "'" not in word):
            return False
    return False
