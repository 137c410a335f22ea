"""The trail's tables, as they were released: migrations are only ever added."""

from engine.vault import Migration, Schema

SCHEMA = Schema(
    room="trail",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE trail_episodes (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                    companion TEXT NOT NULL, person TEXT NOT NULL, type TEXT NOT NULL, origin TEXT NOT NULL,
                    opened_at INTEGER NOT NULL, last_step_at INTEGER NOT NULL,
                    closed_at INTEGER, closed_by TEXT, projects TEXT NOT NULL DEFAULT '[]'
                ) STRICT""",
                """CREATE UNIQUE INDEX trail_one_open_episode
                    ON trail_episodes (companion, person, origin) WHERE closed_at IS NULL""",
                """CREATE TABLE trail_loops (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                    episode_id TEXT NOT NULL REFERENCES trail_episodes (id),
                    surface TEXT NOT NULL, owner TEXT NOT NULL, trigger TEXT NOT NULL, status TEXT NOT NULL,
                    opened_at INTEGER NOT NULL, closed_at INTEGER
                ) STRICT""",
                "CREATE INDEX trail_open_loops ON trail_loops (status) WHERE status = 'open'",
                "CREATE INDEX trail_loops_of_episode ON trail_loops (episode_id, seq)",
                """CREATE TABLE trail_steps (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                    loop_id TEXT NOT NULL REFERENCES trail_loops (id),
                    episode_id TEXT NOT NULL REFERENCES trail_episodes (id),
                    kind TEXT NOT NULL, speaker TEXT NOT NULL, person TEXT NOT NULL, companion TEXT NOT NULL,
                    text TEXT NOT NULL, at INTEGER NOT NULL, offset_minutes INTEGER NOT NULL,
                    surface TEXT NOT NULL, turn INTEGER NOT NULL, tokens INTEGER,
                    valence REAL, energy REAL, openness REAL, nll REAL, nll_context TEXT,
                    interrupted INTEGER NOT NULL DEFAULT 0, withdrawn_at INTEGER,
                    details TEXT NOT NULL DEFAULT '{}'
                ) STRICT""",
                "CREATE INDEX trail_steps_of_loop ON trail_steps (loop_id, seq)",
                "CREATE INDEX trail_steps_of_episode ON trail_steps (episode_id, seq)",
                """CREATE VIEW trail_recalled AS
                    SELECT seq, text FROM trail_steps WHERE kind IN ('utterance', 'answer')""",
                """CREATE VIRTUAL TABLE trail_words USING fts5 (
                    text, content = 'trail_recalled', content_rowid = 'seq',
                    tokenize = 'unicode61 remove_diacritics 2'
                )""",
                """CREATE TRIGGER trail_words_added AFTER INSERT ON trail_steps
                    WHEN new.kind IN ('utterance', 'answer')
                    BEGIN INSERT INTO trail_words (rowid, text) VALUES (new.seq, new.text); END""",
            ),
        ),
        Migration(
            2,
            (
                # What was brought back, for whom it was useful ([E] §4.5.1); the words of the query included.
                """CREATE TABLE trail_recalls (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, person TEXT NOT NULL,
                    query TEXT NOT NULL, purpose TEXT NOT NULL, step_id TEXT NOT NULL,
                    relevance REAL NOT NULL
                ) STRICT""",
                "CREATE INDEX trail_recalls_of_step ON trail_recalls (step_id)",
            ),
        ),
        Migration(
            3,
            (
                # Whether somebody said what an Episode was for; otherwise that follows from what it held.
                "ALTER TABLE trail_episodes ADD COLUMN type_given INTEGER NOT NULL DEFAULT 0",
                "CREATE INDEX trail_episodes_by_time ON trail_episodes (companion, person, opened_at)",
                "CREATE INDEX trail_episodes_by_type ON trail_episodes (companion, person, type, opened_at)",
            ),
        ),
        Migration(
            4,
            (
                # Which Episodes belong to a project; `folded` is its name without case. The names stand there too.
                """CREATE TABLE trail_projects (
                    companion TEXT NOT NULL, person TEXT NOT NULL, folded TEXT NOT NULL,
                    episode_id TEXT NOT NULL, project TEXT NOT NULL,
                    PRIMARY KEY (companion, person, folded, episode_id)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
    ),
)
