"""The conversation's own tables: what the companion thought back on after an answer, and what it still has to."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.vault import Document, Migration, Schema, UnitOfWork, Vault

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
        Migration(
            2,
            (
                "ALTER TABLE reflections ADD COLUMN withdrawn_at TEXT",
                # The note as it stood, while its document is out of everyone's sight.
                "ALTER TABLE reflections ADD COLUMN withdrawn_note TEXT",
            ),
        ),
        Migration(
            3,
            (
                # What was answered and not yet reflected on, in the order of the answers.
                """CREATE TABLE outstanding_reflections (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    loop_id TEXT NOT NULL UNIQUE,
                    at TEXT NOT NULL,
                    handled TEXT NOT NULL,
                    tries INTEGER NOT NULL DEFAULT 0
                )""",
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class OutstandingReflection:
    """An exchange that is not yet reflected on.

    `handled` are quotes of the utterance that were dealt with before the answer; `tries` how often a model
    failed at it.
    """

    loop_id: str
    at: datetime
    handled: tuple[str, ...] = ()
    tries: int = 0


def put_outstanding(unit: UnitOfWork, loop_id: str, at: datetime, handled: Sequence[str] = ()) -> None:
    """Note that a loop is to be reflected on; one that stands there already keeps its place."""
    unit.execute(
        "INSERT OR IGNORE INTO outstanding_reflections (loop_id, at, handled) VALUES (?, ?, ?)",
        (loop_id, at.isoformat(), json.dumps(list(handled), ensure_ascii=False)),
    )


def outstanding(vault: Vault, limit: int = -1) -> list[OutstandingReflection]:
    """What is not yet reflected on, oldest first; at most `limit`, without one all."""
    with vault.read() as connection:
        rows = connection.execute(
            "SELECT loop_id, at, handled, tries FROM outstanding_reflections ORDER BY position LIMIT ?",
            (limit,),
        ).fetchall()
    return [
        OutstandingReflection(
            row["loop_id"], datetime.fromisoformat(row["at"]), tuple(json.loads(row["handled"])), row["tries"]
        )
        for row in rows
    ]


def count_try(unit: UnitOfWork, loop_id: str) -> None:
    """A model failed at it once more."""
    unit.execute("UPDATE outstanding_reflections SET tries = tries + 1 WHERE loop_id = ?", (loop_id,))


def settle_outstanding(unit: UnitOfWork, loop_id: str) -> bool:
    """It is reflected on, or need not be; False where it was not outstanding."""
    return bool(unit.execute("DELETE FROM outstanding_reflections WHERE loop_id = ?", (loop_id,)).rowcount)


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
    """Where the note of a loop lies, if it has one that stands."""
    with vault.read() as connection:
        row = connection.execute(
            "SELECT note_path FROM reflections WHERE loop_id = ? AND withdrawn_at IS NULL", (loop_id,)
        ).fetchone()
    return None if row is None else row["note_path"]


def reflected(vault: Vault, loops: Collection[str], *, withdrawn: bool = False) -> frozenset[str]:
    """The loops among `loops` with a reflection that stands, or one that is withdrawn."""
    with vault.read() as connection:
        rows = connection.execute(
            "SELECT loop_id FROM reflections WHERE (withdrawn_at IS NOT NULL) = ? "
            "AND loop_id IN (SELECT value FROM json_each(?))",
            (withdrawn, json.dumps(list(loops))),
        ).fetchall()
    return frozenset(row["loop_id"] for row in rows)


def hide_reflection(unit: UnitOfWork, loop_id: str, at: datetime, note: Document | None) -> None:
    """Hide a reflection; its note, taken out of the documents, is kept beside it."""
    kept = None if note is None else json.dumps({"text": note.text, "meta": note.meta}, ensure_ascii=False)
    unit.execute(
        "UPDATE reflections SET withdrawn_at = ?, withdrawn_note = ? WHERE loop_id = ?",
        (at.isoformat(), kept, loop_id),
    )


def show_reflection(unit: UnitOfWork, loop_id: str) -> tuple[str, str, dict[str, Any]] | None:
    """Show a reflection again; returns path, text and meta of the note that was kept beside it."""
    row = unit.execute(
        "SELECT note_path, withdrawn_note FROM reflections WHERE loop_id = ?", (loop_id,)
    ).fetchone()
    unit.execute(
        "UPDATE reflections SET withdrawn_at = NULL, withdrawn_note = NULL WHERE loop_id = ?", (loop_id,)
    )
    if row is None or row["withdrawn_note"] is None:
        return None
    note = json.loads(row["withdrawn_note"])
    return row["note_path"], note["text"], note["meta"]


def erase_reflection(unit: UnitOfWork, loop_id: str) -> None:
    """Delete the reflection of a loop, done or outstanding."""
    unit.execute("DELETE FROM reflections WHERE loop_id = ?", (loop_id,))
    settle_outstanding(unit, loop_id)


def outcomes(vault: Vault) -> dict[str, int]:
    """How many reflections ended in which way; failed parses are the `text_only` ones ([E] §10.5)."""
    with vault.read() as connection:
        rows = connection.execute(
            "SELECT outcome, COUNT(*) AS n FROM reflections GROUP BY outcome"
        ).fetchall()
    return {row["outcome"]: row["n"] for row in rows}
