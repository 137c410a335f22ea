"""In which language a text is written, by py3langid (BSD-3-Clause; its model comes with the package).

A word or two ("ok", "hm") tell no language: then nothing is said, and whoever asks keeps to what was spoken before.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

ENGLISH = "en"
NONE_KNOWN: Mapping[str, str] = MappingProxyType({})
_WORD = re.compile(r"[^\W\d_][\w'’]*")

NAMES = {
    "en": "English",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "pl": "Polish",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
}
"""Those that are told apart, by ISO 639-1 code: what the starter's model can speak."""

SURE = 0.8
"""Probability from which a language is believed."""

FEW_WORDS, SHOUTED = 2, 0.7
"""Words up to which capitals mean nothing, and the share of capitals from which a text is written in them."""

LIKELY, SOME_WORDS = 0.6, 3
"""The same, of so many words at least, where nothing was said before that could tell."""


def language_of(text: str) -> str | None:
    """The code of the language of `text`, one of `NAMES`; None where that cannot be told.

    The first call loads the model, 0.7 s.
    """
    code, share = _guess(text)
    return code if share >= SURE else None


def spoken_language(
    text: str, before: Sequence[str] = (), first_words: Mapping[str, str] = NONE_KNOWN
) -> str:
    """The code of the language that a conversation goes on in with `text`, after `before`, the latest last.

    That of `text` where it tells one; else of all that was said; else of its first word, by `first_words` (casefolded,
    with a code each); else the likelier one, and at last English. A word or two are asked last ("moin moin" is French
    by its letters).
    """
    alone, known = language_of(text), first_words.get(first_word(text))
    whole = language_of("\n".join((*before, text))) if before else None
    in_order = (whole, known, alone) if len(text.split()) <= FEW_WORDS else (alone, whole, known)
    if found := next((code for code in in_order if code), None):
        return found
    code, share = _guess(text)
    return code if share >= LIKELY and len(text.split()) >= SOME_WORDS else ENGLISH


def languages_of(text: str) -> tuple[str, ...]:
    """The language of `text` as `engine.dates` takes it: alone, or none, where every one is to be tried."""
    code = language_of(text)
    return (code,) if code else ()


def unshouted(text: str) -> str:
    """`text` in small letters where it is written in capitals: a small model reads "WHERE DO I LIVE" as something else,
    and notes of it would shout. A word or two are a name ("NHS", "IKEA Graz").
    """
    letters = [sign for sign in text if sign.isalpha()]
    capitals = sum(map(str.isupper, letters))
    return text.lower() if len(text.split()) > FEW_WORDS and capitals > SHOUTED * len(letters) else text


def first_word(text: str) -> str:
    """Casefolded and without what surrounds it; empty without any."""
    return next(iter(_WORD.findall(text.casefold())), "")


def _guess(text: str) -> tuple[str, float]:
    if not any(map(str.isalpha, text)):
        return ENGLISH, 0.0
    code, share = _identifier().classify(text)
    return str(code), float(share)


@cache
def _identifier() -> Any:
    from py3langid import langid  # noqa: PLC0415 - it unpacks its model, which only a turn needs

    model = Path(langid.__file__).parent / langid.MODEL_FILE
    identifier = langid.LanguageIdentifier.from_modelpath(model, norm_probs=True)
    identifier.set_languages(list(NAMES))
    return identifier
