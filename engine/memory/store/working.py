"""The working memory's rows."""

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from engine.memory.records import WorkingItem, WorkingSlot
from engine.memory.store.node_rows import Reading
from engine.vault import Row, UnitOfWork, chunks, marks, microseconds, moment, moment_or_none


class WorkingStore(Reading):
    """Reads and writes of what is on the companion's mind. Writes need the caller's unit of work."""

    def add(self, unit: UnitOfWork, item: WorkingItem) -> None:
        unit.execute(
            "INSERT INTO memory_working (id, companion, person, slot, text, sources, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                item.id, *self._whose, item.slot, item.text, json.dumps(item.sources),
                microseconds(item.at),
            ),
        )  # fmt: skip

    def resolve(self, unit: UnitOfWork, item: WorkingItem, at: datetime, how: str) -> WorkingItem:
        """Mark an item as settled, with how; returns it so."""
        unit.execute(
            "UPDATE memory_working SET resolved_at = ?, how = ? WHERE id = ?",
            (microseconds(at), how, item.id),
        )
        return replace(item, resolved_at=at, how=how)

    def item(self, item_id: str) -> WorkingItem | None:
        rows = self._vault.rows(f"{_OURS} AND id = ?", (*self._whose, item_id))
        return _item(rows[0]) if rows else None

    def open_items(self) -> list[WorkingItem]:
        """What is not settled, oldest first."""
        return [
            _item(row)
            for row in self._vault.rows(f"{_OURS} AND resolved_at IS NULL ORDER BY seq", self._whose)
        ]

    def resolved(self, limit: int) -> list[WorkingItem]:
        """What was settled with a how, the latest first."""
        sql = f"{_OURS} AND resolved_at IS NOT NULL AND how <> '' ORDER BY resolved_at DESC, seq DESC LIMIT ?"
        return [_item(row) for row in self._vault.rows(sql, (*self._whose, limit))]

    def clear(self, unit: UnitOfWork, slot: WorkingSlot) -> None:
        """Take everything open out of a slot."""
        unit.execute(
            "DELETE FROM memory_working WHERE companion = ? AND person = ? AND slot = ? "
            "AND resolved_at IS NULL",
            (*self._whose, slot),
        )

    def drop(self, unit: UnitOfWork, ids: Collection[str]) -> None:
        """Delete items."""
        unit.executemany("DELETE FROM memory_working WHERE id = ?", [(each,) for each in ids])

    def withdraw(self, unit: UnitOfWork, refs: Collection[str], at: datetime) -> None:
        """Hide what cites one of `refs`, whoever's it is."""
        for chunk in chunks(sorted(refs)):
            unit.execute(
                f"UPDATE memory_working SET withdrawn_at = ? WHERE withdrawn_at IS NULL AND {_citing(chunk)}",  # noqa: S608 - marks
                (microseconds(at), *chunk),
            )

    def citing(self, refs: Collection[str]) -> dict[str, set[str]]:
        """What cites one of `refs`, whoever's it is, hidden or not, with what of them it cites."""
        found: dict[str, set[str]] = {}
        for chunk in chunks(sorted(refs)):
            sql = f"SELECT id, sources FROM memory_working WHERE {_citing(chunk)}"  # noqa: S608 - marks
            for row in self._vault.rows(sql, chunk):
                found.setdefault(row["id"], set()).update(set(json.loads(row["sources"])) & set(chunk))
        return found

    def show(self, unit: UnitOfWork, ids: Collection[str]) -> None:
        """Let hidden items stand again."""
        sql = "UPDATE memory_working SET withdrawn_at = NULL WHERE id = ?"
        unit.executemany(sql, [(each,) for each in ids])

    def erase(self, unit: UnitOfWork, refs: Collection[str]) -> None:
        for chunk in chunks(sorted(refs)):
            unit.execute(f"DELETE FROM memory_working WHERE {_citing(chunk)}", chunk)  # noqa: S608 - marks

    def forget_person(self, unit: UnitOfWork, person: str) -> None:
        unit.execute("DELETE FROM memory_working WHERE person = ?", (person,))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> list[str]:
        """Delete what this companion has in mind; returns the ids."""
        sql = "DELETE FROM memory_working WHERE companion = ? RETURNING id"
        return [row["id"] for row in unit.execute(sql, (companion,)).fetchall()]


_OURS = "SELECT * FROM memory_working WHERE companion = ? AND person = ? AND withdrawn_at IS NULL"


def _citing(refs: Collection[str]) -> str:
    return f"EXISTS (SELECT 1 FROM json_each(sources) WHERE value IN ({marks(refs)}))"  # noqa: S608 - marks


def _item(row: Row) -> WorkingItem:
    return WorkingItem(
        id=row["id"],
        slot=WorkingSlot(row["slot"]),
        text=row["text"],
        sources=tuple(json.loads(row["sources"])),
        at=moment(row["at"]),
        resolved_at=moment_or_none(row["resolved_at"]),
        how=row["how"],
    )
