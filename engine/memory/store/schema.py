"""The memory room's tables. Times are microseconds of UTC."""

from engine.vault import Migration, Schema

SCHEMA = Schema(
    room="memory",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE memory_nodes (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
                    companion TEXT NOT NULL, person TEXT, title TEXT NOT NULL, text TEXT NOT NULL,
                    category TEXT NOT NULL, tags TEXT NOT NULL, importance REAL NOT NULL,
                    strength REAL NOT NULL, confidence REAL NOT NULL, alignment REAL, felt_importance REAL,
                    intensity REAL, affect TEXT, reason TEXT, valence REAL, energy REAL, openness REAL,
                    emotion TEXT, relational TEXT, place TEXT, private INTEGER NOT NULL, synthesis TEXT,
                    created_at INTEGER NOT NULL, event_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
                    confirmed_at INTEGER NOT NULL, recalled_at INTEGER, recalls INTEGER NOT NULL DEFAULT 0,
                    version INTEGER NOT NULL DEFAULT 1, accesses INTEGER NOT NULL DEFAULT 0,
                    accessed_at INTEGER, merged_into TEXT, archived_at INTEGER, withdrawn_at INTEGER,
                    markdown_path TEXT
                ) STRICT""",
                "CREATE INDEX memory_nodes_whose ON memory_nodes (companion, person, kind)",
                "CREATE INDEX memory_nodes_merged ON memory_nodes (merged_into)",
                """CREATE TABLE memory_sources (
                    ref TEXT NOT NULL, node TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    place INTEGER NOT NULL, PRIMARY KEY (ref, node)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX memory_sources_node ON memory_sources (node, place)",
                """CREATE TABLE memory_links (
                    origin TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    target TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    type TEXT NOT NULL, strength REAL NOT NULL, source TEXT NOT NULL,
                    created_at INTEGER NOT NULL, PRIMARY KEY (origin, target, type)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX memory_links_target ON memory_links (target)",
                """CREATE TABLE memory_contradictions (
                    id TEXT PRIMARY KEY, a TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    b TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    sources TEXT NOT NULL, state TEXT NOT NULL, opened_at INTEGER NOT NULL,
                    resolved_at INTEGER
                ) STRICT""",
                "CREATE UNIQUE INDEX memory_contradicting ON memory_contradictions (min(a, b), max(a, b))",
                """CREATE TABLE memory_recalls (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT,
                    node TEXT NOT NULL REFERENCES memory_nodes (id) ON DELETE CASCADE,
                    query TEXT NOT NULL, asked_by TEXT, relevance REAL NOT NULL, at INTEGER NOT NULL,
                    counted INTEGER NOT NULL
                ) STRICT""",
                "CREATE INDEX memory_recalls_node ON memory_recalls (node, at)",
                "CREATE INDEX memory_recalls_asked ON memory_recalls (asked_by)",
                """CREATE TABLE memory_working (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                    companion TEXT NOT NULL, person TEXT NOT NULL, slot TEXT NOT NULL, text TEXT NOT NULL,
                    sources TEXT NOT NULL, at INTEGER NOT NULL, resolved_at INTEGER, how TEXT,
                    withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX memory_working_whose ON memory_working (companion, person, slot, seq)",
            ),
        ),
    ),
)
