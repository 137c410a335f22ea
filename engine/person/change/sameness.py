"""When two facts say the same: the same words in the same order, or one word more that changes nothing.

Likeness alone never makes them one: "I play on Mondays" and "I play on Tuesdays", "my son is left-handed" and
"right-handed" are as alike to a sentence model (0.945, 0.978) as two ways of saying one thing.
"""

from engine.embedding import Vectors
from engine.person.claims.reading import Reading
from engine.settings import PersonSettings

_SPELLED_ALIKE = 1.0
MOST_NEW_STEMS = 1


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
