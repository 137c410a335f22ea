"""How problems were thought through ([E] §8.2): hypotheses, evidence found by itself, dead ends, solutions."""

from engine.cognition.reasoning.book import ReasoningBook
from engine.cognition.reasoning.records import (
    ReasoningTrail,
    TrailPart,
    TrailStatus,
)

__all__ = [
    "ReasoningBook",
    "ReasoningTrail",
    "TrailPart",
    "TrailStatus",
]
