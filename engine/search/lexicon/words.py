"""Text to the stems that are matched: Unicode words, English stems, bigrams for scripts without spaces.

Phrases of a language's tables are found as whole words, in a script without spaces wherever they stand. Case and the
form of an apostrophe do not count, punctuation parts words. A phrase that ends in "-" may go on.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files

import Stemmer
from stop_words import StopWordError, get_stop_words

# Scripts written without spaces between words (and Hangul, for its particles).
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0002fa1f"
)
_INDIC = "\u0900-\u0963\u0966-\u0dff"  # their vowel signs are marks, which \w leaves out
_RUN = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}](?:[^\W{_UNSPACED}]|[{_INDIC}])*")
_UNSPACED_SIGN = re.compile(f"[{_UNSPACED}]")
# Letters and digits folded, all else a blank: for plain text quicker than a pattern by half.
_PLAIN = {code: chr(code).lower() if re.match(r"\w", chr(code)) else " " for code in range(128)}
_ACCENTS = re.compile("[\u0300-\u036f]")
_CLITICS = re.compile(r"['\u2019](?:s|t|d|m|ll|re|ve)\b", re.IGNORECASE)
_KEPT_STEMS = 200_000

_stemmer = Stemmer.Stemmer("english")
_known: dict[str, str] = {}

_WORD = re.compile(r"[\w']+")
_KNOWN = 4096


@cache
def stop_words() -> frozenset[str]:
    """The words that are never matched, from `resources/language/stop_words.txt`."""
    lines = (files("resources") / "language" / "stop_words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def is_unspaced(text: str) -> bool:
    """Whether any sign of `text` is of a script that is written without spaces between words."""
    return not text.isascii() and _UNSPACED_SIGN.search(text) is not None


def stems(text: str) -> list[str]:
    """The stems of `text` in order, stop words left out.

    Case, accents and English clitics ("Ana's") do not count; a run of an unspaced script gives its bigrams.
    """
    ignored = stop_words()
    return [_known.get(word) or _stem(word) for word in _words(text) if word not in ignored]


@cache
def function_stems(language: str) -> frozenset[str]:
    """The stems of the words of `language` (ISO 639-1) that stand in any sentence; of English `stems` has none."""
    return frozenset() if language == "en" else frozenset(stems(" ".join(function_words(language))))


@cache
def function_words(language: str) -> frozenset[str]:
    """The words of `language` (ISO 639-1) that stand in any sentence, in small letters: of English ours, since the
    library's tell too much ("try"); none of one that it does not know.
    """
    if language == "en":
        return stop_words()
    try:
        return frozenset(get_stop_words(language))
    except StopWordError:
        return frozenset()


@cache
def same_stems() -> dict[str, str]:
    """The stem that another one is matched as, from `resources/language/same_words.toml`."""
    table = tomllib.loads((files("resources") / "language" / "same_words.toml").read_text("utf-8"))
    first: dict[str, str] = {}
    for line in (line for lines in table.values() for line in lines):
        group = [_stemmer.stemWord(word) for word in _words(line)]
        # Lines that share a word are about the same: a kid is a child, and children are.
        known = next((first[stem] for stem in group if stem in first), group[0])
        first.update(dict.fromkeys(group, known))
    return {stem: known for stem, known in first.items() if stem != known}


class StemCodes(dict[str, int]):
    """Whole numbers for words, one a stem; -1 for a stop word. For indexing very many texts at once."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(stop_words(), -1))
        self.stems: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        stem = _stemmed(word)
        code = self[word] = self.stems.setdefault(stem, len(self.stems))
        return code

    def of(self, text: str) -> Iterator[int]:
        """The code of every word of `text`, in order."""
        return map(self.__getitem__, _words(text))


def _words(text: str) -> list[str]:
    if text.isascii():
        return (_CLITICS.sub("", text) if "'" in text else text).translate(_PLAIN).split()
    # Taken apart to drop accents, then put together again: Hangul and kana have parts too.
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return list(_split(_CLITICS.sub("", unicodedata.normalize("NFC", bare))))


def _split(folded: str) -> Iterator[str]:
    for run in _RUN.findall(folded):
        if _UNSPACED_SIGN.match(run) and len(run) > 1:
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        else:
            yield run


def _stem(word: str) -> str:
    if len(_known) >= _KEPT_STEMS:
        _known.clear()
    stem = _known[word] = _stemmed(word)
    return stem


def _stemmed(word: str) -> str:
    stem: str = _stemmer.stemWord(word)
    return same_stems().get(stem, stem)


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
