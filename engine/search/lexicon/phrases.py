"""Phrases of a language's tables, found as whole words; in a script without spaces, wherever they stand.

Case and the form of an apostrophe do not count, punctuation parts words. A phrase that ends in "-" may go on.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.search.lexicon.words import is_unspaced

_WORD = re.compile(r"[\w']+")
_KNOWN = 4096


def holds_phrase(text: str, phrases: Iterable[str]) -> bool:
    """Whether one of `phrases` stands in `text`."""
    plain = _plain(text)
    return any(_form(one) in plain for one in phrases)


def _plain(text: str) -> str:
    """The words, in lower case, with one blank before, between and after them."""
    words = _WORD.findall(text.casefold().replace("’", "'"))
    return f" {' '.join(words)} "


@lru_cache(_KNOWN)
def _form(phrase: str) -> str:
    plain = _plain(phrase)
    if is_unspaced(phrase):
        return plain.strip()
    return plain.rstrip() if phrase.endswith("-") else plain
