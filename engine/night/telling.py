"""How much a sentence tells, and how it is quoted. What is empty ranks low, whoever said it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, tanh

from engine.night.records import NewLine
from engine.search import sentences, stems

FINDING, STATE = "finding", "state"
"""Sections of what a run found that may be shown, and of what only sums it up."""
LONGEST_QUOTE = 160
_ELLIPSES = 4
"""Letters of what is left out before and behind."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<![.!?…]\s)(?<!^)(?<!\w)\b[^\W\d_a-z][\w'’-]+")
_FEW = 20
"""Texts below which nothing is usual yet."""
_FULL = 9.0
"""Points of telling at which a sentence tells about as much as one can."""


def quoted(text: str, most: int = LONGEST_QUOTE) -> str:
    """`text` on one line; of a long one its most telling sentence with those behind it that fit, or where that is too
    long its beginning.
    """
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    parts = sentences(line.strip("… "))
    telling = [at for at, part in enumerate(parts) if stems(part)]
    first = max(telling, key=lambda at: specificity(parts[at]), default=0)
    if not telling or len(parts[first]) > most - _ELLIPSES:
        cut = parts[first] if first else line
        return f"{'… ' if first else ''}{cut[:most].rsplit(' ', 1)[0].rstrip(',;:')}…"
    last = first + 1
    while last < len(parts) and len(" ".join(parts[first : last + 1])) <= most - _ELLIPSES:
        last += 1
    before, behind = "… " if first else "", " …" if last < len(parts) else ""
    return f"{before}{' '.join(parts[first:last])}{behind}"


def finding(text: str, cites: Sequence[str], weight: float, *, quote: str = "") -> NewLine:
    """What a phase found, each ref once; `weight` is how much it tells, 0–1, `quote` the words in it."""
    refs = tuple(dict.fromkeys(cites))
    return NewLine(section=FINDING, text=text, cites=refs, weight=round(min(weight, 1.0), 3), quote=quote)


def numbers(text: str) -> frozenset[str]:
    """The numbers in `text`, as they are written."""
    return frozenset(_NUMBER.findall(text))


def names(text: str) -> frozenset[str]:
    """Words with a capital that do not begin a sentence, folded: names, days, places."""
    return frozenset(found.casefold() for found in _NAME.findall(" ".join(text.split())))


@dataclass(frozen=True, slots=True)
class Usual:
    """How many texts of somebody hold a stem: what they say all the time tells less than what they hardly ever say."""

    texts: int = 0
    held: Mapping[str, int] = field(default_factory=dict)

    def rarity(self, stem: str) -> float:
        """1 for what was said in one text at most, down to 0 for what stands in all; all is rare in few texts."""
        if self.texts < _FEW:
            return 1.0
        times = max(1, self.held.get(stem, 0))
        return 1.0 - log(times) / log(self.texts)


def usual(texts: Iterable[str]) -> Usual:
    """What is usual in `texts`."""
    each = [set(stems(text)) for text in texts]
    return Usual(len(each), Counter(stem for held in each for stem in held))


def specificity(text: str, known: Usual | None = None) -> float:
    """How much `text` tells, 0–1: by its names, its numbers and its different stems, the rarer in `known` the more."""
    usually = known or Usual()
    own = sum(usually.rarity(stem) for stem in set(stems(text)))
    named = sum(max(map(usually.rarity, stems(name)), default=1.0) for name in names(text))
    points = 2.0 * named + 2.0 * len(numbers(text)) + 0.5 * own
    return round(tanh(points / _FULL), 3)
