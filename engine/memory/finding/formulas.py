"""The scores: mood-congruent recall ([E] §4.2) and hybrid search ([A] §10)."""

from enum import StrEnum

from engine.memory.records import Feeling, Node
from engine.settings import MemorySettings
from engine.trail import MoodPoint


class Profile(StrEnum):
    """The two deployment profiles ([E] §2.3): in the Cognitive one feeling has no weight."""

    COGNITIVE = "cognitive"
    FULL = "full"


class Quadrant(StrEnum):
    """The regions of affect space ([E] §3.2)."""

    BRIGHT = "positive, high energy"
    CALM = "positive, low energy"
    TENSE = "negative, high energy"
    LOW = "negative, low energy"
    KEEN = "neutral, high energy"
    EVEN = "neutral, low energy"
    OPEN = "high openness"


def quadrant(point: MoodPoint, settings: MemorySettings) -> Quadrant:
    """The region of a point; high openness comes before valence and energy."""
    if point.openness >= settings.high_openness:
        return Quadrant.OPEN
    lively = point.energy >= settings.high_energy
    if abs(point.valence) <= settings.neutral_valence:
        return Quadrant.KEEN if lively else Quadrant.EVEN
    if point.valence > 0:
        return Quadrant.BRIGHT if lively else Quadrant.CALM
    return Quadrant.TENSE if lively else Quadrant.LOW


def emotional_resonance(
    encoded: Feeling, current: Feeling, importance: float, settings: MemorySettings
) -> float:
    """`valence × 0.45 + energy × 0.20 + openness × 0.10 + importance × 0.10 + emotion bonus`; 0–1.

    A match is 1 − the distance on its axis; valence, whose axis is 2 long, is clamped to 0.
    """
    then, now = encoded.point, current.point
    return (
        max(0.0, 1.0 - abs(then.valence - now.valence)) * settings.valence_weight
        + (1.0 - abs(then.energy - now.energy)) * settings.energy_weight
        + (1.0 - abs(then.openness - now.openness)) * settings.openness_weight
        + importance * settings.importance_weight
        + _emotion_bonus(encoded, current, settings)
    )


def recall_score(
    similarity: float, node: Node, mood: Feeling | None, profile: Profile, settings: MemorySettings
) -> float:
    """`similarity × (1 − w) + resonance × w`, w = 0.3.

    Purely semantic without a mood, for a memory without one, and in the Cognitive profile.
    """
    if mood is None or node.feeling is None or profile is Profile.COGNITIVE:
        return similarity
    felt = emotional_resonance(node.feeling, mood, node.importance, settings)
    return similarity * (1.0 - settings.mood_weight) + felt * settings.mood_weight


def hybrid_score(similarity: float, node: Node, profile: Profile, settings: MemorySettings) -> float:
    """`similarity × 0.7 + (importance + intensity) / 2 × 0.3`; intensity is 0 in the Cognitive profile."""
    intensity = 0.0 if profile is Profile.COGNITIVE else node.intensity
    meaning = (node.importance + intensity) / 2.0
    return similarity * settings.semantic_weight + meaning * settings.meaning_weight


def _emotion_bonus(encoded: Feeling, current: Feeling, settings: MemorySettings) -> float:
    if encoded.label is not None and encoded.label == current.label:
        return settings.same_emotion
    same = quadrant(encoded.point, settings) is quadrant(current.point, settings)
    return settings.same_quadrant if same else 0.0
