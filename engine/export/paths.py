"""Paths of exported files: plain on every system, inside their folder whatever they were made of."""

import re
import unicodedata

LONGEST = 120  # bytes a name, so that numbers and endings fit
_UNSAFE = re.compile(r"[^\w.\- ]+")
_NOT_A_WORD = re.compile(r"[\W_]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_ENDING = re.compile(r"\.(?:md|json)$", re.IGNORECASE)


def snake_case(name: str, longest: int = 60) -> str:
    """`name` in lower case, its words joined by `_`, letters of any script kept; `unnamed` where none is left."""
    # Folding makes capitals of some letters (Cherokee), so it is lowered once more.
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold().lower())
    return _shortened(_NOT_A_WORD.sub("_", folded).strip("_"), longest).strip("_") or "unnamed"


def safe_path(path: str) -> str:
    """`path` as a relative one that can be written anywhere and leads nowhere else.

    A name that is safe already stays as it is. Only a file's name ends in `.md` or `.json`, so that no folder
    can have the name of a file; a file without either gets `.md`.
    """
    names = [name for name in map(_safe_name, path.split("/")) if name]
    *folders, file = names or ["unnamed"]
    folders = [f"{name}_" if _ENDING.search(name) else name for name in folders]
    return "/".join((*folders, file if _ENDING.search(file) else f"{file}.md"))


def _safe_name(name: str) -> str:
    plain = _UNSAFE.sub("_", unicodedata.normalize("NFC", name)).strip(" .")
    ending = _ENDING.search(plain)
    tail = "" if ending is None else ending[0]
    stem = _shortened(plain.removesuffix(tail), LONGEST).rstrip(" .")
    if _RESERVED.match(stem + tail):
        stem = _shortened(f"_{stem}", LONGEST).rstrip(" .")
    return stem + tail


def _shortened(name: str, longest: int) -> str:
    return name.encode()[:longest].decode("utf-8", "ignore")
