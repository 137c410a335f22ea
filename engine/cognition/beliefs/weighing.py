"""What may be weighed for a belief or against it."""

from datetime import datetime
from typing import TypeVar

from engine.cognition.beliefs.records import Belief, Direction, Evidence, Model
from engine.cognition.errors import CognitionMissingError, CognitionMoveError, UnsourcedError
from engine.cognition.keeping.keeper import Keeper
from engine.cognition.keeping.records import Origin
from engine.written import optional

OF_MODELS = frozenset({Direction.SUPPORTS, Direction.WEAKENS, Direction.INVALIDATES})


def evidence(
    keeper: Keeper, direction: Direction, text: str, *, cites: tuple[str, ...], origin: Origin, run: str
) -> Evidence:
    """A piece of evidence of now. Raises UnsourcedError, InvalidInputError."""
    sources = keeper.sources.require(cites, origin)
    said = optional(text, "evidence")
    return Evidence(
        at=keeper.clock.now(), direction=direction, text=said, cites=sources, origin=origin, run=run
    )


B = TypeVar("B", bound=Belief)


def without_word(belief: B, at: datetime) -> B:
    """The belief without what the person said of it at that moment. Raises CognitionMissingError where they did not."""
    left = tuple(one for one in belief.evidence if one.origin is not Origin.HAND or one.at != at)
    if len(left) == len(belief.evidence):
        raise CognitionMissingError("You said nothing of it at that moment.")
    return belief.model_copy(update={"evidence": left})


def require_fit(belief: Belief, shown: Evidence) -> None:
    """Raises CognitionMoveError for a direction that is not of its kind, UnsourcedError for what is no news.

    News has a source that the belief does not cite yet, and one run is heard once ([E] §14.8); the person is always.
    """
    if (shown.direction in OF_MODELS) != isinstance(belief, Model):
        raise CognitionMoveError("Models are supported or weakened; principles are confirmed or challenged.")
    known = set(belief.all_cites()) - set(belief.gone)
    repeated = bool(shown.run) and any(each.run == shown.run for each in belief.standing)
    if shown.origin is not Origin.HAND and (repeated or set(shown.cites) <= known):
        raise UnsourcedError("That was weighed before.")
