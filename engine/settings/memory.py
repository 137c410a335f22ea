"""How memories are kept, aged and found."""

from engine.settings.branch import Branch, setting


class MemorySettings(Branch):
    """What is kept of what happened, how it fades, and how it is found again."""

    duplicate_from: float = setting(
        0.75, "Cosine from which something remembered is compared with what stands", "[C] §8", ge=0, le=1
    )
    cluster: int = setting(5, "Most memories that become one", "[C] §8", ge=2, le=20)
    unites_parameters: int = setting(
        1_000_000_000, "Smallest model that is asked whether two memories are one", "ours", ge=0
    )
    united_at_once: int = setting(3, "Memories looked at again before others have their turn", "ours", ge=0)
    drift_centroid: float = setting(
        0.80, "Cosine of a merged text to the middle of its sources, in sleep", "[C] §8.3", ge=0, le=1
    )
    drift_source: float = setting(
        0.70, "Cosine of a merged text to each of its sources, in sleep", "[C] §8.3", ge=0, le=1
    )
    working_items: int = setting(
        12, "Open tasks, references or questions of its own that it has in mind", "ours", ge=1, le=200
    )
    candidates: int = setting(100, "Memories compared before filters and scoring", "[A] §10", ge=1, le=5000)
    mood_weight: float = setting(0.3, "Weight of mood in recall", "[E] §4.2", ge=0, le=1)
    valence_weight: float = setting(0.45, "Weight of valence in resonance", "[E] §4.2", ge=0, le=1)
    energy_weight: float = setting(0.20, "Weight of energy in resonance", "[E] §4.2", ge=0, le=1)
    openness_weight: float = setting(0.10, "Weight of openness in resonance", "[E] §4.2", ge=0, le=1)
    importance_weight: float = setting(0.10, "Weight of importance in resonance", "[E] §4.2", ge=0, le=1)
    same_emotion: float = setting(0.15, "Bonus of the same emotion", "[E] §4.2", ge=0, le=1)
    same_quadrant: float = setting(0.08, "Bonus of a like emotion", "[E] §4.2", ge=0, le=1)
    neutral_valence: float = setting(
        0.2, "Valence, either way, up to which a feeling is neutral", "ours", ge=0, le=1
    )
    high_energy: float = setting(0.5, "Energy from which a feeling is of high energy", "ours", ge=0, le=1)
    high_openness: float = setting(
        0.75, "Openness from which a feeling is of high openness", "ours", ge=0, le=1
    )
    semantic_weight: float = setting(0.7, "Weight of meaning in a filtered search", "[A] §10", ge=0, le=1)
    meaning_weight: float = setting(
        0.3, "Weight of importance and intensity in a filtered search", "[A] §10", ge=0, le=1
    )
    half_life_days: float = setting(
        60.0, "Days after which a memory weighs half in the order of a context", "[C] §5.3", ge=1
    )
    least_gravity: float = setting(0.01, "The least that a memory weighs", "[C] §5.3, 0.1 of 10", ge=0, le=1)
    boost: float = setting(0.05, "What one recall gives a memory's strength", "[E] §4.5.4", ge=0, le=1)
    most_boost: float = setting(0.15, "Most that recalls give in one night", "[E] §4.5.4", ge=0, le=1)
    idle_days: float = setting(30.0, "Days without recall before a memory fades", "[E] §4.5.5", ge=0)
    fading: float = setting(0.02, "What a memory loses in one night", "[E] §4.5.5", ge=0, le=1)
    slow_fading: float = setting(0.005, "What a slowly fading memory loses in one night", "ours", ge=0, le=1)
    weak_below: float = setting(0.15, "Strength below which a memory is archived", "[E] §4.5.6", ge=0, le=1)
    protected_from: float = setting(
        0.9, "Importance from which no job merges or archives a memory", "one-mind, Nodes", ge=0, le=1
    )
    anchored_above: float = setting(0.7, "Intensity above which a key moment is kept", "[A] §5", ge=0, le=1)
    explored: int = setting(8, "Most memories that links add", "one-mind, Nodes", ge=0, le=100)
