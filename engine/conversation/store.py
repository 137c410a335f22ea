"""The conversation's own tables: what the companion thought back on after an answer."""

import json
from datetime import datetime
from typing import Any

from engine.vault import Migration, Schema, UnitOfWork, Vault

SCHEMA = Schema(
    room="conversation",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE reflections (
                    loop_id TEXT PRIMARY KEY,
                    at TEXT NOT NULL,
                    outcome TEXT NOT NULL CHECK (outcome IN ('absorbed', 'text_only', 'cut_short')),
                    strategy TEXT,
                    body TEXT NOT NULL,
                    raw TEXT NOT NULL,
                    note_path TEXT
                )""",
                "CREATE INDEX reflections_by_time ON reflections (at)",
            ),
        ),
    ),
)


def put_reflection(
    unit: UnitOfWork,
    *,
    loop_id: str,
    at: datetime,
    outcome: str,
    strategy: str | None,
    body: dict[str, Any],
    raw: str,
    note_path: str | None,
) -> None:
    """Store one reflection; a second one of the same loop replaces the first."""
    unit.execute(
        "INSERT OR REPLACE INTO reflections (loop_id, at, outcome, strategy, body, raw, note_path)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (loop_id, at.isoformat(), outcome, strategy, json.dumps(body, ensure_ascii=False), raw, note_path),
    )


def note_path_of(vault: Vault, loop_id: str) -> str | None:
    """Where the note of a loop lies, if it has one."""
    with vault.read() as connection:
        row = connection.execute("SELECT note_path FROM reflections WHERE loop_id = ?", (loop_id,)).fetchone()
    return None if row is None else row["note_path"]


def outcomes(vault: Vault) -> dict[str, int]:
    """How many reflections ended in which way; failed parses are the `text_only` ones ([E] §10.5)."""
    with vault.read() as connection:
        rows = connection.execute(
            "SELECT outcome, COUNT(*) AS n FROM reflections GROUP BY outcome"
        ).fetchall()
    return {row["outcome"]: row["n"] for row in rows}
