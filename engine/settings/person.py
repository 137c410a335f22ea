"""How claims about the person are searched, kept and asked about."""

from engine.settings.branch import Branch, setting


class ClaimSettings(Branch):
    """How facts about the person are searched; cosines are MiniLM's."""

    strong: float = setting(0.62, "Support from which a claim is a strong match", "ours", ge=0, le=1)
    weak: float = setting(0.34, "Support from which a claim is a weak match", "ours", ge=0, le=1)
    verify_strong: float = setting(0.70, "Support for a strong match when verifying", "ours", ge=0, le=1)
    verify_weak: float = setting(0.48, "Support for a weak match when verifying", "ours", ge=0, le=1)
    verify_coverage: float = setting(
        0.75, "Share of the asked words that a fact must hold to be verified strongly", "ours", ge=0, le=1
    )
    verify_least: float = setting(
        0.5, "Share of the asked words below which likeness verifies nothing", "ours", ge=0, le=1
    )
    exact_overlap: float = setting(
        0.85, "Share of words that query and fact have in common in exact mode", "ours", ge=0, le=1
    )
    cosine_floor: float = setting(0.35, "Cosine that says nothing", "ours", ge=0, le=1)
    cosine_full: float = setting(0.80, "Cosine that says the same", "ours", ge=0, le=1)
    word_weight: float = setting(0.8, "Weight of common words", "ours", ge=0, le=1)
    meaning_weight: float = setting(0.85, "Weight of common meaning", "ours", ge=0, le=1)
    fuzzy_weight: float = setting(0.4, "Weight of similar spelling: weak on purpose", "[P] §6.2", ge=0, le=1)
    topic_weight: float = setting(0.6, "Weight of words found in the topic", "ours", ge=0, le=1)
    quote_weight: float = setting(0.8, "Weight of words found in the quote alone", "ours", ge=0, le=1)
    fresh_share: float = setting(
        0.35, "Share of the rank that a fact can lose by not being used", "ours", ge=0, le=1
    )
    latin_only: bool = setting(
        default=True,
        words="Whether the sentence model reads Latin script alone, as the starter model does",
        source="ground",
    )
    limit: int = setting(8, "Facts returned by a search", "ours", ge=1, le=100)


class CuriositySettings(Branch):
    """How often the person is asked something ([P] §5.3)."""

    effort: str = setting("balanced", "quiet, balanced or active", "[P] §5.3")
    quiet_days: float = setting(7, "Days between two questions when quiet", "one-mind, Claims", ge=0)
    balanced_days: float = setting(1, "Days between two questions when balanced", "one-mind, Claims", ge=0)
    active_hours: float = setting(
        4, "Hours after a question without reply when active; else one an episode", "ours", ge=0
    )
    doublings: int = setting(6, "How often the wait doubles without a reply at most", "ours", ge=0, le=20)
    boundary: float = setting(
        0.85,
        "Similarity from which a new question is like a dismissed one",
        "one-mind, Claims",
        ge=0,
        le=1,
    )
    gap_hours: float = setting(
        20, "Hours after which what could not be told when it was asked is asked back", "ours", ge=0
    )
    gaps: int = setting(3, "Such questions that wait at most", "ours", ge=0, le=20)
    later_days: float = setting(7, "Days that `ask later` means without a date", "ours", ge=0)


class PersonSettings(Branch):
    """What is understood about the person."""

    claims: ClaimSettings = ClaimSettings()
    curiosity: CuriositySettings = CuriositySettings()
    same: float = setting(
        0.95, "Cosine from which a fact with one word more says the same", "ours", ge=0, le=1
    )
    same_object: float = setting(
        0.67, "Share of words from which two preferences are about one object", "ours", ge=0, le=1
    )
    stated_confidence: float = setting(0.9, "Confidence in what was stated", "ours", ge=0, le=1)
    observed_confidence: float = setting(0.7, "Confidence in what was observed", "ours", ge=0, le=1)
    inferred_confidence: float = setting(0.5, "Confidence in what was inferred", "ours", ge=0, le=1)
    assumed_confidence: float = setting(0.3, "Confidence in what was assumed", "ours", ge=0, le=1)
    confirmation: float = setting(
        0.3, "Share of the missing confidence that a confirmation adds", "ours", ge=0, le=1
    )
    situational_days: float = setting(90, "Half-life of a situational fact, days", "one-mind, Claims", ge=1)
    ephemeral_days: float = setting(14, "Half-life of an ephemeral fact, days", "one-mind, Claims", ge=1)
    stale_days: float = setting(30, "Days after which an unused Pulse fact is asked about", "one-mind", ge=1)
    prompt_tokens: int = setting(400, "Facts in the stable part of the prompt", "ours", ge=0, le=4096)
    identity_share: float = setting(0.35, "Share of the prompt's facts: identity", "ours", ge=0, le=1)
    world_share: float = setting(0.30, "Share of the prompt's facts: world", "ours", ge=0, le=1)
    pulse_share: float = setting(0.20, "Share of the prompt's facts: pulse", "ours", ge=0, le=1)
    journey_share: float = setting(0.15, "Share of the prompt's facts: journey", "ours", ge=0, le=1)
    use_weight: float = setting(
        0.25, "How much each doubling of a fact's uses raises it in the prompt", "ours", ge=0
    )
    find_lead: float = setting(
        0.12, "Lead by which one fact is taken as meant, of several that match", "ours", ge=0, le=1
    )
