"""The recall log ([E] §4.5.1)."""

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.memory.records import RecallEntry
from engine.memory.store.reading import Reading
from engine.vault import UnitOfWork, microseconds, moment


class RecallLog(Reading):
    """What was recalled, for what, and whether strengthening may rest on it."""

    def log(self, unit: UnitOfWork, entries: Sequence[RecallEntry], asked_by: str | None) -> None:
        """Write what was recalled; what counted raises its node's counts."""
        unit.executemany(
            "INSERT INTO memory_recalls (node, query, asked_by, relevance, at, counted) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (one.node_id, one.query, asked_by, one.relevance, microseconds(one.at), int(one.counted))
                for one in entries
            ],
        )
        unit.executemany(
            "UPDATE memory_nodes SET accesses = accesses + 1, accessed_at = ?, recalls = recalls + ?, "
            "recalled_at = CASE WHEN ? THEN ? ELSE recalled_at END WHERE id = ?",
            [
                (microseconds(one.at), int(one.counted), int(one.counted), microseconds(one.at), one.node_id)
                for one in entries
            ],
        )

    def recalls(self, since: datetime | None) -> list[RecallEntry]:
        """The recall log from `since` on, oldest first."""
        sql = (
            "SELECT r.* FROM memory_recalls r JOIN memory_nodes n ON n.id = r.node WHERE r.at >= ? "
            "AND n.companion = ? AND (n.person IS NULL OR n.person = ?) ORDER BY r.seq"
        )
        start = -(1 << 62) if since is None else microseconds(since)
        return [
            RecallEntry(row["node"], row["query"], row["relevance"], moment(row["at"]), bool(row["counted"]))
            for row in self._vault.rows(sql, (start, *self._whose))
        ]

    def forget_queries(self, unit: UnitOfWork, refs: Collection[str]) -> None:
        """Drop the log of what was asked by one of `refs`: a query quotes it."""
        unit.executemany("DELETE FROM memory_recalls WHERE asked_by = ?", [(ref,) for ref in refs])

    def forget_all(self, unit: UnitOfWork) -> None:
        unit.execute("DELETE FROM memory_recalls")
