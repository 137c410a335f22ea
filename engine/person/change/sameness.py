"""When two facts say the same: close in meaning and word, with equal names, numbers and stance."""

from engine.embedding import Vectors
from engine.person.claims.reading import Reading
from engine.settings import PersonSettings

_SPELLED_ALIKE = 1.0
MOST_NEW_STEMS = 2


def says_same(
    first: Reading,
    second: Reading,
    vectors: tuple[Vectors | None, Vectors | None],
    settings: PersonSettings,
) -> bool:
    """Whether a fact need not stand twice. In doubt they differ: standing twice is the lesser harm."""
    if first.folded == second.folded:
        return bool(first.folded)
    if not first.stems or first.names != second.names or first.stance.sign != second.stance.sign:
        return False
    cosine = _cosine(first, second, vectors, settings)
    if first.stem_set == second.stem_set:
        return first.stems == second.stems or cosine >= settings.same_words
    new = max(len(first.stem_set - second.stem_set), len(second.stem_set - first.stem_set))
    return new <= MOST_NEW_STEMS and cosine >= settings.same


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
