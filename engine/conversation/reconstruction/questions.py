"""What a text asks, and of whom, by its marks alone."""

import re
from collections.abc import Iterable, Sequence

from engine.search import sentences, stems

_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+")  # a capital inside a sentence; "I" is none
_MINE = r"(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|notre|mi|nuestr[oa])"
_OF_MINE = re.compile(rf"\b{_MINE}((?:\s+\w+){{1,3}})", re.IGNORECASE)
_INTRODUCED = re.compile(
    rf"\b(?i:{_MINE})\s+(?:\w+\s+){{0,2}}?(?P<relation>\w+)"
    r"(?:'s name is|,|,? (?:is |was )?(?:called|named)| heißt| s'appelle| se llama)?"
    r"\s+(?:(?:Mr|Mrs|Ms|Miss|Dr|Doctor|Herr|Frau|Madame|Monsieur)\b\.?\s+)?(?P<name>[A-Z]\w+)"
)
"""Somebody told by what they are to the person and by their name: "my sister Lotte", "my boss is called Mr Aerts"."""

LEANS_ON = 2
"""Content words up to which a question cannot be understood without what was said before it."""


def leans(text: str) -> bool:
    """True for a question such as "And when is it?", which has too few words of its own to be looked up by."""
    return asks(text) and len(set(stems(text))) <= LEANS_ON


def whom(query: str, told: Iterable[str]) -> frozenset[str]:
    """The words, in lower case, for those whom a text speaks of.

    They are the names in it and, where `told` says who "my sister" is, her name and "sister".
    """
    words = {name.casefold() for name in _NAME.findall(query)}
    relations = {word.casefold() for near in _OF_MINE.findall(query) for word in near.split()}
    for found in (one for text in told for one in _INTRODUCED.finditer(text)):
        relation = found["relation"].casefold()
        if relation in relations:
            words |= {relation, found["name"].casefold()}
    return frozenset(words)


def is_bare_question(text: str) -> bool:
    """True where every sentence asks."""
    parts = sentences(text)
    return bool(parts) and all(part.endswith(("?", "？")) for part in parts)


def asks(text: str) -> bool:
    """True where something in it is a question."""
    return "?" in text or "？" in text


def asks_about(text: str, words: Sequence[str]) -> bool:
    """True for a question that holds one of `words`; signs without spaces (CJK) count wherever they stand."""
    if not asks(text):
        return False
    plain = " " + " ".join(re.findall(r"[\w']+", text.casefold().replace("’", "'"))) + " "
    return any((f" {word} " if word.isascii() else word) in plain for word in words)
