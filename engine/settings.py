"""The settings tree: every number of the mind with its type, default, bounds, words and source.

What a document gives is the default here; a number of our own is marked `ours` and may be changed with evidence.
Other rooms read their branch; nothing in the engine repeats a value that stands here.
"""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def setting(
    default: Any, words: str, source: str, *, ge: float | None = None, le: float | None = None
) -> Any:
    """A field with its default, the words a person reads, its source and its bounds (inclusive)."""
    return Field(default=default, description=words, ge=ge, le=le, json_schema_extra={"source": source})


class Branch(BaseModel):
    """A part of the tree: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CacheType(StrEnum):
    """How exactly a local model keeps what it has read: the quantised ones take half and a quarter the memory."""

    F16 = "f16"
    Q8_0 = "q8_0"
    Q4_0 = "q4_0"


class FocusSettings(Branch):
    """How wide is searched for one turn; a list holds a number for each of the levels 0 to 5."""

    names: tuple[str, ...] = setting(
        ("minimal", "light", "moderate", "balanced", "deep", "maximum"),
        "What the levels are called",
        "[A] §6",
    )
    memories: tuple[int, ...] = setting(
        (2, 5, 8, 10, 15, 20), "Memories found by meaning and words, a level", "[A] §6"
    )
    hours: tuple[float, ...] = setting(
        (1.0, 4.0, 12.0, 24.0, 72.0, 168.0), "Hours that count as recent, a level", "[A] §6"
    )
    depth: tuple[int, ...] = setting((0, 1, 2, 3, 4, 5), "Links walked, a level", "[A] §6")
    usual: int = setting(3, "Level of a turn", "[A] §6", ge=0, le=5)
    voice: int = setting(1, "Level of a spoken turn", "one-mind, Reconstruction", ge=0, le=5)
    harder: int = setting(5, "Level of a turn that is to be thought about harder", "one-mind", ge=0, le=5)
    recent: int = setting(3, "Most recent memories that are added beside the others", "ours", ge=0, le=50)
    recent_boost: float = setting(0.05, "Share by which a recent memory weighs more", "ours", ge=0, le=1)
    place_boost: float = setting(
        0.05, "Share by which a memory of the same place weighs more", "ours", ge=0, le=1
    )


class RecallSettings(Branch):
    """What is brought back for a turn."""

    floor: float = setting(
        0.12, "Cosine below which a Step is not brought up unless its words match", "ours", ge=0, le=1
    )
    strong: float = setting(0.30, "Cosine from which support counts as strong", "ours", ge=0, le=1)
    lexical_floor: float = setting(
        0.55, "Score from which matching words alone bring a Step up", "ours", ge=0, le=1
    )
    answer_weight: float = setting(
        0.75, "Weight of what the companion said against what the person said", "ours", ge=0, le=1
    )
    question_weight: float = setting(
        0.5, "Weight of a bare question of the person: it asks, it does not tell", "ours", ge=0, le=1
    )
    checked: int = setting(
        3, "Recalled items that are held against a question about the person", "ours", ge=1, le=20
    )
    judge_parameters: int = setting(
        1_000_000_000,
        "Smallest model whose judgement of support counts; half of that refuses all",
        "ours",
        ge=0,
    )
    judge_uncalibrated: bool = setting(
        default=False, words="Whether a judgement counts before it is calibrated", source="ours"
    )
    judged_tokens: int = setting(
        24, "Longest question that is judged, as its answer waits for that", "ours", ge=0, le=1024
    )
    carried_from: float = setting(
        0.45, "The model's share for yes, of yes and no, from which they hold the answer", "ours", ge=0, le=1
    )
    other_from: float = setting(
        0.5, "The model's share from which a question asks for no memory", "ours", ge=0, le=1
    )
    checked_turns: int = setting(
        2, "Latest utterances of the person that count as notes too", "ours", ge=0, le=10
    )
    node_weight: float = setting(
        0.9, "Weight of what a moment came to mean against the person's own words", "ours", ge=0, le=1
    )
    document_weight: float = setting(
        0.9, "Weight of what was read against the person's own words", "ours", ge=0, le=1
    )


class PromptSettings(Branch):
    """How a prompt is laid out, in tokens (`docs/architecture.md`)."""

    support_tokens: int = setting(
        96, "Support read anew each turn: about what a small model reads in a second", "ours", ge=0, le=4096
    )
    support_items: int = setting(4, "Memories put before the model in one turn", "ours", ge=0, le=20)
    answer_tokens: int = setting(320, "Longest answer", "ours", ge=16, le=8192)
    stream_steps: int = setting(
        20, "Steps of a running episode that a new process reads again", "[C] §3", ge=0
    )
    prepare_at: float = setting(
        0.65,
        "Share of the context from which old turns are summed up in the background",
        "ours",
        ge=0.2,
        le=0.9,
    )
    compact_at: float = setting(
        0.75, "Share of the context at which old turns are cut", "[C] §3", ge=0.3, le=0.95
    )
    compact_to: float = setting(0.45, "Share of the context that is left after a cut", "ours", ge=0.1, le=0.9)
    summary_tokens: int = setting(160, "Longest summary of old turns", "ours", ge=32, le=2048)
    quote_tokens: int = setting(
        240, "Quotes beside a summary, of what it would have lost", "ours", ge=0, le=2048
    )
    bridge_tokens: int = setting(
        128,
        "What may be read again at once when the prompt was changed; more is read in the background",
        "ours",
        ge=0,
        le=4096,
    )
    stable_tokens: int = setting(
        1200, "Everything before the opening, sections of rooms included", "architecture", ge=200, le=8192
    )
    section_tokens: dict[str, int] = setting(
        {
            "extensions": 80,
            "expression": 40,
            "anchors": 100,
            "vocabulary": 60,
            "growth": 80,
            "compass": 160,
        },
        "What each section from memory may take of the stable part",
        "ours",
    )
    news_tokens: int = setting(
        60, "New facts that are told within an episode, in one turn", "ours", ge=0, le=1024
    )
    clock_minutes: int = setting(10, "Minutes after which the time is told again", "ours", ge=1)


class GoverningSettings(Branch):
    """Requests to remember, correct, forget, doubt or tell what is known, carried out before the answer."""

    opens_at: float = setting(
        0.2, "Share of anything being asked for from which the model is asked", "ours", ge=0, le=1
    )
    sure_from: float = setting(
        0.5, "Share from which a request is taken for what it seems", "ours", ge=0, le=1
    )
    kept_from: float = setting(
        0.06, "Share of being worth keeping from which something is remembered on request", "ours", ge=0, le=1
    )
    unknown_from: float = setting(
        0.9, "Share from which it is said that there is no note of something", "ours", ge=0, le=1
    )
    targets: int = setting(5, "Notes that a request may be about", "ours", ge=1, le=9)
    target_from: float = setting(0.6, "Share from which one note is taken as meant", "ours", ge=0, le=1)
    unclear_from: float = setting(
        0.12, "Share from which a note is among those that are asked about", "ours", ge=0, le=1
    )
    least_support: float = setting(0.3, "Support from which a note may be meant at all", "ours", ge=0, le=1)
    sure_support: float = setting(
        0.45, "Support from which a note is changed without asking whether it is meant", "ours", ge=0, le=1
    )
    clear_lead: float = setting(0.3, "Lead in support by which a note is meant", "ours", ge=0, le=1)
    statement_characters: int = setting(300, "Longest statement of a request", "ours", ge=50, le=1000)
    statement_starts: int = setting(12, "Words at which a statement may begin", "ours", ge=2, le=50)
    written_tokens: int = setting(48, "Longest corrected note", "ours", ge=8, le=200)
    told: int = setting(12, "Facts told when all that is known is asked for", "ours", ge=1, le=50)
    told_tokens: int = setting(220, "What is told of them, in tokens", "ours", ge=32, le=2000)
    waiting_turns: int = setting(2, "Turns for which a confirmation is waited for", "ours", ge=1, le=10)


class ReflectSettings(Branch):
    """What the companion writes down for itself after an answer."""

    tokens: int = setting(260, "Longest reflect segment", "ours", ge=32, le=4096)
    note_words: int = setting(
        60, "Words of a note for a small model", "one-mind, Reconstruction", ge=10, le=800
    )
    actions: int = setting(2, "Memory actions of one reflection", "ours", ge=0, le=10)
    kept_from: float = setting(
        0.7, "Share of being worth keeping from which a clause becomes a fact", "ours", ge=0, le=1
    )
    place_tokens: int = setting(40, "Longest lens and topic of a claim", "ours", ge=16, le=200)
    grounded_from: float = setting(
        0.6, "Share of an action's words that were said in the exchange", "ours", ge=0, le=1
    )
    references: int = setting(2, "Memories at hand that one search of a reflection adds", "ours", ge=0, le=10)


class MemorySettings(Branch):
    """What is kept of what happened, how it fades, and how it is found again."""

    duplicate_from: float = setting(
        0.75, "Cosine from which something remembered is compared with what stands", "[C] §8", ge=0, le=1
    )
    cluster: int = setting(5, "Most memories that become one", "[C] §8", ge=2, le=20)
    drift_centroid: float = setting(
        0.80, "Cosine of a merged text to the middle of its sources, in sleep", "[C] §8.3", ge=0, le=1
    )
    drift_source: float = setting(
        0.70, "Cosine of a merged text to each of its sources, in sleep", "[C] §8.3", ge=0, le=1
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


class LibrarySettings(Branch):
    """What is read: how much at once, how it is cut, how it is found and weighed."""

    file_bytes: int = setting(
        32 * 1024 * 1024, "Largest document, in bytes", "ours", ge=1024, le=512 * 1024 * 1024
    )
    pages: int = setting(2000, "Most pages of a PDF", "ours", ge=1, le=20_000)
    characters: int = setting(
        4_000_000, "Most characters of text in a document", "ours", ge=1000, le=50_000_000
    )
    reading_s: int = setting(120, "Seconds that reading one document may take", "ours", ge=1, le=900)
    reading_bytes: int = setting(
        1024 * 1024 * 1024, "Memory that reading one document may take", "ours", ge=256 * 1024 * 1024
    )
    chunk_tokens: int = setting(180, "Longest passage that is found as one", "ours", ge=32, le=512)
    overlap_tokens: int = setting(30, "What a passage repeats of the one before", "ours", ge=0, le=128)
    excerpts: int = setting(5, "Excerpts of one search", "[A] §8", ge=1, le=50)
    floor: float = setting(
        0.25, "Cosine below which an excerpt is not found unless its words match", "ours", ge=0, le=1
    )
    coverage: float = setting(
        0.6, "Share of the query's words that bring an excerpt up by themselves", "ours", ge=0, le=1
    )
    neighbours: int = setting(1, "Passages shown before and after one that is found", "ours", ge=0, le=3)
    access_scale: float = setting(10.0, "Divides the logarithm of the accesses", "[A] §8", ge=1, le=100)
    recent_days: int = setting(7, "Days for which an access counts as recent", "[A] §8", ge=1, le=365)
    recency_factor: float = setting(1.2, "What a recent access multiplies by", "[A] §8", ge=1, le=5)
    link_boost: float = setting(0.1, "Importance that each link adds", "[A] §8", ge=0, le=1)
    tags: int = setting(5, "Words that a document is described by", "ours", ge=0, le=20)


class NarrativeSettings(Branch):
    """When the narrative thread is told anew, and from how much."""

    minutes: float = setting(5, "Age in minutes from which it is told again", "[C] §3", ge=1)
    drift: float = setting(
        0.3,
        "Cosine of the thread and the last things said under which the topic has drifted",
        "ours",
        ge=0,
        le=1,
    )
    least_turns: int = setting(2, "Things said before there is anything to tell", "ours", ge=1, le=20)
    steps: int = setting(12, "Last Steps that it is made of", "ours", ge=2, le=50)
    sentences: int = setting(4, "Most sentences of it", "one-mind, Reconstruction", ge=1, le=10)
    tokens: int = setting(
        80, "Room for it where an episode opens", "architecture, Prompt layout", ge=0, le=400
    )


class ModeSettings(Branch):
    """Where each personality mode jumps to: valence, energy, openness."""

    dev: tuple[float, float, float] = setting((0.5, 0.6, 0.4), "Focused work", "[E] §3.6")
    soft: tuple[float, float, float] = setting((0.6, 0.3, 0.8), "Gentle, present", "[E] §3.6")
    playful: tuple[float, float, float] = setting((0.7, 0.8, 0.6), "Light, witty", "[E] §3.6")
    therapist: tuple[float, float, float] = setting((0.5, 0.3, 0.7), "Calm, reflective", "[E] §3.6")
    drift: tuple[float, float, float] = setting((0.5, 0.3, 0.8), "Late night, open", "[E] §3.6")
    cold: tuple[float, float, float] = setting((0.0, 0.3, 0.1), "Flat, machine-like", "[E] §3.6")
    girlfriend: tuple[float, float, float] = setting((0.65, 0.5, 0.85), "Warm, open", "[E] §3.6")


class MoodSettings(Branch):
    """How the companion feels: where it rests, how it cools, what lasts."""

    temperament: tuple[float, float, float] = setting(
        (0.55, 0.50, 0.65), "The mood at rest: valence, energy, openness", "[E] §3.3"
    )
    valence_weight: float = setting(1.3, "Weight of valence in the distance of feelings", "[E] §3.2", ge=0)
    energy_weight: float = setting(1.0, "Weight of energy in the distance of feelings", "[E] §3.2", ge=0)
    openness_weight: float = setting(0.8, "Weight of openness in the distance of feelings", "[E] §3.2", ge=0)
    named: int = setting(3, "Emotions that name a mood", "[E] §3.2", ge=1, le=38)
    decay: float = setting(0.05, "Share of a mood that cools in an hour apart", "[E] §3.3", ge=0, le=1)
    noise: float = setting(0.02, "Spread of the chance in each wake", "[E] §3.3", ge=0, le=1)
    seed: int = setting(0, "Where the chance begins", "ours")
    shift: float = setting(0.05, "Share of an axis that one point of felt shift moves", "ours", ge=0, le=0.33)
    imprint_from: float = setting(
        0.7, "Intensity from which a moment leaves an imprint", "one-mind, Mood", ge=0, le=1
    )
    imprint_strength: float = setting(
        0.7, "Strength of an imprint made by hand", "[E] elara_imprint", ge=0, le=1
    )
    imprint_days: float = setting(
        30.0, "Days after which an imprint is half as strong", "one-mind, Mood", ge=1
    )
    imprint_least: float = setting(
        0.10, "Strength below which an imprint is archived", "one-mind, Mood", ge=0.001, le=1
    )
    pull: float = setting(
        0.1, "Share of its distance by which an imprint of strength 1 pulls", "ours", ge=0, le=1
    )
    pull_a_day: float = setting(
        0.01, "Most that the temperament moves in a day, an axis", "one-mind, Mood", ge=0.0001, le=1
    )
    pull_in_all: float = setting(
        0.15, "Most that the temperament lies from its default, an axis", "one-mind, Mood", ge=0, le=1
    )
    arc_trend: float = setting(
        0.19, "Change of valence above which a time rose or sank", "[E] §3.5", ge=0, le=2
    )
    arc_flat: float = setting(0.15, "Range of valence below which a time was flat", "[E] §3.5", ge=0, le=2)
    arc_range: float = setting(
        0.3, "Range of valence above which a time can be a rollercoaster", "[E] §3.5", ge=0, le=2
    )
    arc_turns: int = setting(2, "Changes of direction that make a rollercoaster", "[E] §3.5", ge=1)
    arc_change: float = setting(
        0.05, "Change of valence below which a direction has not changed", "[E] §3.5", ge=0, le=2
    )
    suggest_within: float = setting(
        0.2, "Distance to a mode within which it is suggested", "ours", ge=0, le=2.65
    )
    care_from: int = setting(2, "Turns in a row in which the person must seem to have it hard", "ours", ge=1)
    care_hours: float = setting(18.0, "Hours for which that softens the tone", "ours", ge=0)
    care_days: float = setting(3.0, "Days within which it is asked about", "one-mind, Claims: in days", ge=0)
    decline_days: int = setting(28, "Days over which a decline is looked for", "[E] §2.3.2: over weeks", ge=7)
    decline_least: int = setting(6, "Days with talk that a decline needs", "ours", ge=3)
    decline_drop: float = setting(
        0.5, "Fall over these days, of 2 from glad to low, that is a decline", "ours", ge=0, le=2
    )
    modes: ModeSettings = ModeSettings()


class IntentSettings(Branch):
    """What is open: goals, what is carried from one time to the next, corrections, and how to meet again."""

    stale_days: float = setting(14, "Days without change after which a goal is stale", "[E] §8.1", ge=1)
    deadline_days: int = setting(3, "Days before a deadline in which a goal is due", "[E] §6.2", ge=0)
    overdue_carried: int = setting(3, "Times carried from which an item is overdue", "[E] §5.2", ge=1)
    fading_after_days: float = setting(90, "Days after which an item's urgency fades", "[E] §5.2", ge=0)
    urgency_half_life_days: float = setting(
        30, "Days in which a fading urgency halves", "one-mind, Cognition, intent", ge=1
    )
    promise_urgency: float = setting(0.8, "Urgency of a promise of the companion", "ours", ge=0, le=1)
    reminder_urgency: float = setting(0.7, "Urgency of a reminder", "ours", ge=0, le=1)
    unfinished_urgency: float = setting(0.6, "Urgency of what was left unfinished", "ours", ge=0, le=1)
    plan_urgency: float = setting(0.5, "Urgency of a plan", "ours", ge=0, le=1)
    overdue_urgency: float = setting(
        0.2, "What being overdue, or on its day, adds to the urgency", "ours", ge=0, le=1
    )
    least_urgency: float = setting(
        0.1, "Urgency below which an item is not brought up by itself", "ours", ge=0, le=1
    )
    same_words: float = setting(0.8, "Share of words from which two items are the same", "ours", ge=0.5, le=1)
    promise_grounding: float = setting(
        0.5, "Share of a promise's words that the answer must hold", "ours", ge=0, le=1
    )
    instant_minutes: float = setting(30, "Minutes apart below which one just goes on", "[E] §5.3", ge=0)
    continuation_hours: float = setting(4, "Hours apart below which work is picked up", "[E] §5.3", ge=0)
    fresh_hours: float = setting(24, "Hours apart up to which one starts fresh", "[E] §5.3", ge=0)
    catch_up_hours: float = setting(
        48, "Hours apart up to which one catches up; beyond, one checks in", "[E] §5.3", ge=0
    )
    morning_from: int = setting(5, "Hour at which the morning begins", "ours", ge=0, le=23)
    afternoon_from: int = setting(12, "Hour at which the afternoon begins", "ours", ge=0, le=23)
    evening_from: int = setting(17, "Hour at which the evening begins", "ours", ge=0, le=23)
    night_from: int = setting(22, "Hour at which the late night begins", "ours", ge=0, le=23)
    opening_tokens: int = setting(
        80, "How to meet again and what is due, in the opening", "architecture", ge=0
    )
    opening_items: int = setting(2, "Due items in an opening", "ours", ge=0, le=10)
    relevance: float = setting(
        0.25, "Cosine from which a correction is about what is being done", "[E] §7.3", ge=0, le=1
    )
    same_mistake: float = setting(0.85, "Cosine from which two mistakes are the same", "ours", ge=0, le=1)
    dormant_days: float = setting(
        30, "Days without activation after which a correction is dormant", "one-mind, Cognition, intent", ge=1
    )
    boot_tokens: int = setting(120, "Corrections and the intention in the stable part", "ours", ge=0)
    matched: int = setting(2, "Corrections told in one turn", "ours", ge=0, le=10)
    matched_tokens: int = setting(60, "Corrections told in one turn, in tokens", "ours", ge=0)


class Settings(Branch):
    """The whole tree."""

    focus: FocusSettings = FocusSettings()
    recall: RecallSettings = RecallSettings()
    prompt: PromptSettings = PromptSettings()
    governing: GoverningSettings = GoverningSettings()
    reflect: ReflectSettings = ReflectSettings()
    memory: MemorySettings = MemorySettings()
    person: PersonSettings = PersonSettings()
    library: LibrarySettings = LibrarySettings()
    narrative: NarrativeSettings = NarrativeSettings()
    mood: MoodSettings = MoodSettings()
    intent: IntentSettings = IntentSettings()
