"""What is open: goals, handoff, corrections, intention."""

from engine.settings.branch import Branch, setting


class IntentSettings(Branch):
    """What is open: goals, what is carried from one time to the next, corrections, and how to meet again."""

    appointment_minutes: int = setting(
        60, "Minutes before the hour of something to be at, at which it is told of", "ours", ge=0, le=1440
    )
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
    settled_from: float = setting(
        0.6, "Share of being over from which what is open is proposed as settled", "ours", ge=0, le=1
    )
    fulfilled_from: float = setting(
        # Of 38 texts that nothing is fitted to, 9 of 18 that tell of a thing done have it, and no other (0.86).
        0.9,
        "Share of being done from which what the person says of it ticks it off",
        "ours",
        ge=0,
        le=1,
    )
    moved_from: float = setting(
        # 6 of 7 texts that tell of a thing moved, and that nothing is fitted to, have it; no other more than 0.39.
        0.55,
        "Share of being moved from which what is open is due when the person says",
        "ours",
        ge=0,
        le=1,
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
