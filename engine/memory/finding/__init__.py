"""Finding nodes again: one candidate generator, and the scoring that each operation's document gives."""

from engine.memory.finding.finder import Finder
from engine.memory.finding.formulas import (
    Profile,
    emotional_resonance,
    hybrid_score,
    quadrant,
    recall_score,
)

__all__ = [
    "Finder",
    "Profile",
    "emotional_resonance",
    "hybrid_score",
    "quadrant",
    "recall_score",
]
