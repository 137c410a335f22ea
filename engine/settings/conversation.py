"""What a turn is made of: focus, recall, prompt, requests before the answer, reflection and narrative."""

from engine.settings.branch import Branch, setting


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
    week_days: float = setting(
        7, "Days whose Steps are searched apart from the rest", "[S] §2.4", ge=0, le=60
    )
    week: int = setting(10, "Most of them that are added beside the others", "[S] §2.4", ge=0, le=50)
    open_items: int = setting(
        4, "Things to do that may answer a question of the person's own life", "ours", ge=0, le=20
    )
    recent_boost: float = setting(0.05, "Share by which a recent memory weighs more", "ours", ge=0, le=1)
    place_boost: float = setting(
        0.05, "Share by which a memory of the same place weighs more", "ours", ge=0, le=1
    )


class RecallSettings(Branch):
    """What is brought back for a turn."""

    floor: float = setting(
        0.12, "Cosine below which a Step is not brought up unless its words match", "ours", ge=0, le=1
    )
    index_s: float = setting(
        0.2, "Seconds before an answer for what was told last to be found by its meaning", "ours", ge=0, le=5
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
        5, "Recalled items that are held against a question about the person", "ours", ge=1, le=20
    )
    read_off: int = setting(
        8, "Recalled items whose likeliest sentences an answer is written from", "ours", ge=1, le=20
    )
    judge_parameters: int = setting(
        1_000_000_000,
        "Smallest model whose judgement of support counts; half of that refuses all",
        "ours",
        ge=0,
    )
    carried_from: float = setting(
        0.55, "How likely the notes must hold what is asked to be put before an answer", "ours", ge=0, le=1
    )
    surely_carried_from: float = setting(
        0.95,
        "How likely the notes must hold what is asked for an answer to be shown as it is written, unchecked",
        "ours",
        ge=0,
        le=1,
    )
    grounded_from: float = setting(
        0.12, "How likely an answer must stand in the notes to be given", "ours", ge=0, le=1
    )
    written_anew_below: float = setting(
        0.25,
        "Share of standing in the notes below which an answer is written once more, from the nearest alone",
        "ours",
        ge=0,
        le=1,
    )
    judged_from: float = setting(
        0.25,
        "Share of being about their own life from which the notes are held against a question",
        "ours",
        ge=0,
        le=1,
    )
    checked_turns: int = setting(
        3, "Latest utterances of the person that count as notes too", "ours", ge=0, le=10
    )
    searching_parameters: int = setting(
        3_000_000_000, "Smallest model that searches of itself where support is weak", "ours", ge=0
    )
    searches: int = setting(
        2, "Searches of the model before one answer", "one-mind, Reconstruction", ge=0, le=10
    )
    searching_tokens: int = setting(48, "Longest choice of a search", "ours", ge=16, le=400)
    searched_items: int = setting(4, "Things that one search of the model brings up", "ours", ge=1, le=20)
    node_weight: float = setting(
        0.9, "Weight of what a moment came to mean against the person's own words", "ours", ge=0, le=1
    )
    document_weight: float = setting(
        0.9, "Weight of what was read against the person's own words", "ours", ge=0, le=1
    )


