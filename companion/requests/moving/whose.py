"""Of which of the vault's companions something is to be written."""

from pydantic import Field

from companion.requests.room import Request
from engine.errors import InvalidInputError
from engine.mind import Mind


class OfOne(Request):
    """Of one of them, by its id."""

    companion: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="The id of a companion; without it the one that is spoken with.",
    )


def mind_of(mind: Mind, companion: str | None) -> Mind:
    """What that one keeps, or the one that is spoken with where none is named. Raises InvalidInputError."""
    found = next((one for one in mind.everyone if companion in {None, one.trail.companion}), None)
    if found is None:
        raise InvalidInputError("companion", "keeps nothing here", "Name another one.")
    return found
