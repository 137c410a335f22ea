"""The form in which phrases of any language are compared, and phrases turned into patterns."""

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]")
_NO_WORD = re.compile(r"[\W_]+")
_CONTRACTIONS = ((re.compile(r"\bi m\b"), "i am"), (re.compile(r"\bi ve\b"), "i have"))
_SPACED = re.compile(r"[a-z0-9\u0400-\u04ff]")
_HANGUL_SYLLABLE = re.compile(r"[\uac00-\ud7af]\Z")
# What may stand for a `*`, in characters.
_WILD = ".{0,60}?"


def folded(text: str) -> str:
    """Lower case without accents, punctuation as single blanks, "I'm" and "I've" written out."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    plain = _NO_WORD.sub(" ", unicodedata.normalize("NFC", bare)).strip()
    for pattern, whole in _CONTRACTIONS:
        plain = pattern.sub(whole, plain)
    return plain


def phrase_pattern(phrase: str) -> str:
    """A regular expression for a phrase of a resource in folded text; `*` stands for anything short.

    Words of spaced scripts match whole; those of others anywhere.
    """
    parts = [folded(part) for part in phrase.split("*")]
    inner = _WILD.join(re.escape(part) for part in parts)
    return (
        f"{_border(parts[0][:1], before=True)}{inner}{_border(parts[-1][-1:], before=False, whole=parts[0])}"
    )


def _border(sign: str, *, before: bool, whole: str = "") -> str:
    if not _SPACED.match(sign) and not _HANGUL_SYLLABLE.fullmatch(whole or sign):
        return ""
    if not before and _HANGUL_SYLLABLE.match(sign) and len(whole) > 1:
        return ""
    return r"(?<!\w)" if before else r"(?!\w)"
