"""For or against: the stance of a short statement and the object it is about ([P] §6.2).

The words stand in `resources/person/polarity.toml`. A plain statement is for what it says, a denied one against it.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from engine.person.folding import folded, phrase_pattern
from engine.search import stems


@dataclass(frozen=True, slots=True)
class Stance:
    """`sign` is 1 or -1; `clear` that words of preference or denial stand there; `object` the other stems."""

    sign: int
    clear: bool
    preference: bool
    object: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Patterns:
    words: re.Pattern[str]
    filler: re.Pattern[str]


def stance_of(text: str) -> Stance:
    """Where a statement stands: words of preference give the sign, each denial turns it round."""
    patterns = _patterns()
    plain = folded(text)
    found = [match.lastgroup for match in patterns.words.finditer(plain)]
    preferences = [kind for kind in found if kind != "denied"]
    sign = -1 if preferences and preferences[0] == "against" else 1
    if found.count("denied") % 2:
        sign = -sign
    rest = patterns.filler.sub(" ", patterns.words.sub(" ", plain))
    return Stance(sign, bool(found), bool(preferences), frozenset(stems(rest)))


def opposed(first: Stance, second: Stance, same_object: float) -> bool:
    """Whether one says yes and the other no to one object: their words shared from `same_object` on (Jaccard)."""
    if first.sign == second.sign or not (first.clear or second.clear):
        return False
    return agreement(first, second) >= same_object


def agreement(first: Stance, second: Stance) -> float:
    """How far two stances are about one object, 0–1."""
    either = first.object | second.object
    return len(first.object & second.object) / len(either) if either else 0.0


@cache
def _patterns() -> _Patterns:
    text = (resources.files("resources") / "person" / "polarity.toml").read_text("utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)
    # Against stands first: "not a fan of" is one word of dislike, no denied liking.
    words = "|".join(
        f"(?P<{name}>{_any_of(table[key])})"
        for name, key in (("against", "against"), ("liking", "for"), ("denied", "not"))
    )
    return _Patterns(re.compile(words), re.compile(_any_of(table["filler"])))


def _any_of(phrases: Sequence[str]) -> str:
    return "|".join(phrase_pattern(phrase) for phrase in sorted(phrases, key=len, reverse=True))
