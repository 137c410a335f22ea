"""Whole replies to a question of the companion's own: yes, no, which one, another time, or never.

`resources/governing/replies.toml`; signs, accents and case do not count. What is no such reply is ordinary talk.
"""

import re
import tomllib
import unicodedata
from enum import StrEnum
from functools import cache
from importlib import resources

_ACCENTS = re.compile("[\u0300-\u036f'’]")
_NO_WORD = re.compile(r"[\W_]+")


class Reply(StrEnum):
    """What is to become of what was asked."""

    YES = "yes"
    NO = "no"
    LATER = "later"
    NEVER = "never"


def read_reply(text: str) -> Reply | int | None:
    """The reply that the whole of `text` is, a number (from 0) for one of several; None where it is anything else."""
    return _replies().get(_plain(text))


def _plain(text: str) -> str:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return _NO_WORD.sub(" ", unicodedata.normalize("NFC", bare)).strip()


@cache
def _replies() -> dict[str, Reply | int]:
    source = resources.files("resources") / "governing" / "replies.toml"
    table = tomllib.loads(source.read_text("utf-8"))
    found: dict[str, Reply | int] = {_plain(text): one for one in Reply for text in table[one]}
    return found | {_plain(text): which for which, texts in enumerate(table["number"]) for text in texts}
