"""The words a document repeats most: its tags ([A] §8)."""

import re
from collections import Counter

from engine.search import stems

_WORD = re.compile(r"[^\W\d_]{3,30}")
_LOOKED_AT = 200
_LEAST = 2


def most_repeated(text: str, limit: int) -> list[str]:
    """At most `limit` words that come at least twice, most frequent first, one form a stem, no stop words."""
    counted = Counter(map(str.casefold, _WORD.findall(text)))
    chosen: dict[str, str] = {}
    for word, count in counted.most_common(_LOOKED_AT):
        stem = " ".join(stems(word))
        if count >= _LEAST and stem:
            chosen.setdefault(stem, word)
    return list(chosen.values())[:limit]
