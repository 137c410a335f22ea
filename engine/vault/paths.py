"""Which names a document may have, so that every one can be exported as a file anywhere."""

import unicodedata

from engine.errors import InvalidInputError

MAX_PATH_BYTES = 512
MAX_NAME_BYTES = 200
# The greatest character there is: prefix ≤ x < prefix + LAST covers every text that begins with the prefix.
LAST = "\U0010ffff"


def valid_path(path: str) -> str:
    """`path` in canonical Unicode form. Raises InvalidInputError unless it is relative, plain and bounded."""
    checked = valid_prefix(path)
    names = checked.split("/")
    if not all(names):
        raise InvalidInputError("path", "is empty, or begins, ends or is doubled with a slash")
    if any(name in {".", ".."} for name in names):
        raise InvalidInputError("path", "may not go up or stay with '.' and '..'")
    if any(len(name.encode()) > MAX_NAME_BYTES for name in names):
        raise InvalidInputError("path", f"has a name longer than {MAX_NAME_BYTES} bytes")
    return checked


def valid_prefix(prefix: str) -> str:
    """`prefix` in canonical Unicode form; it may end anywhere. Raises InvalidInputError."""
    checked = unicodedata.normalize("NFC", prefix)
    if "\\" in checked or ":" in checked or not all(map(_is_plain, checked)):
        raise InvalidInputError("path", "may not hold backslashes, colons or control characters")
    if len(checked.encode()) > MAX_PATH_BYTES:
        raise InvalidInputError("path", f"is longer than {MAX_PATH_BYTES} bytes")
    return checked


def _is_plain(character: str) -> bool:
    # Controls, surrogates and line ends; the last code point bounds ranges of names and is never one itself.
    return character != LAST and unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}
