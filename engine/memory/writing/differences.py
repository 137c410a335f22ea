"""What keeps two like-sounding texts apart: numbers, dates, polarity (`one-mind.md`, rules "Nodes").

The words come from `resources/language/differences.toml`.
"""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from engine.search import stems

LIKE_WORDS = 0.5
"""Share of words from which two texts are about the same: "the shop is open", "the shop is closed"."""
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CLITIC = re.compile(r"n['\u2019]t\b")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}\b)")


class Difference(StrEnum):
    """Why two texts never become one."""

    NUMBERS = "numbers"
    DATES = "dates"
    POLARITY = "polarity"


@dataclass(frozen=True, slots=True)
class _Words:
    """The tables as they are looked up."""

    negations: frozenset[str]
    signs: tuple[str, ...]
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    numbers: dict[str, float]
    dates: dict[str, str]
    number_signs: dict[str, float]
    date_patterns: tuple[tuple[re.Pattern[str], str], ...]


def normalised(text: str) -> str:
    """`text` as its words alone: case, width, punctuation and spacing do not count."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def contains(longer: str, shorter: str) -> bool:
    """Whether the words of `shorter` stand in a row in `longer`; both normalised. Nothing holds no words."""
    return bool(shorter) and f" {shorter} " in f" {longer} "


def differences(a: str, b: str) -> frozenset[Difference]:
    """In what two texts differ that no rewording explains. Symmetric; empty for a text and itself."""
    ours, theirs = _facts(a), _facts(b)
    found = {
        Difference.NUMBERS: ours.numbers != theirs.numbers,
        Difference.DATES: ours.dates != theirs.dates,
        Difference.POLARITY: ours.negative != theirs.negative or _opposed(ours.words, theirs.words),
    }
    return frozenset(kind for kind, differs in found.items() if differs)


def conflicts(a: str, b: str) -> bool:
    """Whether the texts may contradict each other: opposed, or each with a number or date the other lacks.

    A number or date that only one of them has is an addition and contradicts nothing.
    """
    ours, theirs = _facts(a), _facts(b)
    return (
        Difference.POLARITY in differences(a, b)
        or _both_lack(ours.numbers, theirs.numbers)
        or _both_lack(ours.dates, theirs.dates)
    )


def opposes(a: str, b: str) -> bool:
    """Whether texts of mostly the same words conflict: then no model need say that they cannot both be so.

    "She was six" and "one rope, two sisters" have other numbers, and are about other things.
    """
    return conflicts(a, b) and _shared(a, b) >= LIKE_WORDS


def _shared(a: str, b: str) -> float:
    """The share of the words of the shorter that the longer has, 0-1; numbers are none."""
    ours, theirs = ({word for word in stems(text) if not word.isdigit()} for text in (a, b))
    return len(ours & theirs) / max(1, min(len(ours), len(theirs)))


def keeps_facts(merged: str, sources: list[str]) -> bool:
    """Whether a merged text has exactly the numbers and dates of its sources: none lost, none made up."""
    facts = [_facts(source) for source in sources]
    whole = _facts(merged)
    numbers = frozenset().union(*(each.numbers for each in facts))
    dates = frozenset().union(*(each.dates for each in facts))
    return (
        whole.numbers == numbers
        and whole.dates == dates
        and all(Difference.POLARITY not in differences(merged, source) for source in sources)
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is compared of a text."""

    numbers: frozenset[float]
    dates: frozenset[str]
    negative: bool
    words: frozenset[str]


def _facts(text: str) -> _Facts:
    folded = _CLITIC.sub("nt", unicodedata.normalize("NFKC", text).casefold())
    words = frozenset(_WORD.findall(folded))
    return _Facts(_numbers(folded, words), _dates(folded, words), _turned(folded) % 2 == 1, words)


def _numbers(folded: str, words: frozenset[str]) -> frozenset[float]:
    tables = _tables()
    found = {_value(number) for number in _NUMBER.findall(_GROUPED.sub("", folded))}
    found |= {tables.numbers[word] for word in words & tables.numbers.keys()}
    return frozenset(found | {value for sign, value in tables.number_signs.items() if sign in folded})


def _dates(folded: str, words: frozenset[str]) -> frozenset[str]:
    tables = _tables()
    named = {tables.dates[word] for word in words & tables.dates.keys()}
    return frozenset(named | {name for pattern, name in tables.date_patterns if pattern.search(folded)})


def _turned(folded: str) -> int:
    """How often a text is turned round."""
    tables = _tables()
    words = _WORD.findall(folded)
    negated = sum(word in tables.negations for word in words)
    return negated + sum(folded.count(sign) for sign in tables.signs)


def _value(number: str) -> float:
    """A comma before decimals counts as a point; of several parts (a date, a version) the parts are joined."""
    parts = re.split("[.,]", number)
    return float(".".join(parts)) if len(parts) <= 2 else float("".join(parts))


def _opposed(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    for left, right in _tables().opposites:
        sides = (bool(ours & left), bool(ours & right), bool(theirs & left), bool(theirs & right))
        if sides in {(True, False, False, True), (False, True, True, False)}:
            return True
    return False


def _both_lack(ours: frozenset[float] | frozenset[str], theirs: frozenset[float] | frozenset[str]) -> bool:
    return bool(set(ours) - set(theirs)) and bool(set(theirs) - set(ours))


@cache
def _tables() -> _Words:
    source = (files("resources") / "language" / "differences.toml").read_text("utf-8")
    read = tomllib.loads(source)
    return _Words(
        negations=frozenset(read["negations"]),
        signs=tuple(read["negation_signs"]),
        opposites=tuple((frozenset(left), frozenset(right)) for left, right in read["opposites"]),
        numbers={word: float(value) for word, value in read["numbers"].items()},
        dates=read["dates"],
        number_signs={sign: float(value) for sign, value in read["number_signs"].items()},
        date_patterns=tuple((re.compile(pattern), name) for pattern, name in read["date_patterns"]),
    )
