"""How problems were thought through ([E] §8.2): hypotheses, evidence found by itself, dead ends, solutions."""

from engine.cognition.reasoning.book import ReasoningBook
from engine.cognition.reasoning.records import (
    Abandoned,
    DeadEnd,
    FoundEvidence,
    FoundTrail,
    Hypothesis,
    ReasoningTrail,
    Solution,
    TrailEvidence,
    TrailPart,
    TrailStatus,
)

__all__ = [
    "Abandoned",
    "DeadEnd",
    "FoundEvidence",
    "FoundTrail",
    "Hypothesis",
    "ReasoningBook",
    "ReasoningTrail",
    "Solution",
    "TrailEvidence",
    "TrailPart",
    "TrailStatus",
]
