"""Short replies to a question about a change: yes, no, or which one (`resources/governing/replies.toml`)."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources

_ACCENTS = re.compile("[\u0300-\u036f]")
_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Reply:
    """What was replied: `accept` for yes and no, `which` (from 0) for one of several."""

    accept: bool | None = None
    which: int | None = None


def read_reply(text: str) -> Reply | None:
    """The reply that the whole of `text` is, None where it is anything else."""
    return _replies().get(_plain(text))


def _plain(text: str) -> str:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return _NO_WORD.sub(" ", unicodedata.normalize("NFC", bare)).strip()


@cache
def _replies() -> dict[str, Reply]:
    source = resources.files("resources") / "governing" / "replies.toml"
    table = tomllib.loads(source.read_text("utf-8"))
    found = {_plain(text): Reply(accept=True) for text in table["yes"]}
    found |= {_plain(text): Reply(accept=False) for text in table["no"]}
    for which, texts in enumerate(table["number"]):
        found |= {_plain(text): Reply(which=which) for text in texts}
    return found
