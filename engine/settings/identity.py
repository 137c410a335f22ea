"""Who the companion is: directives, components, growth, manner and compass."""

from engine.settings.branch import Branch, setting


class IdentitySettings(Branch):
    """What is written by the person, what emerges, and what is carried from one time together to the next."""

    directives: int = setting(12, "Directives that hold at once", "ours", ge=1, le=100)
    directive_letters: int = setting(240, "Letters of one directive", "ours", ge=20, le=2000)
    directives_tokens: int = setting(320, "Directives in the stable part", "ours", ge=0)
    component_sources: int = setting(
        5, "Notes that a component must rest on", "one-mind, Cognition, intent", ge=1
    )
    component_intensity: float = setting(
        0.6, "Mean intensity from which a component emerges", "one-mind, Cognition, intent", ge=0, le=1
    )
    component_change: float = setting(
        0.15,
        "Difference from the last version that makes a new one",
        "one-mind, Cognition, intent",
        ge=0,
        le=2,
    )
    values_alignment: float = setting(
        0.7, "Alignment above which a note tells of a value", "[A] §9", ge=0, le=1
    )
    values_active: int = setting(5, "Values that are active at once", "[A] §9", ge=1, le=20)
    significance_above: float = setting(
        0.7, "Intensity above which a moment is of significance", "[A] §5", ge=0, le=1
    )
    kindred_from: float = setting(
        0.35, "Cosine from which a sentence is about what a component asks", "ours", ge=0, le=1
    )
    theme_from: float = setting(0.5, "Cosine from which two sentences say the same", "ours", ge=0, le=1)
    theme_mentions: int = setting(2, "Notes that make a theme", "ours", ge=1)
    themes: int = setting(5, "Themes that a component is worded from", "ours", ge=1, le=20)
    faithful_from: float = setting(
        0.5, "Cosine of a component's words to the notes that they stand for", "ours", ge=0, le=1
    )
    component_words: int = setting(40, "Words of a component", "ours", ge=5, le=200)
    components_tokens: int = setting(160, "Components in the stable part", "ours", ge=0)
    extensions_tokens: int = setting(80, "What became part of it, in the stable part", "ours", ge=0)
    growth_tokens: int = setting(80, "How it is changing, in the stable part", "ours", ge=0)
    nominations: int = setting(3, "Votes that a promotion needs", "[C] §5.4", ge=1)
    nomination_hours: float = setting(24, "Age of the first vote", "[C] §5.4", ge=0)
    extension_below: float = setting(
        0.85, "Cosine to what is part of it already, below which a candidate is new", "[C] §5.4", ge=0, le=1
    )
    vote_from: float = setting(
        0.75,
        "Cosine from which a nomination is a candidate's vote",
        "one-mind, Cognition, intent",
        ge=0,
        le=1,
    )
    adjustments: int = setting(3, "Adjustments of expression that hold at once", "ours", ge=1, le=10)
    adjustment_letters: int = setting(100, "Letters of one adjustment", "ours", ge=20, le=400)
    expression_tokens: int = setting(40, "Expression in the stable part", "ours", ge=0)
    vocabulary_tokens: int = setting(60, "Shared words in the stable part", "ours", ge=0)
    macros: int = setting(3, "Feelings that one shared word may bring", "ours", ge=1, le=10)
    shorthands_told: int = setting(2, "Shared words that are opened up in one turn", "ours", ge=0, le=10)
    shorthand_tokens: int = setting(40, "Shared words opened up in one turn, in tokens", "ours", ge=0)
    compass_turns: int = setting(2, "Turns from which a compass is made", "[C] §6", ge=1)
    compass_tokens: int = setting(500, "The compass as it is written", "[C] §6", ge=40)
    compass_small_tokens: int = setting(160, "The compass as a small model writes it", "ours", ge=40)
    compass_told_tokens: int = setting(160, "The compass in the stable part", "ours", ge=0)
    compass_topics: int = setting(5, "Recent topics in the compass", "one-mind, Border", ge=0, le=20)
    compass_steps: int = setting(12, "Last Steps that a compass is made of", "ours", ge=2, le=50)
    compass_loops: int = setting(3, "Open loops in the compass", "ours", ge=0, le=10)
    loops_told: int = setting(1, "Open loops that an opening names", "ours", ge=0, le=5)
    loops_tokens: int = setting(40, "Open loops in the opening", "ours", ge=0)
    small_parameters: int = setting(
        2_000_000_000, "Below so many a model writes less, and casts no vote on itself", "ours", ge=0
    )
    compass_parameters: int = setting(
        3_000_000_000,
        "Smallest model that words the compass; a smaller one tells of what never was, so it is quoted",
        "ours",
        ge=0,
    )
    reflect_parameters: int = setting(
        1_000_000_000, "Smallest model that is asked what it learnt of itself in a turn", "ours", ge=0
    )
    identity_letters: int = setting(600, "Letters of the identity text in State", "ours", ge=40)
