"""Resonance: how much a moment means ([A] §5). The model assesses, these formulas compute.

It exists in every profile; mood only adds the affect point. No keyword is ever looked for.
"""

from dataclasses import dataclass
from enum import StrEnum

POSITIVE_ABOVE = 0.3  # the same distance below zero is negative ([A] §5)


class Valence(StrEnum):
    """The sign of a resonance."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Resonance:
    """How much a moment means: the first three are assessed by the model, the rest is computed."""

    importance: float
    alignment: float
    reason: str
    intensity: float
    valence: Valence


def resonance(importance: float, alignment: float, reason: str) -> Resonance:
    """`intensity = importance × |alignment|`; valence positive above 0.3, negative below −0.3, else mixed.

    `importance` is 0–1 and `alignment` −1–1; both are clamped.
    """
    importance = min(1.0, max(0.0, importance))
    alignment = min(1.0, max(-1.0, alignment))
    valence = Valence.MIXED
    if abs(alignment) > POSITIVE_ABOVE:
        valence = Valence.POSITIVE if alignment > 0 else Valence.NEGATIVE
    return Resonance(importance, alignment, reason, importance * abs(alignment), valence)


def weight(relevance: float, intensity: float, *, cognitive: bool = False) -> float:
    """`relevance × (1 + intensity)`; in the Cognitive profile intensity weighs nothing (`one-mind.md`)."""
    return relevance if cognitive else relevance * (1.0 + intensity)
