"""Where one sentence ends and the next begins, for every room that takes a text apart."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

_END = re.compile(
    r"(?P<stop>[.!?…]+)[\"'”’»)\]]*(?=\s|\Z)"  # 3.50 and example.com go on
    r"|[。！？｡]+[」』”’）]*"
    r"|\n+"
)
_SEMICOLON = re.compile(r"(?<=;)\s+|(?<=；)\s*")
_WORD = re.compile(r"[\w.:,]*\w\Z")
_NEXT = re.compile(r"\s*[\"'“‘«(\[]*(\w+)")
_ORDINAL = re.compile(r"\d{1,2}\Z")


class Stops(BaseModel):
    """Words whose full stop ends nothing, from `resources/language/sentences.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    inside: frozenset[str]
    capitals: frozenset[str]
    numbered: frozenset[str]
    others: frozenset[str]
    months: frozenset[str]


@cache
def load_stops() -> Stops:
    """As shipped; read once."""
    source = resources.files("resources") / "language" / "sentences.toml"
    return Stops.model_validate(tomllib.loads(source.read_text("utf-8")))


def sentences(text: str) -> list[str]:
    """`text` in sentences without the blanks around them: at stops before a blank, at stops of scripts that leave none,
    and at ends of lines. Nothing but blanks is left out.
    """
    return [part for start, end in _spans(text) if (part := text[start:end].strip())]


def sentence_at(text: str, place: int) -> str:
    """The one of those sentences that the sign at `place` stands in."""
    return next((text[start:end] for start, end in _spans(text) if start <= place < end), text).strip()


def clauses(text: str) -> list[str]:
    """The same, and at semicolons."""
    return [part.strip() for one in sentences(text) for part in _SEMICOLON.split(one) if part.strip()]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        if match["stop"] == "." and _goes_on(text, match.start(), match.end()):
            continue
        yield start, match.end()
        start = match.end()
    yield start, len(text)


def _goes_on(text: str, stop: int, end: int) -> bool:
    """Whether the full stop at `stop` belongs to the word before it."""
    before, after = _WORD.search(text, 0, stop), _NEXT.match(text, end)
    if before is None or after is None:
        return False
    written, following, stops = before[0], after[1], load_stops()
    word = written.casefold()
    if word in stops.inside or written in stops.capitals:
        return True
    if len(word) == 1 and written.isupper() and word != "i":
        return True
    if word in stops.numbered:
        return following[0].isdigit()
    if _ORDINAL.fullmatch(word):
        return following.casefold() in stops.months
    return word in stops.others and not following[0].isupper()
