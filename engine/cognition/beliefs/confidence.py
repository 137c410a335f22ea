"""How evidence and time move confidence ([E] §7.4, §10.2, §10.4, §10.6; bounds of `one-mind.md`)."""

from datetime import datetime

from engine.cognition.beliefs.records import (
    Direction,
    Model,
    ModelStatus,
    Principle,
    PrincipleStatus,
)
from engine.cognition.keeping.records import Domain
from engine.settings import CognitionSettings

EXACT = 6  # digits kept, so that 0.5 − 0.2 is not a hair above a bound of 0.3


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
