"""Tags in one form."""

from engine.written import optional


def labels(given: tuple[str, ...]) -> tuple[str, ...]:
    """Tags in one form, each once, in order."""
    made = (optional(each, "tags", 50).casefold() for each in given)
    return tuple(dict.fromkeys(each for each in made if each))
