"""The mood's tables. Times are microseconds of UTC."""

from engine.vault import Migration, Schema

SCHEMA = Schema(
    room="mood",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE mood_states (
                    companion TEXT NOT NULL, person TEXT NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    changed_at INTEGER NOT NULL, episode_id TEXT, rested_at INTEGER,
                    mode TEXT, mode_episode TEXT,
                    drift_valence REAL NOT NULL, drift_energy REAL NOT NULL, drift_openness REAL NOT NULL,
                    drifted_on INTEGER NOT NULL, wakes INTEGER NOT NULL,
                    PRIMARY KEY (companion, person)
                ) STRICT, WITHOUT ROWID""",
                """CREATE TABLE mood_journal (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, companion TEXT NOT NULL, person TEXT NOT NULL,
                    at INTEGER NOT NULL, cause TEXT NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    label TEXT NOT NULL, reason TEXT NOT NULL, mode TEXT, episode_id TEXT,
                    key_moment INTEGER NOT NULL, withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX mood_journal_in_order ON mood_journal (companion, person)",
                "CREATE INDEX mood_journal_by_time ON mood_journal (companion, person, at)",
                "CREATE INDEX mood_journal_of ON mood_journal (episode_id, companion, person, seq)",
                """CREATE TABLE mood_imprints (
                    id TEXT PRIMARY KEY, companion TEXT NOT NULL, person TEXT NOT NULL,
                    feeling TEXT NOT NULL, origin TEXT NOT NULL, strength REAL NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    created_at INTEGER NOT NULL, pulls INTEGER NOT NULL,
                    archived_at INTEGER, let_go_at INTEGER, withdrawn_at INTEGER
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_imprints_of ON mood_imprints (companion, person)",
                # What an imprint (its id) or a journal entry (its number) was made from.
                """CREATE TABLE mood_citations (
                    owner TEXT NOT NULL, ref TEXT NOT NULL, PRIMARY KEY (owner, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_citations_of ON mood_citations (ref)",
                """CREATE TABLE mood_arcs (
                    episode_id TEXT NOT NULL, companion TEXT NOT NULL, person TEXT NOT NULL,
                    closed_at INTEGER NOT NULL, pattern TEXT NOT NULL, samples INTEGER NOT NULL,
                    valence_from REAL, energy_from REAL, openness_from REAL,
                    valence_to REAL, energy_to REAL, openness_to REAL,
                    PRIMARY KEY (episode_id, companion, person)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_arcs_by_time ON mood_arcs (companion, person, closed_at)",
            ),
        ),
        Migration(
            2,
            (
                """CREATE TABLE mood_seen (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, companion TEXT NOT NULL, person TEXT NOT NULL,
                    at INTEGER NOT NULL, seeming TEXT NOT NULL, episode_id TEXT NOT NULL, source TEXT NOT NULL,
                    withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX mood_seen_by_time ON mood_seen (companion, person, at)",
                "CREATE INDEX mood_seen_of ON mood_seen (source)",
                "CREATE INDEX mood_seen_within ON mood_seen (episode_id)",
            ),
        ),
        Migration(
            3,
            (
                # A course of thousands of moments is read from the index alone.
                """CREATE INDEX mood_journal_course ON mood_journal
                    (companion, person, at, valence, energy, openness) WHERE withdrawn_at IS NULL""",
            ),
        ),
    ),
)
