"""Texts as they are compared: folded, in stems, in short runs of characters, with their names and stance.

Two facts say the same when they are the same words in the same order, or one word more that changes nothing. Likeness
alone never makes them one: "I play on Mondays" and "I play on Tuesdays", "my son is left-handed" and "right-handed"
are as alike to a sentence model (0.945, 0.978) as two ways of saying one thing.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from engine.embedding import Vectors
from engine.person.claims.polarity import Stance, stance_of
from engine.person.folding import folded
from engine.search import stems
from engine.settings import PersonSettings

GRAM = 3
_NAME = re.compile(r"\b(?:[^\W\d_]*[A-Z\u00c0-\u00de][^\W_]*|\d[\d.,:/-]*)")

_SPELLED_ALIKE = 1.0
MOST_NEW_STEMS = 1


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


def says_same(
    first: Reading,
    second: Reading,
    vectors: tuple[Vectors | None, Vectors | None],
    settings: PersonSettings,
) -> bool:
    """Whether a fact need not stand twice. In doubt they differ: standing twice is the lesser harm."""
    if first.folded == second.folded:
        return bool(first.folded)
    shorter, longer = sorted((first.stems, second.stems), key=len)
    # What costs least is asked first: this runs over everything that is known.
    if not shorter or len(longer) - len(shorter) > MOST_NEW_STEMS or not _within(shorter, longer):
        return False
    if first.names != second.names or first.stance.sign != second.stance.sign:
        return False
    return shorter == longer or _cosine(first, second, vectors, settings) >= settings.same


def _within(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    """Whether all stems of one stand in the other, in their order."""
    rest = iter(longer)
    return all(stem in rest for stem in shorter)


def _cosine(
    first: Reading, second: Reading, vectors: tuple[Vectors | None, Vectors | None], settings: PersonSettings
) -> float:
    """0 where meanings cannot be compared: without vectors, or in scripts the model does not read."""
    one, other = vectors
    if one is None or other is None:
        return 0.0
    if settings.claims.latin_only and min(first.latin_share, second.latin_share) < _SPELLED_ALIKE:
        return 0.0
    return float(one @ other)
