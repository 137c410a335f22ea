"""What the companion infers about the person: one query over the rooms that assert anything (`one-mind.md`, "Claims").

Facts are no part of it: they have a place and verbs of their own. A further room is a module here whose `offered` gives
its assertions as `Inferred`, and a line in `OFFERING`.
"""

from collections.abc import Callable, Iterable

from companion.inferred import cognition, memory, mood, notes
from companion.inferred.records import Inferred, InferredRoom, Verb
from engine.errors import InvalidInputError, NotFoundError
from engine.mind import Mind

OFFERING: tuple[Callable[[Mind], Iterable[Inferred]], ...] = (
    memory.offered,
    mood.offered,
    cognition.offered,
    notes.offered,
)


def all_inferred(mind: Mind) -> list[Inferred]:
    """Everything that stands, newest first. What cites no fact and nothing that was said asserts nothing.

    What rests on something private is private.
    """
    private = mind.private()
    found = [one for offered in OFFERING for one in offered(mind) if one.is_founded]
    hidden = [one.kept_private() if private.intersection(one.rests) else one for one in found]
    return sorted(hidden, key=lambda one: one.at, reverse=True)


def one_inferred(mind: Mind, ref: str) -> Inferred:
    """One of them. Raises NotFoundError."""
    found = next((one for one in all_inferred(mind) if one.ref == ref), None)
    if found is None:
        raise NotFoundError("Nothing like that is inferred.", "See `companion facts inferred`.")
    return found


def take_back(mind: Mind, ref: str) -> None:
    """Do what its room offers: deny it, or forget it with all that rests on it.

    Raises NotFoundError, InvalidInputError for what only goes with what it rests on.
    """
    one = one_inferred(mind, ref)
    if Verb.DENY in one.verbs:
        cognition.deny(mind, ref)
    elif Verb.FORGET in one.verbs:
        mind.forgetting.forget([ref])
    else:
        raise InvalidInputError("ref", "goes only with what it rests on", "Take that back instead.")


__all__ = ["Inferred", "InferredRoom", "Verb", "all_inferred", "one_inferred", "take_back"]
