"""Word error rate: how many words must be put in, left out or replaced, of those that were said."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence


def plain_words(text: str) -> list[str]:
    """The words of `text` in lower case without punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[^\w\s']", " ", folded).split()


def word_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest changes that make `heard` of `said` (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, 1):
        before, row[0] = row[0], at
        for place, other in enumerate(heard, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (word != other))
    return row[-1]


def word_error_rate(pairs: Sequence[tuple[str, str]]) -> float:
    """Of all pairs (said, heard) together; 0 where nothing was said."""
    told = [(plain_words(said), plain_words(heard)) for said, heard in pairs]
    words = sum(len(said) for said, _ in told)
    return sum(word_errors(said, heard) for said, heard in told) / words if words else 0.0


def shared_words(text: str, other: str) -> float:
    """Which share (0–1) of the words of `text` stand in `other`, each as often as it does there."""
    words, others = Counter(plain_words(text)), Counter(plain_words(other))
    return (words & others).total() / words.total() if words else 0.0
