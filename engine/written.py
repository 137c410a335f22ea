"""What a person or a model wrote, fit to be stored."""

from engine.errors import InvalidInputError

LONGEST = 500
"""Characters of a line, where nothing else is said."""
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


def storable(text: str) -> str:
    """NULs and lone surrogates become U+FFFD: neither can be stored, nor matched."""
    if text.isascii():
        return text.replace("\0", _UNREADABLE)
    # A pair of surrogates is one sign written in UTF-16; only what is left alone is unreadable.
    paired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return paired.replace("\0", _UNREADABLE)


def line(text: str, field: str, longest: int = LONGEST) -> str:
    """`text` in one line. Raises InvalidInputError where it is empty or too long."""
    made = optional(text, field, longest)
    if not made:
        raise InvalidInputError(field, "is empty")
    return made


def optional(text: str, field: str, longest: int = LONGEST) -> str:
    """Like `line`, where nothing may be said."""
    made = " ".join(storable(text).split())
    if len(made) > longest:
        raise InvalidInputError(field, f"is longer than {longest} characters", "Say it in fewer words.")
    return made
