"""What the companion believes, foresees and notices."""

from engine.settings.branch import Branch, setting

RULE = "one-mind, Cognition, intent"


class CognitionSettings(Branch):
    """Models, predictions, principles, outcomes, ideas and business ideas ([E] §7.4, §8.3, §8.4, §10)."""

    start: float = setting(0.5, "Confidence that a belief starts with", "[E] §10.4", ge=0, le=1)
    cap: float = setting(0.95, "Confidence that nothing passes", "[E] §10.2", ge=0, le=0.95)
    cap_technical: float = setting(0.95, "Highest confidence in technical matters", RULE, ge=0, le=0.95)
    cap_business: float = setting(0.95, "Highest confidence in business", RULE, ge=0, le=0.95)
    cap_work_patterns: float = setting(0.85, "Highest confidence in habits of work", RULE, ge=0, le=0.95)
    cap_project: float = setting(0.85, "Highest confidence about a project", RULE, ge=0, le=0.95)
    cap_general: float = setting(0.85, "Highest confidence in general", RULE, ge=0, le=0.95)
    cap_emotional: float = setting(0.70, "Highest confidence about feelings", RULE, ge=0, le=0.95)
    cap_behavioral: float = setting(0.70, "Highest confidence about behaviour", RULE, ge=0, le=0.95)

    supports: float = setting(0.05, "What supporting evidence adds", "[E] §10.2", ge=0, le=1)
    weakens: float = setting(0.08, "What contradicting evidence takes away", "[E] §10.2", ge=0, le=1)
    invalidates: float = setting(0.30, "What invalidating evidence takes away", "[E] §10.2", ge=0, le=1)
    weakened: float = setting(0.3, "Confidence up to which a model is weakened", RULE, ge=0, le=1)
    invalidated: float = setting(0.1, "Confidence up to which a model is invalidated", RULE, ge=0, le=1)
    decay_after_days: float = setting(30, "Days unchecked after which a model fades", "[E] §10.6", ge=1)
    decay_a_day: float = setting(0.05, "What a fading model loses each day", "[E] §10.6", ge=0, le=1)
    same_statement: float = setting(
        0.85, "Likeness from which two statements are the same", "ours", ge=0.5, le=1
    )

    same_matter: float = setting(
        0.65, "Likeness from which what came about is of a prediction or a decision", "ours", ge=0, le=1
    )

    deadline_days: int = setting(14, "Days until a prediction without a date is due", "elara-tools", ge=1)
    expires_days: int = setting(
        30, "Days after its date from which an open prediction is past checking", "ours", ge=1
    )
    partial: float = setting(0.5, "What a partly right prediction counts", RULE, ge=0, le=1)
    calibration_bins: int = setting(
        10, "Steps of confidence that are compared with what came true", "ours", ge=1, le=100
    )

    crystallises: int = setting(3, "Similar insights that make a principle", "[E] §10.4", ge=2)
    similar_insight: float = setting(0.65, "Likeness of similar insights", "[E] §10.4", ge=0, le=1)
    compared: int = setting(24, "Similar insights that are compared, nearest first", "ours", ge=3, le=100)
    confirms: float = setting(0.05, "What a confirmation adds to a principle", "[E] §10.4", ge=0, le=1)
    challenges: float = setting(0.10, "What a challenge takes from a principle", "[E] §10.4", ge=0, le=1)
    challenged: float = setting(
        0.2, "Confidence below which a principle is challenged", "[E] §10.4", ge=0, le=1
    )
    gathered: float = setting(0.5, "Confidence from which principles are gathered", RULE, ge=0, le=1)

    idea_seeds: int = setting(3, "Instances from which an idea is ready", "[E] §8.4", ge=2)
    idea_similarity: float = setting(0.65, "Likeness of two instances of an idea", RULE, ge=0, le=1)
    idea_occasions: int = setting(2, "Times together that a ready idea was touched in", "ours", ge=1)
    business_stale_days: float = setting(
        30, "Days without change after which a business idea wants a look", "ours", ge=1
    )

    told_tokens: int = setting(90, "Principles and models in the stable part, in tokens", "ours", ge=0)
    told_models: int = setting(4, "Models in the stable part", "ours", ge=0, le=20)
    told_principles: int = setting(3, "Principles in the stable part", "ours", ge=0, le=20)
    applies: float = setting(0.4, "Likeness from which a belief applies to what is said", "ours", ge=0, le=1)
    applied_tokens: int = setting(40, "The belief that applies to a turn, in tokens", "ours", ge=0)
    due_tokens: int = setting(50, "The prediction that an opening names, in tokens", "ours", ge=0)
    noticed_letters: int = setting(120, "Letters of what a turn notices", "ours", ge=20, le=500)
    noticed_grounding: float = setting(
        0.5, "Share of its words that the exchange must hold", "ours", ge=0, le=1
    )
    noticed_parameters: int = setting(
        1_000_000_000, "Parameters from which a model is asked what it notices", "ours", ge=0
    )
