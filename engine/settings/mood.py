"""How the companion feels."""

from engine.settings.branch import Branch, setting


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
    empathy: float = setting(
        0.25, "Share of a point felt along that one utterance moves at most", "ours", ge=0, le=1
    )
    empathy_from: float = setting(
        0.4, "Share of a group of emotions above which it moves anything", "ours", ge=0, le=0.99
    )
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
    seems_parameters: int = setting(
        3_000_000_000,
        "Smallest model that writes how the person seems; a smaller one takes nearly everybody for unwell",
        "ours",
        ge=0,
    )
    seems_decided: int = setting(
        1_000_000_000, "Smallest model that decides by its logits how the person seems", "ours", ge=0
    )
    seems_from: float = setting(
        0.6, "Share from which a person seems anything else than usual", "ours", ge=0, le=1
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
