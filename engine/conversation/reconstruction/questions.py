"""What a text asks, and of whom, by its marks alone."""

import re
from collections.abc import Iterable

from engine.search import sentences

_MINE = r"(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|notre|mi|nuestr[oa])"
_WHICH = "best|good|close|dear|old|oldest|older|elder|new|young|younger|youngest|little|big|late|former|first"
_INTRODUCED = re.compile(
    rf"\b(?i:{_MINE})\s+(?:(?:{_WHICH})\s+){{0,2}}(?P<relation>[^\W\d]\w+)"
    r"(?:'s name is|,|,? (?:is |was )?(?:called|named)| heißt| s'appelle| se llama)?"
    r"\s+(?:(?:Mr|Mrs|Ms|Miss|Dr|Doctor|Herr|Frau|Madame|Monsieur)\b\.?\s+)?(?P<name>[A-Z]\w+)"
)
"""Somebody told by what they are to the person and by their name: "my sister Lotte", "my boss is called Mr Aerts"."""


def introduced(told: Iterable[str]) -> list[tuple[str, str]]:
    """Everybody whom `told` names by what they are to the person: the name, and "sister" in lower case."""
    return [(one["name"], one["relation"].casefold()) for text in told for one in _INTRODUCED.finditer(text)]


def by_relation(text: str, known: Iterable[tuple[str, str]]) -> str:
    """`text` with "my sister" in place of the name of who is `known` to be one."""
    for name, relation in known:
        text = re.sub(rf"(?<!\w)(?:{_MINE}\s+{relation}\s+)?{re.escape(name)}(?!\w)", f"my {relation}", text)
    return text


def is_bare_question(text: str) -> bool:
    """True where every sentence asks."""
    parts = sentences(text)
    return bool(parts) and all(part.endswith(("?", "？")) for part in parts)


def asks(text: str) -> bool:
    """True where something in it is a question."""
    return "?" in text or "？" in text
