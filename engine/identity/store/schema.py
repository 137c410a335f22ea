"""This room's tables. Times are microseconds of UTC.

What is said of the companion itself are nodes of the memory; here stands what a node has no place for.
"""

from engine.vault import Migration, Schema

SCHEMA = Schema(
    room="identity",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE identity_directives (
                    id TEXT NOT NULL, companion TEXT NOT NULL, person TEXT NOT NULL, version INTEGER NOT NULL,
                    place INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, withdrawn_at INTEGER,
                    PRIMARY KEY (id, version)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX identity_directives_of ON identity_directives (companion, person)",
                """CREATE TABLE identity_versions (
                    node TEXT PRIMARY KEY, companion TEXT NOT NULL, person TEXT NOT NULL,
                    component TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
                    UNIQUE (companion, person, component, version)
                ) STRICT, WITHOUT ROWID""",
                """CREATE TABLE identity_votes (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, node TEXT NOT NULL, companion TEXT NOT NULL,
                    person TEXT NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL, withdrawn_at INTEGER,
                    UNIQUE (node, run)
                ) STRICT""",
                "CREATE INDEX identity_votes_of ON identity_votes (companion, person)",
                """CREATE TABLE identity_vote_sources (
                    vote INTEGER NOT NULL REFERENCES identity_votes (id) ON DELETE CASCADE, ref TEXT NOT NULL,
                    PRIMARY KEY (vote, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX identity_vote_sources_of ON identity_vote_sources (ref)",
                """CREATE TABLE identity_verdicts (
                    node TEXT PRIMARY KEY, companion TEXT NOT NULL, person TEXT NOT NULL,
                    outcome TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL, votes INTEGER NOT NULL,
                    extension TEXT
                ) STRICT, WITHOUT ROWID""",
                # The words go with the person; that they were refused stays, by their digest.
                """CREATE TABLE identity_vetoes (
                    companion TEXT NOT NULL, digest TEXT NOT NULL, person TEXT NOT NULL, node TEXT,
                    text TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (companion, digest)
                ) STRICT, WITHOUT ROWID""",
                """CREATE TABLE identity_compasses (
                    node TEXT PRIMARY KEY, companion TEXT NOT NULL, person TEXT NOT NULL,
                    episode TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX identity_compasses_of ON identity_compasses (companion, person, at)",
                """CREATE TABLE identity_told (
                    companion TEXT NOT NULL, person TEXT NOT NULL, item TEXT NOT NULL, at INTEGER NOT NULL,
                    episode TEXT NOT NULL, PRIMARY KEY (companion, person, item)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
    ),
)
