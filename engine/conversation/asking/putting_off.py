"""Replies that answer nothing: another time, or never (`resources/governing/asking.toml`)."""

import re
import tomllib
from enum import StrEnum
from functools import cache
from importlib import resources

_NO_WORD = re.compile(r"[\W_]+")


class Wish(StrEnum):
    """What is to become of a question instead of an answer."""

    LATER = "later"
    NEVER = "never"


def wish_of(text: str) -> Wish | None:
    """The wish that the whole of `text` is, None where it is anything else."""
    return _wishes().get(_plain(text))


@cache
def _wishes() -> dict[str, Wish]:
    source = resources.files("resources") / "governing" / "asking.toml"
    table = tomllib.loads(source.read_text("utf-8"))
    return {_plain(text): wish for wish in Wish for text in table[wish.value]}


def _plain(text: str) -> str:
    return _NO_WORD.sub(" ", text.casefold().replace("'", "").replace("’", "")).strip()
