"""What a text asks, by its marks alone."""

import re
from collections.abc import Sequence

from engine.search import sentences, stems

LEANS_ON = 2
"""Content words up to which a question cannot be understood without what was said before it."""


def leans(text: str) -> bool:
    """True for a question such as "And when is it?", which has too few words of its own to be looked up by."""
    return asks(text) and len(set(stems(text))) <= LEANS_ON


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
