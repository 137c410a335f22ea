"""What of a text may not be lost: names, numbers, dates and promises, by `resources/language/particulars.toml`."""

import re
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.search import holds_phrase

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


class ParticularWords(BaseModel):
    """The words of all languages together."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    promises: tuple[str, ...]
    dates: frozenset[str]
    starters: frozenset[str]


@cache
def particular_words() -> ParticularWords:
    """As shipped; read once."""
    source = resources.files("resources") / "language" / "particulars.toml"
    return ParticularWords.model_validate(tomllib.loads(source.read_text("utf-8")))


def particulars(text: str) -> set[str]:
    """Names, numbers and dates of `text`, case folded. A capital at its beginning counts unless it is a common word."""
    known = particular_words()
    words = _WORD.findall(text)
    names = {word.casefold() for word in words if word[0].isupper() or word.casefold() in known.dates}
    names = {name for name in names if name.replace("’", "'") not in known.starters}
    return {name.removesuffix("'s").removesuffix("’s") for name in names} | set(_NUMBER.findall(text))


def promises(text: str) -> bool:
    """True where something is promised or asked to be kept in mind."""
    return holds_phrase(text, particular_words().promises)
