"""What is no memory ([E] §4.5.7): fewer than two words, place holders, what somebody typed to try it out, and grammar
alone.
"""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.night.telling import names, numbers
from engine.search import function_stems, stems

LEAST_WORDS = 2
_WORD = re.compile(r"\w+")


class SweepWords(BaseModel):
    """Words of which such a text is made, those of them that it needs one of, and how else it may begin."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: frozenset[str]
    needed: frozenset[str]
    beginnings: tuple[str, ...]


@cache
def sweep_words() -> SweepWords:
    """As shipped in `resources/night/sweep.toml`; read once."""
    text = resources.files("resources").joinpath("night/sweep.toml").read_text(encoding="utf-8")
    return SweepWords.model_validate(tomllib.loads(text))


def says_nothing(text: str, language: str) -> bool:
    """Whether `text` is no memory; `language` (ISO 639-1) is that of its grammar."""
    told = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    return len(told) < LEAST_WORDS or _holds_a_place(text) or _is_grammar(text, language)


def _holds_a_place(text: str) -> bool:
    known, said = sweep_words(), " ".join(text.casefold().split())
    parts = [word for word in _WORD.findall(said) if not word.isdigit()]
    is_tried_out = bool(known.needed.intersection(parts)) and known.words.issuperset(parts)
    return is_tried_out or said.startswith(known.beginnings)


def _is_grammar(text: str, language: str) -> bool:
    """Nothing but words that every text has: "it is what it is"."""
    return not (set(stems(text)) - function_stems(language) or names(text) or numbers(text))
