"""What may be weighed for a belief or against it, and how that and time move confidence.

[E] §7.4, §10.2, §10.4, §10.6; bounds of `one-mind.md`.
"""

from datetime import datetime
from typing import TypeVar

from engine.cognition.beliefs.records import (
    Belief,
    Direction,
    Evidence,
    Model,
    ModelStatus,
    Principle,
    PrincipleStatus,
)
from engine.cognition.keeping.keeper import Keeper
from engine.cognition.keeping.records import (
    CognitionMissingError,
    CognitionMoveError,
    Domain,
    Origin,
    UnsourcedError,
)
from engine.settings import CognitionSettings
from engine.written import optional

EXACT = 6  # digits kept, so that 0.5 − 0.2 is not a hair above a bound of 0.3

OF_MODELS = frozenset({Direction.SUPPORTS, Direction.WEAKENS, Direction.INVALIDATES})


def cap_of(domain: Domain, settings: CognitionSettings) -> float:
    """The confidence that nothing in `domain` passes: less where people are concerned ([E] §7.4)."""
    caps = {
        Domain.TECHNICAL: settings.cap_technical,
        Domain.BUSINESS: settings.cap_business,
        Domain.WORK_PATTERNS: settings.cap_work_patterns,
        Domain.PROJECT: settings.cap_project,
        Domain.GENERAL: settings.cap_general,
        Domain.EMOTIONAL: settings.cap_emotional,
        Domain.BEHAVIORAL: settings.cap_behavioral,
    }
    return min(settings.cap, caps[domain])


def moved(confidence: float, direction: Direction, domain: Domain, settings: CognitionSettings) -> float:
    """`confidence` after one piece of evidence, from 0 to the cap of its domain."""
    steps = {
        Direction.SUPPORTS: settings.supports,
        Direction.WEAKENS: -settings.weakens,
        Direction.INVALIDATES: -settings.invalidates,
        Direction.CONFIRMS: settings.confirms,
        Direction.CHALLENGES: -settings.challenges,
    }
    return bounded(confidence + steps[direction], domain, settings)


def bounded(confidence: float, domain: Domain, settings: CognitionSettings) -> float:
    """`confidence` from 0 to the cap of `domain`."""
    return round(min(cap_of(domain, settings), max(0.0, confidence)), EXACT)


def faded(confidence: float, checked: datetime, now: datetime, settings: CognitionSettings) -> float:
    """`confidence` of a model that was last checked then: a function of the time between alone ([E] §10.6).

    It loses a step for each whole day beyond the 30th, so that looking twice on one day changes nothing.
    """
    days = max(0, int((now - checked).days - settings.decay_after_days))
    return round(max(0.0, confidence - days * settings.decay_a_day), EXACT)


def model_as_of(model: Model, now: datetime, settings: CognitionSettings) -> Model:
    """`model` with its confidence and status at `now`."""
    level, checked = bounded(model.start, model.domain, settings), model.created_at
    for each in model.standing:
        level = moved(faded(level, checked, each.at, settings), each.direction, model.domain, settings)
        checked = each.at
    level = faded(level, checked, now, settings)
    return model.model_copy(update={"confidence": level, "status": _status(model, level, settings)})


def principle_as_of(principle: Principle, settings: CognitionSettings) -> Principle:
    """`principle` with its confidence and status; principles do not fade."""
    level = bounded(principle.start, principle.domain, settings)
    for each in principle.standing:
        level = moved(level, each.direction, principle.domain, settings)
    status = PrincipleStatus.ACTIVE
    if principle.rejected_at is not None:
        status = PrincipleStatus.REJECTED
    elif level < settings.challenged:
        status = PrincipleStatus.CHALLENGED
    return principle.model_copy(update={"confidence": level, "status": status})


def _status(model: Model, level: float, settings: CognitionSettings) -> ModelStatus:
    if model.rejected_at is not None or level <= settings.invalidated:
        return ModelStatus.INVALIDATED
    if model.is_superseded:
        return ModelStatus.SUPERSEDED
    return ModelStatus.WEAKENED if level <= settings.weakened else ModelStatus.ACTIVE


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
