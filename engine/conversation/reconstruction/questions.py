"""What a text asks, and of whom, by its marks alone."""

import re
from collections.abc import Iterable, Sequence

from engine.conversation.reconstruction.leaning import load_leaning, points_back
from engine.conversation.utterance import marked
from engine.search import holds_phrase, sentences, stems

_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+")  # a capital inside a sentence; "I" is none
_MINE = r"(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|notre|mi|nuestr[oa])"
_OF_MINE = re.compile(rf"\b{_MINE}((?:\s+\w+){{1,3}})", re.IGNORECASE)
_WHICH = "best|good|close|dear|old|oldest|older|elder|new|young|younger|youngest|little|big|late|former|first"
_INTRODUCED = re.compile(
    rf"\b(?i:{_MINE})\s+(?:(?:{_WHICH})\s+){{0,2}}(?P<relation>[^\W\d]\w+)"
    r"(?:'s name is|,|,? (?:is |was )?(?:called|named)| heißt| s'appelle| se llama)?"
    r"\s+(?:(?:Mr|Mrs|Ms|Miss|Dr|Doctor|Herr|Frau|Madame|Monsieur)\b\.?\s+)?(?P<name>[A-Z]\w+)"
)
"""Somebody told by what they are to the person and by their name: "my sister Lotte", "my boss is called Mr Aerts"."""

_OWN = ("i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "ich", "wir", "je", "nous")

LEANS_ON = 2
"""Content words up to which a question cannot be understood without what was said before it."""


def leans(text: str, own: Sequence[str]) -> bool:
    """True for a question such as "And when is it?", which has too few words of its own to be looked up by.

    One that names whom it is about, or speaks of the person (by one of the words `own`), stands for itself, unless
    it points back: "Where do I work?" after a greeting is about no greeting.
    """
    if not asks(text) or len(set(stems(text))) > LEANS_ON:
        return False
    return points_back(text) or not (_NAME.search(text) or holds_phrase(text, own))


def whom(query: str, told: Iterable[str]) -> frozenset[str]:
    """The words, in lower case, for those whom a text speaks of.

    They are the names in it and, where `told` says who "my sister" is, her name and "sister".
    """
    words = {name.casefold() for name in _NAME.findall(query)}
    relations = {word.casefold() for near in _OF_MINE.findall(query) for word in near.split()}
    for name, relation in introduced(told):
        if relation in relations:
            words |= {relation, name.casefold()}
    return frozenset(words)


def introduced(told: Iterable[str]) -> list[tuple[str, str]]:
    """Everybody whom `told` names by what they are to the person: the name, and "sister" in lower case."""
    return [(one["name"], one["relation"].casefold()) for text in told for one in _INTRODUCED.finditer(text)]


def may_tell(told: str, query: str) -> bool:
    """Whether `told` can answer for the relative whom `query` asks about: it must mention them, alone or among others.

    "I was born in Salzburg" tells nothing of where the person's mother was born. True where no relative is asked about.
    """
    asked = set(stems(" ".join(_OF_MINE.findall(query))))
    known = set(stems(told)) if asked else set()
    kin = (stems(line) for line in load_leaning().relatives)
    return all(known.intersection(line) for line in kin if line[0] in asked)


def by_relation(text: str, known: Iterable[tuple[str, str]]) -> str:
    """`text` with "my sister" in place of the name of who is `known` to be one."""
    for name, relation in known:
        text = re.sub(rf"(?<!\w)(?:{_MINE}\s+{relation}\s+)?{re.escape(name)}(?!\w)", f"my {relation}", text)
    return text


def of_oneself(text: str) -> bool:
    """Whether somebody says or asks in `text` what they themselves do or are."""
    return holds_phrase(text, _OWN)


def is_bare_question(text: str) -> bool:
    """True where every sentence asks."""
    parts = sentences(marked(text))
    return bool(parts) and all(part.endswith(("?", "？")) for part in parts)


def asks(text: str) -> bool:
    """True where something in it is a question."""
    text = marked(text)
    return "?" in text or "？" in text


def asks_about(text: str, words: Sequence[str]) -> bool:
    """True for a question that holds one of `words`; signs without spaces (CJK) count wherever they stand."""
    return asks(text) and holds_phrase(text, words)
