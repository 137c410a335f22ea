"""In which language a text is written, by py3langid (BSD-3-Clause; its model comes with the package).

A word or two ("ok", "hm") tell no language: then nothing is said, and whoever asks keeps to what was spoken before.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"

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

LIKELY, SOME_WORDS = 0.6, 3
"""The same, of so many words at least, where nothing was said before that could tell."""

GREETINGS = {
    "de": {"hallo", "hallöchen", "moin", "servus", "grüezi", "tach", "na"},
    "es": {"hola", "buenas", "buenos"},
    "fr": {"salut", "bonjour", "bonsoir", "coucou"},
    "it": {"ciao", "salve", "buongiorno", "buonasera"},
    "pt": {"olá", "ola", "oi", "boas", "bom", "boa"},
    "nl": {"hoi", "goedemorgen", "goedemiddag", "goedenavond", "dag"},
    "pl": {"cześć", "hej", "witaj"},
}
"""The word with which a first message may begin that is too short to tell its language; other than English."""


def language_of(text: str) -> str | None:
    """The code of the language of `text`, one of `NAMES`; None where that cannot be told.

    The first call loads the model, 0.7 s.
    """
    code, share = _guess(text)
    return code if share >= SURE else None


def spoken_language(text: str, before: Sequence[str] = ()) -> str:
    """The code of the language that a conversation goes on in with `text`, after `before`, the latest last.

    That of `text` where it tells one; else of all that was said; else of its greeting, or the likelier one, and at
    last English.
    """
    if found := language_of(text) or (language_of("\n".join((*before, text))) if before else None):
        return found
    first = next(iter(text.casefold().split()), "").strip(".,!¡?¿")
    if greeted := next((code for code, words in GREETINGS.items() if first in words), None):
        return greeted
    code, share = _guess(text)
    return code if share >= LIKELY and len(text.split()) >= SOME_WORDS else ENGLISH


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
