"""The tables of beliefs and of what grows, and all of their SQL. Times are microseconds of UTC."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from engine.cognition.keeping.records import Kept
from engine.vault import Migration, Row, Schema, UnitOfWork, Vault, chunks, marks, microseconds

K = TypeVar("K", bound=Kept)

SCHEMA = Schema(
    room="cognition",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE cognition_records (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, companion TEXT NOT NULL,
                    person TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX cognition_records_of ON cognition_records (companion, person, kind)",
                # All that a record and its parts rest on; `within` is the Episode of a Step.
                """CREATE TABLE cognition_citations (
                    owner TEXT NOT NULL REFERENCES cognition_records (id) ON DELETE CASCADE,
                    ref TEXT NOT NULL, within TEXT NOT NULL DEFAULT '', PRIMARY KEY (owner, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX cognition_citations_of ON cognition_citations (ref)",
                "CREATE INDEX cognition_citations_within ON cognition_citations (within)",
                # What runs have looked at, so that one with nothing new is skipped.
                """CREATE TABLE cognition_seen (
                    companion TEXT NOT NULL, person TEXT NOT NULL, ref TEXT NOT NULL, run TEXT NOT NULL,
                    PRIMARY KEY (companion, person, ref)
                ) STRICT, WITHOUT ROWID""",
                # Changes with every write, so that an index knows whether it is behind.
                """CREATE TABLE cognition_state (
                    companion TEXT NOT NULL, person TEXT NOT NULL, token TEXT NOT NULL,
                    PRIMARY KEY (companion, person)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
        Migration(2, ("DROP TABLE cognition_seen",)),
    ),
)

_REACHED = (
    "SELECT owner, ref FROM cognition_citations JOIN cognition_records ON cognition_records.id = owner "
    "WHERE companion = ? AND person = ?"
)


class CognitionStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, kinds: Sequence[type[Kept]], companion: str, person: str) -> None:
        self._vault = vault
        self._kinds: Mapping[str, type[Kept]] = {kept.kind: kept for kept in kinds}
        self._whose = (companion, person)
        self._read: dict[str, tuple[str, list[Kept]]] = {}

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of records that are kept."""
        return self._kinds

    def of(self, person: str) -> "CognitionStore":
        """What the same companion keeps with another person."""
        return CognitionStore(self._vault, tuple(self._kinds.values()), self._whose[0], person)

    def token(self) -> str:
        """What changes with every committed write; empty before the first."""
        rows = self._vault.rows(
            "SELECT token FROM cognition_state WHERE companion = ? AND person = ?", self._whose
        )
        return str(rows[0]["token"]) if rows else ""

    def all(self, kind: type[K]) -> list[K]:
        """Every standing record of a kind, in the order of making; read once for each change."""
        token = self.token()
        known = self._read.get(kind.kind)
        if known is None or known[0] != token:
            known = self._read[kind.kind] = (token, self._load(kind))
        return [record for record in known[1] if isinstance(record, kind)]

    def one(self, kind: type[K], record_id: str) -> K | None:
        """The standing record of that id."""
        found = self.any(record_id)
        return found if isinstance(found, kind) else None

    def any(self, record_id: str, *, withdrawn: bool = False) -> Kept | None:
        """The record of that id, whatever it is; with `withdrawn` a hidden one too."""
        sql = "SELECT kind, body, withdrawn_at FROM cognition_records WHERE companion = ? AND person = ? AND id = ?"
        for row in self._vault.rows(sql, (*self._whose, record_id)):
            if withdrawn or row["withdrawn_at"] is None:
                return self._record(row)
        return None

    def put(self, unit: UnitOfWork, record: Kept, within: Mapping[str, str] | None = None) -> None:
        """Write or replace a record; `within` gives the Episode's ref of each Step that it cites newly."""
        unit.execute(
            "INSERT INTO cognition_records (id, companion, person, kind, body) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (record.id, *self._whose, record.kind, record.model_dump_json()),
        )
        episodes = within or {}
        unit.executemany(
            "INSERT OR IGNORE INTO cognition_citations (owner, ref, within) VALUES (?, ?, ?)",
            [(record.id, ref, episodes.get(ref, "")) for ref in record.all_cites()],
        )
        self._touch(unit)

    # What goes

    def reached(self, refs: Collection[str]) -> dict[str, set[str]]:
        """The ids of all records that rest on one of `refs`, or on a Step within one, with what each cites of them."""
        found: dict[str, set[str]] = {}
        for chunk in chunks(sorted(refs)):
            sql = f"{_REACHED} AND (ref IN ({marks(chunk)}) OR within IN ({marks(chunk)}))"
            for row in self._vault.rows(sql, (*self._whose, *chunk, *chunk)):
                found.setdefault(row["owner"], set()).add(row["ref"])
        return found

    def hide(self, unit: UnitOfWork, record_id: str, at: datetime) -> None:
        """Let a record be read no more."""
        unit.execute(
            "UPDATE cognition_records SET withdrawn_at = coalesce(withdrawn_at, ?) WHERE id = ?",
            (microseconds(at), record_id),
        )
        self._touch(unit)

    def show(self, unit: UnitOfWork, record_id: str) -> None:
        """Let a hidden record be read again."""
        unit.execute("UPDATE cognition_records SET withdrawn_at = NULL WHERE id = ?", (record_id,))
        self._touch(unit)

    def drop_citations(self, unit: UnitOfWork, owner: str, refs: Collection[str]) -> None:
        """Take refs out of what `owner` rests on."""
        unit.executemany(
            "DELETE FROM cognition_citations WHERE owner = ? AND ref = ?", [(owner, ref) for ref in refs]
        )

    def erase(self, unit: UnitOfWork, record_id: str) -> None:
        """Delete a record with what it cites."""
        unit.execute("DELETE FROM cognition_citations WHERE owner = ?", (record_id,))
        unit.execute("DELETE FROM cognition_records WHERE id = ?", (record_id,))
        self._touch(unit)

    def refs(self) -> list[str]:
        """Of every record that any companion keeps with the person, hidden ones too."""
        sql = "SELECT kind, id FROM cognition_records WHERE person = ?"
        return [f"{row['kind']}:{row['id']}" for row in self._vault.rows(sql, self._whose[1:])]

    def refs_of(self, companion: str) -> list[str]:
        """Of every record that a companion keeps, with whomever, hidden ones too."""
        sql = "SELECT kind, id FROM cognition_records WHERE companion = ?"
        return [f"{row['kind']}:{row['id']}" for row in self._vault.rows(sql, (companion,))]

    def drop_state(self, unit: UnitOfWork, companion: str) -> None:
        """Nothing of a companion is left whose change would be noticed."""
        unit.execute("DELETE FROM cognition_state WHERE companion = ?", (companion,))

    def _load(self, kind: type[Kept]) -> list[Kept]:
        sql = (
            "SELECT body FROM cognition_records WHERE companion = ? AND person = ? AND kind = ? "
            "AND withdrawn_at IS NULL ORDER BY seq"
        )
        rows = self._vault.rows(sql, (*self._whose, kind.kind))
        return [kind.model_validate_json(row["body"]) for row in rows]

    def _record(self, row: Row) -> Kept:
        return self._kinds[row["kind"]].model_validate_json(row["body"])

    def _touch(self, unit: UnitOfWork) -> None:
        unit.execute(
            "INSERT INTO cognition_state (companion, person, token) VALUES (?, ?, ?) "
            "ON CONFLICT (companion, person) DO UPDATE SET token = excluded.token",
            (*self._whose, secrets.token_hex(8)),
        )
