"""Text to the stems that are matched: Unicode words, English stems, bigrams for scripts without spaces."""

import re
import unicodedata
from functools import cache
from importlib.resources import files

import Stemmer

# Scripts written without spaces between words: kana, Han, Hangul, Thai, Lao, Khmer, Burmese.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0002fa1f"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])\w)+")
_FIRST_UNSPACED = "\u0e00"
_APOSTROPHES = re.compile(r"['\u2019](?:s|t|d|m|ll|re|ve)\b")  # the clitics of English, written either way
_KEPT_STEMS = 200_000

_stemmer = Stemmer.Stemmer("english")
_known: dict[str, str] = {}


@cache
def stop_words() -> frozenset[str]:
    """The words that are never matched, from `resources/language/stop_words.txt`."""
    lines = (files("resources") / "language" / "stop_words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def stems(text: str) -> list[str]:
    """The stems of `text` in order, stop words left out.

    Folded by NFKC and case; "Ana's" and "Ana" are one word; a run of an unspaced script gives its bigrams.
    """
    folded = text.casefold() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    ignored = stop_words()
    found = []
    for word in _TOKEN.findall(_APOSTROPHES.sub("", folded)):
        if word in ignored:
            continue
        if word[0] >= _FIRST_UNSPACED and re.match(f"[{_UNSPACED}]", word):
            found.extend(_bigrams(word))
        else:
            found.append(_known.get(word) or _stem(word))
    return found


def _stem(word: str) -> str:
    if len(_known) >= _KEPT_STEMS:
        _known.clear()
    stem: str = _stemmer.stemWord(word)
    _known[word] = stem
    return stem


def _bigrams(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
