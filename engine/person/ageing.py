"""Freshness: a fact that is not used loses rank by its half-life, never its status ([P] §6.3; `one-mind.md`)."""

from datetime import datetime, timedelta

from engine.person.records import Fact, Volatility
from engine.settings import PersonSettings

_DAY = timedelta(days=1)


def last_alive(fact: Fact) -> datetime:
    """When a fact was last used, confirmed or written."""
    return max(fact.updated_at, fact.last_used_at or fact.updated_at)


def freshness(fact: Fact, now: datetime, settings: PersonSettings) -> float:
    """0–1: 1 for a permanent fact or one just used, halved with every half-life."""
    half_life = _half_life_days(fact.volatility, settings)
    if half_life is None:
        return 1.0
    age_days = max(0.0, (now - last_alive(fact)) / _DAY)
    return float(0.5 ** (age_days / half_life))


def _half_life_days(volatility: Volatility, settings: PersonSettings) -> float | None:
    match volatility:
        case Volatility.PERMANENT:
            return None
        case Volatility.SITUATIONAL:
            return settings.situational_days
        case Volatility.EPHEMERAL:
            return settings.ephemeral_days