class PromptSettings(Branch):
    """How a prompt is laid out, in tokens (`docs/architecture.md`)."""

    support_tokens: int = setting(
        88, "Support read anew each turn: about what a small model reads in a second", "ours", ge=0, le=4096
    )
    support_items: int = setting(4, "Memories put before the model in one turn", "ours", ge=0, le=20)
    asked_share: float = setting(
        3.0, "How many times that support a question has, whose answer is waited for", "ours", ge=1, le=10
    )
    asked_items: int = setting(8, "Memories put before the model for a question", "ours", ge=0, le=20)
    own_words_parameters: int = setting(
        3_000_000_000,
        "Smallest model that finds its own words for every moment; of a smaller one what stands written is said",
        "ours",
        ge=0,
    )
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
        {"anchors": 100},
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
    target_weight: float = setting(
        3.0,
        "How much the nearest note's support weighs for a change of it, in log-odds a unit",
        "ours",
        ge=0,
        le=50,
    )
    target_middle: float = setting(
        0.4, "Support that speaks neither for nor against a change", "ours", ge=0, le=1
    )
    kept_from: float = setting(
        0.03, "Share of being worth keeping from which something is remembered on request", "ours", ge=0, le=1
    )
    errand_from: float = setting(
        0.5, "Share of naming something to do from which it is stored as a reminder", "ours", ge=0, le=1
    )
    every_from: float = setting(
        # With 1.5 billion parameters 13 of 15 requests for every day or weekday have it, of 22 for once none (0.54).
        0.6,
        "Share of being so on every such day from which a reminder comes again",
        "ours",
        ge=0,
        le=1,
    )
    request_from: float = setting(
        0.75,
        "Share of asking to be reminded from which a question is a request, and not one to answer",
        "ours",
        ge=0,
        le=1,
    )
    unknown_from: float = setting(
        0.9, "Share from which it is said that there is no note of something", "ours", ge=0, le=1
    )
    asked_correct_from: float = setting(
        0.75, "Share from which it is asked whether a note is to be corrected", "ours", ge=0, le=1
    )
    corrects_from: float = setting(
        0.1,
        "Share of putting it out of date from which a note of which nothing is named is corrected",
        "ours",
        ge=0,
        le=1,
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
    clear_lead: float = setting(0.2, "Lead in support by which a note is meant", "ours", ge=0, le=1)
    statement_characters: int = setting(300, "Longest statement of a request", "ours", ge=50, le=1000)
    written_tokens: int = setting(48, "Longest corrected note", "ours", ge=8, le=200)
    told: int = setting(12, "Facts told when all that is known is asked for", "ours", ge=1, le=50)
    waiting_turns: int = setting(2, "Turns for which a confirmation is waited for", "ours", ge=1, le=10)


class ReflectSettings(Branch):
    """What the companion writes down for itself after an answer."""

    written_parameters: int = setting(
        3_000_000_000,
        "Smallest model that writes the reflection; of a smaller one all is decided",
        "ours",
        ge=0,
    )
    tokens: int = setting(260, "Longest reflection that a model writes", "ours", ge=32, le=4096)
    note_words: int = setting(
        60, "Words of a note for a small model", "one-mind, Reconstruction", ge=10, le=800
    )
    actions: int = setting(2, "Memory actions of one reflection", "ours", ge=0, le=10)
    kept_from: float = setting(
        0.6, "Share of being worth keeping from which a clause becomes a fact", "ours", ge=0, le=1
    )
    surely_kept_from: float = setting(
        0.9, "The same where the model finds no statement in it", "ours", ge=0, le=1
    )
    of_moment_below: float = setting(
        0.1, "The same below which one of several statements of a passage is left out", "ours", ge=0, le=1
    )
    coming_kept_from: float = setting(
        0.15, "The same for a clause that tells what comes on a day", "ours", ge=0, le=1
    )
    judged_from: float = setting(
        0.5, "Share of judging somebody else from which a clause is asked about first", "ours", ge=0, le=1
    )
    changed_from: float = setting(
        0.7,
        "Share of changing who the person is from which a clause is asked about first",
        "ours",
        ge=0,
        le=1,
    )
    unsure_from: float = setting(
        0.5, "Share of being a guess from which a clause is kept as something that passes", "ours", ge=0, le=1
    )
    manner_parameters: int = setting(
        1_000_000_000, "Smallest model that can tell how somebody wants to be talked with", "ours", ge=0
    )
    manner_from: float = setting(
        0.85,
        "Share of saying how they want to be talked with from which it is asked about",
        "ours",
        ge=0,
        le=1,
    )
    manner_words: int = setting(25, "Longest clause that is taken for such a wish", "ours", ge=0)
    unsure_confidence: float = setting(
        0.6, "How sure a fact is that the person themselves only guessed", "ours", ge=0, le=1
    )
    superseded_near: float = setting(
        0.2, "Cosine from which a known fact may be put out of date by a new one", "ours", ge=0, le=1
    )
    superseded: int = setting(
        3, "Nearest known facts that a new one may put out of date", "ours", ge=0, le=10
    )
    self_contained_from: float = setting(
        0.9,
        "Share of being understood by itself from which a sentence is written out without what was said before",
        "ours",
        ge=0,
        le=1,
    )
    supersedes_from: float = setting(
        0.8, "Share of putting a known fact out of date from which that is closed", "ours", ge=0, le=1
    )
    grounded_from: float = setting(
        0.6, "Share of an action's words that were said in the exchange", "ours", ge=0, le=1
    )
    references: int = setting(2, "Memories at hand that one search of a reflection adds", "ours", ge=0, le=10)


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
