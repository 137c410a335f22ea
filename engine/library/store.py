"""The library's tables and all of its SQL. Times are microseconds of UTC."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.library.chunks import Span
from engine.library.records import Access, AccessRecord, Document, Format
from engine.vault import Migration, Schema, UnitOfWork, Vault, marks, microseconds, moment

SCHEMA = Schema(
    room="library",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE library_documents (
                    id TEXT PRIMARY KEY, name TEXT NOT NULL, format TEXT NOT NULL, language TEXT,
                    bytes INTEGER NOT NULL, characters INTEGER NOT NULL, tags TEXT NOT NULL DEFAULT '[]',
                    added_at INTEGER NOT NULL, withdrawn_at INTEGER
                ) STRICT""",
                # A chunk is a stretch of the document's text, which lies in the vault once.
                """CREATE TABLE library_chunks (
                    id TEXT PRIMARY KEY,
                    document_id TEXT NOT NULL REFERENCES library_documents (id) ON DELETE CASCADE,
                    number INTEGER NOT NULL, first INTEGER NOT NULL, past INTEGER NOT NULL
                ) STRICT""",
                "CREATE UNIQUE INDEX library_chunks_in_order ON library_chunks (document_id, number)",
                """CREATE TABLE library_accesses (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT,
                    document_id TEXT NOT NULL REFERENCES library_documents (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL, at INTEGER NOT NULL, context TEXT NOT NULL DEFAULT ''
                ) STRICT""",
                "CREATE INDEX library_accesses_of ON library_accesses (document_id, seq)",
            ),
        ),
    ),
)

_DOCUMENTS = """SELECT d.*, count(a.seq) AS accesses, coalesce(max(a.at), d.added_at) AS accessed_at
    FROM library_documents d LEFT JOIN library_accesses a ON a.document_id = d.id"""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document, the `number`-th from 0."""

    id: str
    document_id: str
    number: int
    span: Span


class LibraryStore:
    """Reads and writes of documents, chunks and accesses; writes need the caller's unit of work."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def document(self, document_id: str, *, withdrawn: bool = False) -> Document | None:
        """The document, if it stands; `withdrawn` finds a hidden one too."""
        hidden = "" if withdrawn else "AND d.withdrawn_at IS NULL"
        rows = self._vault.rows(f"{_DOCUMENTS} WHERE d.id = ? {hidden} GROUP BY d.id", (document_id,))
        return _document(rows[0]) if rows else None

    def documents(self) -> list[Document]:
        """Those that stand, in order of adding."""
        sql = f"{_DOCUMENTS} WHERE d.withdrawn_at IS NULL GROUP BY d.id ORDER BY d.added_at, d.id"
        return [_document(row) for row in self._vault.rows(sql, ())]

    def named(self, beginning: str) -> list[str]:
        """Ids that begin so, hidden ones included."""
        sql = "SELECT id FROM library_documents WHERE substr(id, 1, ?) = ? ORDER BY id"
        return [row["id"] for row in self._vault.rows(sql, (len(beginning), beginning))]

    def add(self, unit: UnitOfWork, document: Document, chunks: Sequence[Chunk]) -> None:
        unit.execute(
            "INSERT INTO library_documents (id, name, format, language, bytes, characters, tags, added_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                document.id, document.name, document.format, document.language, document.bytes,
                document.characters, json.dumps(document.tags, ensure_ascii=False),
                microseconds(document.added_at),
            ),
        )  # fmt: skip
        unit.executemany(
            "INSERT INTO library_chunks (id, document_id, number, first, past) VALUES (?, ?, ?, ?, ?)",
            [(one.id, document.id, one.number, one.span.start, one.span.end) for one in chunks],
        )

    def withdraw(self, unit: UnitOfWork, document_id: str, at: datetime) -> bool:
        """Hide a document; False if none of that id stands."""
        sql = "UPDATE library_documents SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL"
        return unit.execute(sql, (microseconds(at), document_id)).rowcount > 0

    def restore(self, unit: UnitOfWork, document_id: str) -> None:
        """Let a hidden document stand again: it was given once more."""
        unit.execute("UPDATE library_documents SET withdrawn_at = NULL WHERE id = ?", (document_id,))

    def erase(self, unit: UnitOfWork, document_id: str) -> None:
        """Delete a document's rows."""
        for table in ("library_chunks", "library_accesses"):
            unit.execute(f"DELETE FROM {table} WHERE document_id = ?", (document_id,))  # noqa: S608 - constants
        unit.execute("DELETE FROM library_documents WHERE id = ?", (document_id,))

    def chunks(self, document_id: str) -> list[Chunk]:
        """In order, of a hidden document too."""
        sql = "SELECT * FROM library_chunks WHERE document_id = ? ORDER BY number"
        return [_chunk(row) for row in self._vault.rows(sql, (document_id,))]

    def chunks_by_id(self, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Those that belong to a standing document; at most 500 ids."""
        sql = (
            "SELECT c.* FROM library_chunks c JOIN library_documents d ON d.id = c.document_id "  # noqa: S608 - constants
            f"WHERE d.withdrawn_at IS NULL AND c.id IN ({marks(chunk_ids)})"
        )
        return {row["id"]: _chunk(row) for row in self._vault.rows(sql, chunk_ids)}

    def log(self, unit: UnitOfWork, record: AccessRecord) -> None:
        """Write a line of the access log."""
        unit.execute(
            "INSERT INTO library_accesses (document_id, kind, at, context) VALUES (?, ?, ?, ?)",
            (record.document_id, record.kind, microseconds(record.at), record.context),
        )

    def accesses(self, document_id: str | None, limit: int) -> list[AccessRecord]:
        """Newest first; of one document, or of all that stand."""
        sql = (
            "SELECT a.* FROM library_accesses a JOIN library_documents d ON d.id = a.document_id "
            "WHERE d.withdrawn_at IS NULL AND (? IS NULL OR a.document_id = ?) ORDER BY a.seq DESC LIMIT ?"
        )
        return [
            AccessRecord(row["document_id"], Access(row["kind"]), moment(row["at"]), row["context"])
            for row in self._vault.rows(sql, (document_id, document_id, limit))
        ]


def _document(row: Any) -> Document:
    return Document(
        id=row["id"],
        name=row["name"],
        format=Format(row["format"]),
        language=row["language"],
        bytes=row["bytes"],
        characters=row["characters"],
        tags=tuple(json.loads(row["tags"])),
        added_at=moment(row["added_at"]),
        accesses=row["accesses"],
        accessed_at=moment(row["accessed_at"]),
    )


def _chunk(row: Any) -> Chunk:
    return Chunk(row["id"], row["document_id"], row["number"], Span(row["first"], row["past"]))
