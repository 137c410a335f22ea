"""How the companion hears and speaks, and what it reads of the day."""

from engine.settings.branch import Branch, setting


class HearingSettings(Branch):
    """When somebody speaks, when they have ended, and what is not taken for words."""

    voice_from: float = setting(0.5, "Likelihood from which a block has a voice in it", "Silero", ge=0, le=1)
    voice_until: float = setting(0.35, "Likelihood below which a voice has ended", "Silero", ge=0, le=1)
    certain_voice: float = setting(0.8, "Likelihood from which one block is enough", "ours", ge=0, le=1)
    begin_s: float = setting(0.064, "Voice that makes the companion pause", "ours", ge=0.032, le=1)
    before_s: float = setting(0.5, "Kept of what was heard before a voice began", "ours", ge=0, le=2)
    glance_s: float = setting(0.1, "Pause after which words are looked for ahead of its end", "ours", ge=0.03)
    pause_s: float = setting(0.55, "Pause that ends a turn", "ours", ge=0.2, le=5)
    shorter_pause_s: float = setting(0.4, "Pause that ends a turn of whole sentences", "ours", ge=0.2, le=5)
    longer_pause_s: float = setting(1.0, "Pause that ends a turn of half a sentence", "ours", ge=0.2, le=5)
    longest_turn_s: float = setting(26.0, "Turn that is not waited for any longer", "ours", ge=5, le=28)
    draft_every_s: float = setting(0.9, "Between two readings while somebody speaks", "ours", ge=0.3)
    least_voiced_s: float = setting(0.25, "Voice in something that was said", "ours", ge=0, le=2)
    most_no_speech: float = setting(0.6, "Likelihood of no speech that is believed", "Whisper", ge=0, le=1)
    doubted_no_speech: float = setting(
        0.2, "Likelihood of no speech that makes stock phrases doubtful", "ours", ge=0, le=1
    )
    sure_log_probability: float = setting(
        -0.5, "Mean from which words are believed all the same", "ours", le=0
    )
    least_log_probability: float = setting(-1.0, "Mean below which words are not believed", "Whisper", le=0)
    most_repetition: float = setting(2.4, "Compression above which words go in circles", "Whisper", ge=1)
    called_for_s: float = setting(12.0, "After an answer no wake word is needed for so long", "ours", ge=0)


class EchoSettings(Branch):
    """How its own voice is told from the person's."""

    window_s: float = setting(0.256, "Heard at once for a comparison", "ours", ge=0.064, le=1)
    longest_way_s: float = setting(
        0.5, "Longest way from the speaker into the microphone", "ours", ge=0.05, le=1
    )
    taps: int = setting(96, "Samples of the echo's shape around its first sound", "ours", ge=1, le=512)
    alike: float = setting(
        0.3, "Correlation from which the two are compared more closely", "ours", ge=0, le=1
    )
    own_share: float = setting(
        0.7, "Share of the power that is its own in what it does not listen to", "ours", ge=0, le=1
    )
    same_words: float = setting(
        0.6, "Share of words that were its own in what is taken for an echo", "ours", ge=0, le=1
    )
    tail_s: float = setting(
        0.4, "Silence after its own voice before it listens, where an echo gets through", "ours", ge=0
    )


class SpeakingSettings(Branch):
    """How answers are spoken."""

    first_clause: int = setting(24, "Characters from which a first clause is spoken alone", "ours", ge=1)
    longest_clause: int = setting(220, "Characters after which a sentence is cut at a comma", "ours", ge=40)
    pause_s: float = setting(0.22, "Silence between two sentences", "ours", ge=0, le=2)
    clause_pause_s: float = setting(0.06, "Silence after a clause", "ours", ge=0, le=2)
    most_rate: float = setting(
        0.08, "Most that a mood makes the voice faster or slower", "ours", ge=0, le=0.3
    )
    idle_s: float = setting(300.0, "After so long without use speech models are let go", "ours", ge=10)


class FeedSettings(Branch):
    """What is read of feeds, how often, and for how long it stays."""

    every_hours: int = setting(
        6, "Hours after which feeds are read again by themselves; 0 for never", "ours", ge=0, le=168
    )
    again_minutes: int = setting(60, "Minutes after which a feed that failed is tried again", "ours", ge=5)
    look_s: float = setting(300.0, "Between two looks whether a feed is to be read", "ours", ge=0.1)
    kept_days: int = setting(30, "Days after which an item is dropped", "[E] §2.2", ge=1, le=365)
    night_days: int = setting(7, "Days of items that a night may think of", "[E] §9.2", ge=0, le=30)
    most_feeds: int = setting(60, "Most feeds", "ours", ge=1, le=500)
    items: int = setting(80, "Most items that are taken from one reading, the newest", "ours", ge=1, le=500)
    largest_bytes: int = setting(
        4 * 1024 * 1024, "Largest feed, in bytes", "ours", ge=1024, le=64 * 1024 * 1024
    )
    fetching_s: float = setting(30.0, "Seconds that fetching one feed may take", "ours", ge=1, le=300)
    wait_s: float = setting(10.0, "Seconds in which a server must say something", "ours", ge=1, le=60)
    reading_s: float = setting(15.0, "Seconds that reading one feed may take", "ours", ge=1, le=120)
    reading_bytes: int = setting(
        512 * 1024 * 1024, "Memory that reading one feed may take", "ours", ge=128 * 1024 * 1024
    )
    floor: float = setting(
        0.35, "Cosine below which an item is not found unless its words match", "ours", ge=0, le=1
    )


class SensesSettings(Branch):
    """How the companion hears and speaks, and what it reads of the day."""

    hearing: HearingSettings = HearingSettings()
    echo: EchoSettings = EchoSettings()
    speaking: SpeakingSettings = SpeakingSettings()
    feeds: FeedSettings = FeedSettings()
