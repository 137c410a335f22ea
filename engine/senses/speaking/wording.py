"""An answer's words as they are spoken: without marks, with short forms, signs and numbers spelt out."""

import re

from engine.senses.speaking.language import Spoken, spoken_in
from engine.senses.speaking.marks import without_marks
from engine.senses.speaking.numbers import in_words


def as_spoken(text: str, language: str = "en") -> str:
    """What a voice of `language` is given for `text`; empty where nothing of it can be said."""
    spoken = spoken_in(language)
    said = without_marks(text, spoken)
    said = _short_forms(said, spoken)
    said = in_words(said, spoken)
    said = " ".join(_signs(said, spoken).split())
    return said if any(map(str.isalnum, said)) else ""


def _short_forms(text: str, spoken: Spoken) -> str:
    for short, words in spoken.short.items():
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", words, text)
    return text


def _signs(text: str, spoken: Spoken) -> str:
    """Signs between words; a sign that nobody would say is passed over."""
    words = spoken.words
    for pattern, name in (
        (r"\s*&\s*", "and"),
        (r"\s*(?:→|->|=>)\s*", "to"),
        (r"\s+=\s+", "equals"),
        (r"\s+\+\s+", "plus"),
        (r"(?<=\w)@(?=\w)", "at"),
        (r"(?:~|≈)\s*(?=\w)", "about"),
        (r"#(?=\w)", "number"),
    ):
        text = re.sub(pattern, f" {words.get(name, '')} ", text)
    text = re.sub(r"(?<=[^\W\d])/(?=[^\W\d])|(?<=\s)/(?=\s)", " ", text)
    return re.sub(r"[_*#^|\\<>{}\[\]~`]+", " ", text)
