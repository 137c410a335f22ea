"""The forms of a Step's text: as it is kept, as its words are matched, as its meaning is embedded."""

import re
from datetime import datetime

from engine.errors import InvalidInputError
from engine.search import stop_words
from engine.written import storable

MAX_CHARACTERS = 100_000
OWN_WORDS = 64  # of one utterance; the shortest of a longer one tell little
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
FIRST_UNSPACED = "\u0e00"
_UNSPACED_LETTERS = 2  # of a script without blanks make a word


def cleaned(text: str, field: str = "text") -> str:
    """`text` as it can be stored and matched: NULs and lone surrogates become U+FFFD.

    Raises InvalidInputError above 100,000 characters.
    """
    if len(text) > MAX_CHARACTERS:
        reason = f"{len(text):,} characters are more than the {MAX_CHARACTERS:,} that one Step can hold"
        raise InvalidInputError(field, reason, "Give it as a document, or in parts.")
    return storable(text)


def matched(speaker: str, text: str) -> str:
    """What the word index reads: who spoke counts as a word."""
    return f"{speaker}: {text}"


def dated(speaker: str, text: str, local: datetime) -> str:
    """What is embedded: `(21 November 2026) Mira said, "…"`, the date being the person's own then."""
    return f'({local.day} {_MONTHS[local.month - 1]} {local.year}) {speaker} said, "{text}"'


def normal(text: str) -> str:
    """`text` by its words alone, for comparing: case, punctuation and blanks do not count."""
    return " ".join(_WORD.findall(text.casefold())) or text


def own_words(text: str) -> list[str]:
    """Words of `text` that may tell it from others, the longest first; in scripts without blanks, pairs of signs."""
    words: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if max(word) >= FIRST_UNSPACED:
            words.update(word[at : at + 2] for at in range(len(word) - 1))
        elif (len(word) > 2 or word.isdecimal()) and word not in stop_words():
            words.add(word)
    return sorted(words, key=lambda word: (-len(word), word))[:OWN_WORDS]


def told_words(text: str) -> int:
    """How many words of `text` tell something: those outside of questions."""
    telling = [part for part in _SENTENCE.split(text) if not part.endswith(("?", "？"))]
    if text.isascii():
        return sum(len(part.split()) for part in telling)
    return sum(max(len(part.split()), sum(map(_is_unspaced, part)) // _UNSPACED_LETTERS) for part in telling)


def _is_unspaced(sign: str) -> bool:
    return sign >= FIRST_UNSPACED and sign.isalpha()
