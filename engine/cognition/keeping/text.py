"""What a person or a model wrote, in one line and fit to be stored."""

from engine.errors import InvalidInputError
from engine.trail import cleaned

LONGEST = 500


def line(text: str, field: str, longest: int = LONGEST) -> str:
    """`text` in one line. Raises InvalidInputError where it is empty or too long."""
    made = optional(text, field, longest)
    if not made:
        raise InvalidInputError(field, "is empty")
    return made


def optional(text: str, field: str, longest: int = LONGEST) -> str:
    """Like `line`, where nothing may be said."""
    made = " ".join(cleaned(text, field).split())
    if len(made) > longest:
        raise InvalidInputError(field, f"is longer than {longest} characters", "Say it in fewer words.")
    return made


def labels(given: tuple[str, ...]) -> tuple[str, ...]:
    """Tags in one form, each once, in order."""
    made = (optional(each, "tags", 50).casefold() for each in given)
    return tuple(dict.fromkeys(each for each in made if each))
