"""How people ask for a change of what is known, and what only sounds like it: what the gate's head is trained on.

The table is `resources/governing/phrasings.toml`. A line with a gap is said of several things in turn, so that the
head learns the asking and not what is asked about; `python tasks.py weights` trains it.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

TELL_ALL = "tell_all"
"""Beside the values of `Wanted`: to be told all that is known, and not of one thing."""

LABELS = ("remember", "correct", "forget", "doubt", "tell", TELL_ALL, "none")
REPEATS, VERB_REPEATS = 2, 4
"""How often a line with a gap is said, each time of something else or by another verb."""

VERBS = ("keep", "drop")
STRIDES = {"fact": 5, "thing": 3, "world": 3, "de": 3, "fr": 3, "es": 5, "zh": 5, "wrong": 1, "right": 1} | {
    "keep": 7,
    "drop": 4,
}
"""The gaps, and how far on in its words each new sentence goes."""


@cache
def phrasings() -> dict[str, list[str]]:
    """Lines by their label, and words by the gap that they fill."""
    source = resources.files("resources") / "governing" / "phrasings.toml"
    return tomllib.loads(source.read_text("utf-8"))


def filled() -> Iterator[tuple[str, str]]:
    """Every phrasing with its label, gaps filled in turn."""
    table, said = phrasings(), 0
    for label in LABELS:
        for line in table[label]:
            for _ in range(_repeats(line)):
                said += 1
                gaps = {gap: table[gap][said * stride % len(table[gap])] for gap, stride in STRIDES.items()}
                text = line.format(**gaps)
                yield text[:1].upper() + text[1:], label


def _repeats(line: str) -> int:
    if any(f"{{{gap}}}" in line for gap in VERBS):
        return VERB_REPEATS
    return REPEATS if "{" in line else 1
