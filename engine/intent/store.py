"""This room's tables and all of its SQL. Times are microseconds of UTC."""

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TypeVar

from engine.intent.records import (
    Correction,
    Goal,
    HandoffItem,
    Intention,
    Kept,
    Offer,
    QuickContext,
    ToolHandoff,
    WrittenHandoff,
)
from engine.vault import Migration, Schema, UnitOfWork, Vault, chunks, marks, microseconds

K = TypeVar("K", bound=Kept)
KINDS: Mapping[str, type[Kept]] = {
    kept.kind: kept for kept in (Goal, HandoffItem, Correction, Intention, QuickContext, Offer, ToolHandoff)
}

SCHEMA = Schema(
    room="intent",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE intent_records (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, companion TEXT NOT NULL,
                    person TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX intent_records_of ON intent_records (companion, person, kind)",
                # What a record was made from (`evidence` 0) or shown by; `within` is the Episode of a Step.
                """CREATE TABLE intent_citations (
                    owner TEXT NOT NULL REFERENCES intent_records (id) ON DELETE CASCADE,
                    place INTEGER NOT NULL, ref TEXT NOT NULL, within TEXT NOT NULL DEFAULT '',
                    evidence INTEGER NOT NULL DEFAULT 0, withdrawn_at INTEGER,
                    PRIMARY KEY (owner, ref, evidence)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX intent_citations_of ON intent_citations (ref)",
                "CREATE INDEX intent_citations_within ON intent_citations (within)",
                """CREATE TABLE intent_handoffs (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, companion TEXT NOT NULL, person TEXT NOT NULL,
                    episode TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (companion, person, episode)
                ) STRICT""",
                # Changes with every write, so that an index knows whether it is behind.
                """CREATE TABLE intent_state (
                    companion TEXT NOT NULL, person TEXT NOT NULL, token TEXT NOT NULL,
                    PRIMARY KEY (companion, person)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
        Migration(
            2,
            # What is open is found among what was settled over years.
            (
                """CREATE INDEX intent_records_by_status ON intent_records
                    (companion, person, kind, json_extract(body, '$.status'), seq)""",
            ),
        ),
        # An item may have an hour. None written before has one, so nothing of them changes; a program that knows none
        # must refuse the vault as newer, and not stumble over the first such item.
        Migration(3, ()),
        # An item may come again: as with the hour, a program that knows nothing of it must refuse the vault as newer.
        Migration(4, ()),
        # What comes again may do so on several weekdays: likewise.
        Migration(5, ()),
    ),
)

_REACHED = (
    "SELECT owner FROM intent_citations JOIN intent_records ON intent_records.id = owner "
    "WHERE companion = ? AND person = ?"
)


class IntentStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def token(self) -> str:
        """What changes with every committed write; empty before the first."""
        rows = self._vault.rows(
            "SELECT token FROM intent_state WHERE companion = ? AND person = ?", self._whose
        )
        return str(rows[0]["token"]) if rows else ""

    def all(self, kind: type[K], status: str | None = None) -> list[K]:
        """Every standing record of a kind, or those of a status, in the order of making."""
        narrowed = "" if status is None else " AND json_extract(body, '$.status') = ?"
        sql = (
            "SELECT body FROM intent_records WHERE companion = ? AND person = ? AND kind = ?"  # noqa: S608 - our own words
            f"{narrowed} AND withdrawn_at IS NULL ORDER BY seq"
        )
        asked = (*self._whose, kind.kind) if status is None else (*self._whose, kind.kind, status)
        return [kind.model_validate_json(row["body"]) for row in self._vault.rows(sql, asked)]

    def one(self, kind: type[K], record_id: str) -> K | None:
        """The standing record of that id."""
        found = self.any(record_id)
        return found if isinstance(found, kind) else None

    def any(self, record_id: str, *, withdrawn: bool = False) -> Kept | None:
        """The record of that id, whatever it is; with `withdrawn` a hidden one too."""
        sql = "SELECT kind, body, withdrawn_at FROM intent_records WHERE companion = ? AND person = ? AND id = ?"
        for row in self._vault.rows(sql, (*self._whose, record_id)):
            if withdrawn or row["withdrawn_at"] is None:
                return KINDS[row["kind"]].model_validate_json(row["body"])
        return None

    def put(self, unit: UnitOfWork, record: Kept, within: Mapping[str, str] | None = None) -> None:
        """Write or replace a record; `within` gives the Episode's ref of each Step that it cites newly."""
        unit.execute(
            "INSERT INTO intent_records (id, companion, person, kind, body) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (record.id, *self._whose, record.kind, record.model_dump_json()),
        )
        evidence = record.evidence if isinstance(record, HandoffItem) else ()
        episodes = within or {}
        unit.executemany(
            "INSERT OR IGNORE INTO intent_citations (owner, place, ref, within, evidence) VALUES (?, ?, ?, ?, ?)",
            [
                (record.id, at, ref, episodes.get(ref, ""), shows)
                for shows, refs in enumerate((record.cites, evidence))
                for at, ref in enumerate(refs)
            ],
        )
        self._touch(unit)

    def next_number(self) -> int:
        """One more than the highest number that a goal, also one long gone, ever had."""
        sql = (
            "SELECT max(json_extract(body, '$.number')) AS last FROM intent_records "
            "WHERE companion = ? AND person = ? AND kind = ?"
        )
        return int(self._vault.rows(sql, (*self._whose, Goal.kind))[0]["last"] or 0) + 1

    # What is cited

    def reached(self, refs: Collection[str]) -> set[str]:
        """The ids of all records that cite one of `refs`, as source or as evidence, or a Step within one."""
        found: set[str] = set()
        for chunk in chunks(sorted(refs)):
            sql = f"{_REACHED} AND (ref IN ({marks(chunk)}) OR within IN ({marks(chunk)}))"
            found.update(row["owner"] for row in self._vault.rows(sql, (*self._whose, *chunk, *chunk)))
        return found

    def cited(self, owner: str, *, evidence: bool = False) -> list[tuple[str, str]]:
        """What `owner` rests on, or is shown by, and is not withdrawn: refs with their Episode, in order."""
        sql = (
            "SELECT ref, within FROM intent_citations "
            "WHERE owner = ? AND evidence = ? AND withdrawn_at IS NULL ORDER BY place"
        )
        return [(row["ref"], row["within"]) for row in self._vault.rows(sql, (owner, int(evidence)))]

    def source(self, owner: str) -> tuple[str, str] | None:
        """The first ref that `owner` was made from, also a withdrawn one, with its Episode."""
        sql = (
            "SELECT ref, within FROM intent_citations WHERE owner = ? AND evidence = 0 ORDER BY place LIMIT 1"
        )
        rows = self._vault.rows(sql, (owner,))
        return (rows[0]["ref"], rows[0]["within"]) if rows else None

    def mark(self, unit: UnitOfWork, owner: str, refs: Collection[str], at: datetime) -> None:
        """Mark what `owner` cites of `refs` as withdrawn."""
        unit.executemany(
            "UPDATE intent_citations SET withdrawn_at = coalesce(withdrawn_at, ?) "
            "WHERE owner = ? AND (ref = ? OR within = ?)",
            [(microseconds(at), owner, ref, ref) for ref in refs],
        )
        self._touch(unit)

    def unmark(self, unit: UnitOfWork, owner: str, refs: Collection[str]) -> None:
        """Let what `owner` cites of `refs` support it again."""
        unit.executemany(
            "UPDATE intent_citations SET withdrawn_at = NULL WHERE owner = ? AND (ref = ? OR within = ?)",
            [(owner, ref, ref) for ref in refs],
        )
        self._touch(unit)

    def show(self, unit: UnitOfWork, record_id: str) -> None:
        """Let a hidden record be read again."""
        unit.execute("UPDATE intent_records SET withdrawn_at = NULL WHERE id = ?", (record_id,))
        self._touch(unit)

    def drop_citations(self, unit: UnitOfWork, owner: str, refs: Collection[str]) -> None:
        """Take refs, and Steps within them, out of what `owner` cites."""
        unit.executemany(
            "DELETE FROM intent_citations WHERE owner = ? AND (ref = ? OR within = ?)",
            [(owner, ref, ref) for ref in refs],
        )
        self._touch(unit)

    def drop_evidence(self, unit: UnitOfWork, owner: str) -> None:
        """Let go of all that showed `owner` as fulfilled."""
        unit.execute("DELETE FROM intent_citations WHERE owner = ? AND evidence = 1", (owner,))
        self._touch(unit)

    def hide(self, unit: UnitOfWork, record_id: str, at: datetime) -> None:
        """Let a record be read no more."""
        unit.execute(
            "UPDATE intent_records SET withdrawn_at = coalesce(withdrawn_at, ?) WHERE id = ?",
            (microseconds(at), record_id),
        )
        self._touch(unit)

    def erase(self, unit: UnitOfWork, record_id: str) -> None:
        """Delete a record with what it cites."""
        unit.execute("DELETE FROM intent_citations WHERE owner = ?", (record_id,))
        unit.execute("DELETE FROM intent_records WHERE id = ?", (record_id,))
        self._touch(unit)

    def refs(self) -> list[str]:
        """Of every record, hidden ones too."""
        sql = "SELECT kind, id FROM intent_records WHERE companion = ? AND person = ?"
        return [f"{row['kind']}:{row['id']}" for row in self._vault.rows(sql, self._whose)]

    def of(self, person: str) -> "IntentStore":
        """What the same companion keeps with another person."""
        return IntentStore(self._vault, self._whose[0], person)

    # Handoffs

    def put_handoff(self, unit: UnitOfWork, handoff: WrittenHandoff) -> None:
        """Write an Episode's handoff; one that it left before is replaced."""
        unit.execute(
            "INSERT INTO intent_handoffs (companion, person, episode, body) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (companion, person, episode) DO UPDATE SET body = excluded.body",
            (*self._whose, handoff.episode_id, handoff.model_dump_json()),
        )
        self._touch(unit)

    def handoffs(self, limit: int) -> list[WrittenHandoff]:
        """Newest first."""
        sql = "SELECT body FROM intent_handoffs WHERE companion = ? AND person = ? ORDER BY seq DESC LIMIT ?"
        return [
            WrittenHandoff.model_validate_json(row["body"])
            for row in self._vault.rows(sql, (*self._whose, limit))
        ]

    def handoff(self, episode_id: str) -> WrittenHandoff | None:
        sql = "SELECT body FROM intent_handoffs WHERE companion = ? AND person = ? AND episode = ?"
        rows = self._vault.rows(sql, (*self._whose, episode_id))
        return WrittenHandoff.model_validate_json(rows[0]["body"]) if rows else None

    def erase_handoff(self, unit: UnitOfWork, episode_id: str) -> None:
        unit.execute(
            "DELETE FROM intent_handoffs WHERE companion = ? AND person = ? AND episode = ?",
            (*self._whose, episode_id),
        )

    def forget_feelings(self, unit: UnitOfWork, episodes: Collection[str]) -> None:
        """Leave out of the handoffs of these Episodes how the companion felt."""
        unit.executemany(
            "UPDATE intent_handoffs SET body = json_set(body, '$.mood_and_mode', '') "
            "WHERE companion = ? AND person = ? AND episode = ?",
            [(*self._whose, each) for each in episodes],
        )
        self._touch(unit)

    def erase_handoffs(self, unit: UnitOfWork) -> None:
        unit.execute("DELETE FROM intent_handoffs WHERE companion = ? AND person = ?", self._whose)

    def _touch(self, unit: UnitOfWork) -> None:
        unit.execute(
            "INSERT INTO intent_state (companion, person, token) VALUES (?, ?, ?) "
            "ON CONFLICT (companion, person) DO UPDATE SET token = excluded.token",
            (*self._whose, secrets.token_hex(8)),
        )
