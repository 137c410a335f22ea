"""Sentences that cannot be understood alone: "She's called Samira" says little without the sentence before it."""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.search import begins_with_phrase

_WORD = re.compile(r"[\w'’]+")
_SHORTENED = re.compile(r"(?<=\w)(?<!there)['’](?:s|re|ll|d|ve)$", re.IGNORECASE)
"""What a verb leaves behind a word: "she's", "they'll". "There's a party" goes on from nothing."""

_NEAR = 4
"""Words from the beginning within which somebody who is not named was named before."""


class Leaning(BaseModel):
    """The words and signs that such a text begins with, from `resources/language/leaning.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: frozenset[str]
    relatives: tuple[str, ...]
    persons: frozenset[str]
    introducing: frozenset[str]
    speakers: frozenset[str]
    small: frozenset[str]
    again: tuple[str, ...]
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
    words = [_SHORTENED.sub("", word) for word in _WORD.findall(text)[:_NEAR]]
    if words and words[0].casefold() in known.words:
        return True
    return _means_somebody(words, known)


def points_back(question: str) -> bool:
    """Whether a question means something by a word that stands for it, or goes on from what was asked before."""
    known = load_leaning()
    words = {_SHORTENED.sub("", word).casefold() for word in _WORD.findall(question)}
    again = begins_with_phrase(question, known.again) or question.strip().startswith(known.signs)
    return again or bool(words & (known.words | known.persons))


def _means_somebody(words: list[str], known: Leaning) -> bool:
    """Whether one of `words` stands for somebody whom none before it brings in."""
    for place, word in enumerate(words):
        if word.casefold() in known.persons:
            return not _is_name(words[:place], known)
        named = place and word[0].isupper() and word.casefold() not in known.speakers
        if word.casefold() in known.introducing or named:
            return False
    return False


def _is_name(before: list[str], known: Leaning) -> bool:
    """Whether the first word is somebody's name: "Lotte lent me her tent", but not "Yesterday I met her"."""
    if len(before) < 2 or before[0].casefold() in known.small:
        return False
    return before[0][0].isupper() and not known.speakers.intersection(word.casefold() for word in before)
