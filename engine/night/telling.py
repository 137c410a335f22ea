"""How much a sentence tells, and how it is quoted. What is empty ranks low, whoever said it."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import tanh
from tomllib import loads

from pydantic import BaseModel, ConfigDict

from engine.night.records import NewLine
from engine.search import stems

FINDING, STATE = "finding", "state"
"""Sections of what a run found that may be shown, and of what only sums it up."""
LONGEST_QUOTE = 160
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<![.!?…]\s)(?<!^)(?<!\w)\b[^\W\d_a-z][\w'’-]+")
_FULL = 9.0
"""Points of telling at which a sentence tells about as much as one can."""


class NightWords(BaseModel):
    """The words of findings and of the brief; each holds the names that stand in braces."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    item: dict[str, str]
    overdue: str
    dated: str
    carried: str
    goal: str
    prediction: str
    said: str
    mentioned: str
    learnt: str
    contradiction: str
    thought: str
    thought_nothing: str
    theme: str
    theme_lately: str
    joined: str
    unknown: str
    risk: str
    recurring: str
    part_of_day: dict[str, str]
    lingering: str
    outcome: str
    ripe: str
    followed: str
    imprint: str
    bearing: dict[str, str]
    diary: dict[str, str]
    felt: dict[str, str]
    quiet: str
    section: dict[str, str]
    summary: dict[str, str]


@cache
def words() -> NightWords:
    """As shipped in `resources/night/words.toml`; read once."""
    text = resources.files("resources").joinpath("night/words.toml").read_text(encoding="utf-8")
    return NightWords.model_validate(loads(text))


def quoted(text: str, most: int = LONGEST_QUOTE) -> str:
    """`text` on one line, cut at a word where it is long."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    return f"{line[:most].rsplit(' ', 1)[0].rstrip(',;:')}…"


def finding(text: str, cites: Sequence[str], weight: float, *, wrote: bool = False) -> NewLine:
    """What a phase found, each ref once; `weight` is how much it tells, 0–1."""
    refs = tuple(dict.fromkeys(cites))
    return NewLine(section=FINDING, text=text, cites=refs, weight=round(min(weight, 1.0), 3), wrote=wrote)


def numbers(text: str) -> frozenset[str]:
    """The numbers in `text`, as they are written."""
    return frozenset(_NUMBER.findall(text))


def names(text: str) -> frozenset[str]:
    """Words with a capital that do not begin a sentence, folded: names, days, places."""
    return frozenset(found.casefold() for found in _NAME.findall(" ".join(text.split())))


def specificity(text: str) -> float:
    """How much `text` tells, 0–1: by its names, its numbers and the different stems that it has."""
    points = 2.0 * len(names(text)) + 2.0 * len(numbers(text)) + 0.5 * len(set(stems(text)))
    return round(tanh(points / _FULL), 3)
