"""Texts as they are compared: folded, in stems, in short runs of characters, with their names and stance."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from engine.person.claims.polarity import Stance, stance_of
from engine.person.folding import folded
from engine.search import stems

GRAM = 3
_NAME = re.compile(r"\b(?:[^\W\d_]*[A-Z\u00c0-\u00de][^\W_]*|\d[\d.,:/-]*)")


@dataclass(frozen=True)
class Reading:
    """One text, read once; what costs time is made when it is first asked for."""

    text: str

    @cached_property
    def folded(self) -> str:
        """Lower case without accents and punctuation."""
        return folded(self.text)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Stems in order; bigrams where a script has no spaces."""
        return tuple(stems(self.text))

    @cached_property
    def stem_set(self) -> frozenset[str]:
        return frozenset(self.stems)

    @cached_property
    def grams(self) -> frozenset[str]:
        """Runs of three characters, also over word borders."""
        padded = f" {self.folded} "
        return frozenset(padded[at : at + GRAM] for at in range(max(0, len(padded) - GRAM + 1)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Capitalised words that are no function words, and numbers, in order."""
        return tuple(stem for each in _NAME.findall(self.text) for stem in stems(each))

    @cached_property
    def stance(self) -> Stance:
        return stance_of(self.text)

    @cached_property
    def latin_share(self) -> float:
        """Share of the letters that are Latin, 0–1; 1 where there are none."""
        letters = [sign for sign in self.text if sign.isalpha()]
        if not letters:
            return 1.0
        if self.text.isascii():
            return 1.0
        return sum("LATIN" in unicodedata.name(sign, "") for sign in letters) / len(letters)


def overlap(first: frozenset[str], second: frozenset[str]) -> float:
    """What two sets have in common, as a share of both (Dice), 0–1."""
    both = len(first) + len(second)
    return 2 * len(first & second) / both if both else 0.0
