"""Which observations were told: their table and all of its SQL. Times are microseconds of UTC.

The words are not kept: an observation is made anew from what it rests on, and goes with that.
"""

import json
from collections.abc import Collection
from datetime import datetime

from engine.cognition.noticing.records import Fate, ObservationKind, ToldObservation
from engine.vault import (
    Migration,
    Row,
    Schema,
    UnitOfWork,
    Vault,
    microseconds,
    moment,
    moment_or_none,
)

NOTICING_SCHEMA = Schema(
    room="noticing",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE noticing_told (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                    companion TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
                    session TEXT NOT NULL, at INTEGER NOT NULL, fate TEXT NOT NULL, settled_at INTEGER,
                    evidence TEXT NOT NULL DEFAULT '[]'
                ) STRICT""",
                "CREATE INDEX noticing_told_in_order ON noticing_told (companion, person, seq)",
                "CREATE INDEX noticing_told_in_session ON noticing_told (companion, person, session)",
                "CREATE INDEX noticing_told_about ON noticing_told (companion, person, kind, subject)",
            ),
        ),
    ),
)

_MINE = "WHERE companion = ? AND person = ?"
_TOLD = f"SELECT * FROM noticing_told {_MINE}"  # noqa: S608 - our own words


class ToldStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def add(self, unit: UnitOfWork, told: ToldObservation) -> None:
        unit.execute(
            "INSERT INTO noticing_told (id, companion, person, kind, subject, session, at, fate, evidence) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                told.id, *self._whose, told.kind, told.subject, told.session, microseconds(told.at), told.fate,
                json.dumps(told.evidence),
            ),
        )  # fmt: skip

    def settle(self, unit: UnitOfWork, told_id: str, fate: Fate, at: datetime | None) -> bool:
        """Say what became of one, None for when it is open again; False where there is none of that id."""
        sql = f"UPDATE noticing_told SET fate = ?, settled_at = ? {_MINE} AND id = ?"  # noqa: S608 - our own words
        return (
            unit.execute(
                sql, (fate, None if at is None else microseconds(at), *self._whose, told_id)
            ).rowcount
            > 0
        )

    def latest(self, limit: int) -> list[ToldObservation]:
        """What was told last, newest first."""
        sql = f"{_TOLD} ORDER BY seq DESC LIMIT ?"
        return [_told(row) for row in self._vault.rows(sql, (*self._whose, limit))]

    def one(self, told_id: str) -> ToldObservation | None:
        rows = self._vault.rows(f"{_TOLD} AND id = ?", (*self._whose, told_id))
        return _told(rows[0]) if rows else None

    def in_session(self, session: str) -> int:
        """How many were told in a session."""
        sql = f"SELECT count(*) AS n FROM noticing_told {_MINE} AND session = ?"  # noqa: S608 - our own words
        return int(self._vault.rows(sql, (*self._whose, session))[0]["n"])

    def about(self, kind: ObservationKind, subject: str, limit: int) -> list[ToldObservation]:
        """What was last told about a subject, newest first."""
        sql = f"{_TOLD} AND kind = ? AND subject = ? ORDER BY seq DESC LIMIT ?"
        return [_told(row) for row in self._vault.rows(sql, (*self._whose, kind, subject, limit))]

    def citing(self, refs: Collection[str]) -> list[str]:
        """Ids of those that rest on one of `refs`."""
        sql = (
            f"SELECT DISTINCT t.id FROM noticing_told t, json_each(t.evidence) e {_MINE} "  # noqa: S608 - our own words
            "AND e.value IN (SELECT value FROM json_each(?))"
        )
        return [row["id"] for row in self._vault.rows(sql, (*self._whose, json.dumps(sorted(refs))))]

    def drop(self, unit: UnitOfWork, told_ids: Collection[str]) -> None:
        sql = f"DELETE FROM noticing_told {_MINE} AND id = ?"  # noqa: S608 - our own words
        unit.executemany(sql, [(*self._whose, each) for each in told_ids])

    def held_with(self, person: str) -> list[str]:
        """Ids of what any companion told this person."""
        rows = self._vault.rows("SELECT id FROM noticing_told WHERE person = ?", (person,))
        return [row["id"] for row in rows]

    def drop_person(self, unit: UnitOfWork, person: str) -> None:
        unit.execute("DELETE FROM noticing_told WHERE person = ?", (person,))

    def told_by(self, companion: str) -> list[str]:
        """Ids of what a companion told anybody."""
        rows = self._vault.rows("SELECT id FROM noticing_told WHERE companion = ?", (companion,))
        return [row["id"] for row in rows]

    def drop_companion(self, unit: UnitOfWork, companion: str) -> None:
        unit.execute("DELETE FROM noticing_told WHERE companion = ?", (companion,))


def _told(row: Row) -> ToldObservation:
    return ToldObservation(
        id=row["id"],
        kind=ObservationKind(row["kind"]),
        subject=row["subject"],
        session=row["session"],
        at=moment(row["at"]),
        fate=Fate(row["fate"]),
        settled_at=moment_or_none(row["settled_at"]),
        evidence=tuple(json.loads(row["evidence"])),
    )
