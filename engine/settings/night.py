"""What the companion does alone: when, for how long, and from where on something found is worth showing."""

from engine.settings.branch import Branch, setting


class NightSettings(Branch):
    """The queue, the brain run, consolidation and the brief."""

    interval_hours: float = setting(2, "Hours between two brain runs", "[E] §9.9", ge=0.1)
    most_hours: float = setting(
        6, "Hours of a night after which it stops until the next", "[E] §9.4", ge=0.05
    )
    idle_minutes: float = setting(10, "Minutes without a word after which something is begun", "ours", ge=0.1)
    chain_from: int = setting(2, "Hour from which the night's chain is run, once a day", "ours", ge=0, le=23)
    quiet_from: int = setting(
        0, "Hour from which nothing is done alone; with quiet_until", "ours", ge=0, le=23
    )
    quiet_until: int = setting(0, "Hour until which nothing is; the same hour for never", "ours", ge=0, le=23)
    look_s: float = setting(60, "Seconds between two looks whether something is due", "[E] §9.9", ge=1)
    lease_s: float = setting(900, "Seconds that a runner holds a job without a checkpoint", "ours", ge=10)
    most_tries: int = setting(3, "Failures after which a job is dead", "ours", ge=1)
    retry_s: float = setting(60, "Seconds before the first second try; doubles each time", "ours", ge=0)

    duplicate_from: float = setting(
        0.85, "Cosine from which two memories may be the same", "[E] §4.5.2", ge=0, le=1
    )
    contradiction_from: float = setting(
        0.5, "Cosine from which two memories may contradict each other", "[E] §4.5.3", ge=0, le=1
    )
    compared_at_once: int = setting(40, "Pairs that a model compares in a run", "ours", ge=0)
    contradicts_from: float = setting(
        0.8, "Share of the model from which a contradiction is noted", "ours", ge=0, le=1
    )

    episode_days: int = setting(30, "Days of the trail that a run looks at", "[E] §9.2", ge=1)
    told_most: int = setting(600, "Utterances of those days that a run looks at, the latest", "ours", ge=10)
    theme_likeness: float = setting(
        0.5, "Cosine from which two utterances are of one theme", "ours", ge=0, le=1
    )
    theme_days: int = setting(2, "Days on which a theme came up, at the least", "ours", ge=2)
    believed_days: int = setting(
        4, "Days on which a theme came up before it is believed to recur", "ours", ge=2
    )
    habit_days: int = setting(8, "Days with a word before a habit is believed", "ours", ge=3)
    slept_at_once: int = setting(100, "Memories that are slept on in a night", "[C] §8", ge=1)
    slept_of_all: int = setting(500, "The same, where all are slept on", "[C] §8", ge=1)
    deep_days: int = setting(90, "Days back that sleep looks at", "[C] §8", ge=1)
    deep_memories: int = setting(100, "Memories that patterns are looked for in", "[C] §8", ge=1)
    discovered_of_all: int = setting(300, "The same, where all are slept on", "[C] §8", ge=1)
    close_days: int = setting(
        7, "The same days, when a time together has just ended", "one-mind, Border", ge=1
    )
    close_memories: int = setting(30, "The same memories, then", "one-mind, Border", ge=1)
    batch: int = setting(50, "Memories looked at together for a pattern", "[C] §8", ge=5)
    batch_overlap: float = setting(0.2, "Part of a batch that the next shares", "[C] §8", ge=0, le=0.9)
    layered_from: int = setting(2000, "Memories above which sleep goes by neighbourhoods", "[C] §12", ge=1)
    audited_from: float = setting(
        0.6, "Importance from which it is weighed anew", "[C] §8, 6 of 10", ge=0, le=1
    )
    audited_by: float = setting(
        0.1, "What an importance is moved by in a night, at the most", "[C] §8, 1 of 10", ge=0, le=1
    )
    anchor_from: float = setting(
        0.7, "Importance of what others are taken into", "[C] §12, 7 of 10", ge=0, le=1
    )
    bridged_from: float = setting(0.7, "Cosine of two neighbourhoods that are joined", "[C] §12", ge=0, le=1)
    linked_from: float = setting(0.6, "Cosine from which two memories are linked", "ours", ge=0, le=1)
    links_each: int = setting(3, "Links that a night makes for a memory, at the most", "ours", ge=0)
    joined_from: float = setting(0.45, "Cosine from which two things may belong together", "ours", ge=0, le=1)
    ahead_days: int = setting(7, "Days ahead that risks and chances are looked for in", "ours", ge=1)
    shown_from: float = setting(0.5, "Weight from which a finding is shown", "ours", ge=0, le=1)
    shown_most: int = setting(3, "Findings of the night in a brief", "ours", ge=0)
    grounded_from: float = setting(
        0.6, "Share of the model from which a sentence stands on its sources", "ours", ge=0, le=1
    )
    shared_from: float = setting(
        0.6, "Share of a sentence's words that stand in its notes, at the least", "ours", ge=0, le=1
    )
    written_temperature: float = setting(
        0.3, "How freely a sentence is written that is checked against its notes", "[E] §9.6", ge=0, le=2
    )
    sentence_tokens: int = setting(48, "Tokens of a written sentence", "ours", ge=8)
    notes_most: int = setting(6, "Notes that a sentence is written from", "ours", ge=1)

    brief_from: int = setting(
        5, "Hour from which a day has its brief, though no night came to it", "ours", ge=0, le=23
    )
    brief_words: int = setting(200, "Words of a brief: under a minute to read", "ours", ge=100)
    brief_ahead_days: int = setting(7, "Days ahead that a brief tells of", "ours", ge=0)
    brief_lines: int = setting(4, "Lines in a section of a brief", "ours", ge=1)
    brief_problem: int = setting(3, "Lines on a problem that was handed over, in a brief", "ours", ge=1)
    brief_told: int = setting(3, "Things last talked of in a brief", "ours", ge=0)

    imagines_parameters: int = setting(
        3_000_000_000, "Parameters from which a model drifts and dreams: a smaller one raves", "ours", ge=0
    )
    dream_imprints: int = setting(
        3, "Feelings that last since the last dream of them, for another", "ours", ge=1
    )
    drift_items: int = setting(3, "Things that a round of drift begins with", "[E] §9.6", ge=2)
