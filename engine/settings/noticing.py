"""What the companion notices of itself and of how things go: reflection, blind spots, observations."""

from engine.settings.branch import Branch, setting


class NoticingSettings(Branch):
    """What it notices: who it has been lately, what it does not see, what is worth a word and how often."""

    reflect_days: int = setting(30, "Days that a reflection looks back on", "ours", ge=1, le=3650)
    reflect_most: int = setting(2000, "Moments of mood that a reflection reads, the latest", "ours", ge=10)
    trend_least: int = setting(5, "Moments of mood below which there is no trend", "ours", ge=2)
    trend_span: float = setting(
        0.1, "Change of valence over the days looked at from which it rose or sank", "ours", ge=0, le=2
    )
    volatile_from: float = setting(
        0.2, "Standard deviation of valence above which a mood is volatile", "[E] §6.1", ge=0, le=1
    )
    medium_from: float = setting(
        0.1, "Standard deviation of valence from which it is moderately so", "ours", ge=0, le=1
    )

    repeats_from: int = setting(3, "Times from which a correction repeats", "[E] §6.2", ge=2)
    project_days: int = setting(90, "Days in which a project was spoken of to be looked for", "ours", ge=1)
    project_silent_days: int = setting(
        14, "Days without word or goal after which a project is abandoned", "ours", ge=1
    )
    prediction_days: int = setting(
        3, "Days before its deadline in which a prediction is near", "[E] §6.2", ge=0
    )
    tested_from: int = setting(3, "Pieces of evidence from which a belief is tested", "[E] §6.2", ge=1)

    most_in_session: int = setting(3, "Observations in one time together", "[E] §6.3", ge=0)
    minutes_apart: float = setting(5, "Minutes between two observations", "[E] §6.3", ge=0)
    again_hours: float = setting(
        18, "Hours after which what was told of the day may be told again", "ours", ge=0
    )
    answered_days: float = setting(
        7, "Days for which an answered observation, or one not of the day, is silent", "ours", ge=0
    )
    dismissed_days: float = setting(30, "Days for which a dismissed observation is silent", "ours", ge=0)
    gap_episodes: int = setting(20, "Earlier times together that say which absence is usual", "ours", ge=3)
    gap_least: int = setting(5, "Absences below which none is unusual", "ours", ge=2)
    gap_factor: float = setting(3.0, "Times the usual absence from which one is unusual", "ours", ge=1)
    gap_hours: float = setting(48, "Hours below which no absence is unusual", "ours", ge=0)
    late_from: int = setting(23, "Hour from which it is late", "ours", ge=12, le=23)
    late_until: int = setting(5, "Hour until which it is late", "ours", ge=0, le=11)
    long_hours: float = setting(3.0, "Hours of talk without a pause that are long", "ours", ge=0.1)
    pause_minutes: float = setting(30, "Minutes without a word that are a pause", "ours", ge=1)
    volatility_days: int = setting(7, "Days over which a volatile mood is told", "ours", ge=1)
    opening_tokens: int = setting(48, "One observation in an opening, in tokens", "ours", ge=0)

    trail_floor: float = setting(
        0.3, "Likeness from which a search meets a trail of reasoning", "ours", ge=0, le=1
    )
    trail_words: float = setting(
        0.5, "Share of a search's words from which a trail of reasoning is met", "ours", ge=0, le=1
    )
    dead_end: float = setting(0.65, "Likeness from which an approach was given up before", "ours", ge=0, le=1)
    hypothesis: float = setting(0.5, "Confidence of a hypothesis that gives none", "ours", ge=0, le=1)
