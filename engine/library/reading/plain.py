"""Plain text, Markdown and program text: told apart, and out of whatever encoding they come in."""

import codecs
import re

from charset_normalizer import from_bytes
from pygments.lexers import find_lexer_class_for_filename

from engine.library.records import DocumentUnreadableError

# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 256 * 1024
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_PROSE = frozenset({"Text only", "Markdown"})


def decoded(data: bytes) -> str:
    """The text of `data`: by its mark, as UTF-8, else in the likeliest encoding. Raises DocumentUnreadableError."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return _guessed(data)


def _guessed(data: bytes) -> str:
    # A zero byte is in no text of eight bits, and wide ones without a mark are too rare to guess at.
    best = None if b"\0" in data else from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise DocumentUnreadableError("This is no text in an encoding that can be recognised.")
    return data.decode(best.encoding, "replace")


def language_of(name: str) -> str | None:
    """The programming language that a file's name stands for, in lower case; None for prose."""
    kind = find_lexer_class_for_filename(name.replace("\\", "/").rpartition("/")[2])
    return None if kind is None or kind.name in _PROSE else str(kind.name).lower()


def without_comments(markdown: str) -> str:
    """Markdown without what its reader never sees."""
    return _COMMENT.sub("", markdown)
