"""Nodes, what they cite, and the log of their recalls ([E] §4.5.1)."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from engine.memory.kinds import NodeKind
from engine.memory.records import Filters, Node, RecallEntry
from engine.memory.store.node_rows import COLUMNS, OURS, STANDS, Reading, node_from, values_of
from engine.vault import UnitOfWork, chunks, marks, microseconds, moment


class Indexed(NamedTuple):
    """What the index needs of a node."""

    id: str
    title: str
    text: str
    tags: tuple[str, ...]


class NodeStore(Reading):
    """Reads and writes of nodes. Writes need the caller's unit of work."""

    def put(self, unit: UnitOfWork, node: Node) -> None:
        """Write or replace a node and what it cites."""
        kept = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[1:])
        unit.execute(
            f"INSERT INTO memory_nodes ({', '.join(COLUMNS)}) VALUES ({marks(COLUMNS)}) "  # noqa: S608 - constants
            f"ON CONFLICT (id) DO UPDATE SET {kept}",
            values_of(node),
        )
        unit.execute("DELETE FROM memory_sources WHERE node = ?", (node.id,))
        unit.executemany(
            "INSERT INTO memory_sources (ref, node, place) VALUES (?, ?, ?)",
            [(ref, node.id, place) for place, ref in enumerate(dict.fromkeys(node.sources))],
        )

    def delete(self, unit: UnitOfWork, ids: Collection[str]) -> None:
        """Erase nodes with all that hangs on them."""
        unit.executemany("DELETE FROM memory_nodes WHERE id = ?", [(each,) for each in ids])

    def nodes(self, ids: Iterable[str]) -> dict[str, Node]:
        """Whatever stands under these ids, archived and withdrawn ones included."""
        found: dict[str, Node] = {}
        for chunk in chunks(list(ids)):
            rows = self._vault.rows(f"SELECT * FROM memory_nodes WHERE id IN ({marks(chunk)})", chunk)  # noqa: S608 - marks
            cited = self._cited(chunk)
            found.update({row["id"]: node_from(row, cited.get(row["id"], ())) for row in rows})
        return found

    def own(self, ids: Iterable[str]) -> dict[str, Node]:
        """As `nodes`, but only those of the companion, and of the person or of nobody."""
        companion, person = self._whose
        return {
            each: node
            for each, node in self.nodes(ids).items()
            if node.companion == companion and node.person in {None, person}
        }

    def companions(self) -> list[str]:
        """The ids of all that remember anything with the person."""
        sql = "SELECT DISTINCT companion FROM memory_nodes WHERE person IS NULL OR person = ?"
        return [row["companion"] for row in self._vault.rows(sql, self._whose[1:])]

    def private(self) -> list[Node]:
        """Every private node with the person, whichever companion's, standing or not."""
        sql = "SELECT id FROM memory_nodes WHERE (person IS NULL OR person = ?) AND private = 1"
        return list(self.nodes([row["id"] for row in self._vault.rows(sql, self._whose[1:])]).values())

    def standing(
        self,
        kinds: Collection[NodeKind] = (),
        *,
        archived: bool = False,
        limit: int | None = None,
        skip: int = 0,
    ) -> list[Node]:
        """Nodes of the companion and the person, by when they happened; `archived` only those put away.

        At most `limit` of the latest, without the `skip` newest.
        """
        state = "archived_at IS NOT NULL AND withdrawn_at IS NULL" if archived else STANDS
        sql = f"SELECT id FROM memory_nodes WHERE {OURS} AND {state}"  # noqa: S608 - constants
        parameters: list[Any] = [*self._whose]
        if kinds:
            sql += f" AND kind IN ({marks(kinds)})"
            parameters += sorted(kinds)
        newest = " ORDER BY event_at DESC, seq DESC LIMIT ? OFFSET ?"
        page = [-1 if limit is None else limit, skip]
        ids = [row["id"] for row in self._vault.rows(sql + newest, [*parameters, *page])]
        found = self.nodes(ids)
        return [found[each] for each in reversed(ids)]

    def indexed(self) -> list["Indexed"]:
        """Every node that search may find."""
        sql = f"SELECT id, title, text, tags FROM memory_nodes WHERE {OURS} AND {STANDS} ORDER BY seq"  # noqa: S608 - constants
        return [
            Indexed(row["id"], row["title"], row["text"], tuple(json.loads(row["tags"])))
            for row in self._vault.rows(sql, self._whose)
        ]

    def passing(self, filters: Filters) -> set[str]:
        """Ids of the standing nodes that pass every filter."""
        clauses, parameters = _conditions(filters)
        sql = (
            f"SELECT n.id FROM memory_nodes n WHERE {OURS} "  # noqa: S608 - constants
            f"AND {STANDS}" + "".join(f" AND {clause}" for clause in clauses)
        )
        return {row["id"] for row in self._vault.rows(sql, [*self._whose, *parameters])}

    def citing(self, refs: Collection[str]) -> set[str]:
        """Ids of all nodes, whoever's, that cite one of `refs`."""
        found: set[str] = set()
        for chunk in chunks(sorted(refs)):
            sql = f"SELECT DISTINCT node FROM memory_sources WHERE ref IN ({marks(chunk)})"  # noqa: S608 - marks
            found.update(row["node"] for row in self._vault.rows(sql, chunk))
        return found

    def of_person(self, person: str) -> set[str]:
        """Ids of everything with this person, whichever companion's, archived and hidden included."""
        return {
            row["id"] for row in self._vault.rows("SELECT id FROM memory_nodes WHERE person = ?", (person,))
        }

    def of_companion(self, companion: str) -> set[str]:
        """Ids of everything that this companion remembers, whoever it is with, archived and hidden included."""
        rows = self._vault.rows("SELECT id FROM memory_nodes WHERE companion = ?", (companion,))
        return {row["id"] for row in rows}

    def merged_into(self, ids: Collection[str]) -> list[Node]:
        """The nodes that were archived for one of `ids`."""
        found: list[str] = []
        for chunk in chunks(sorted(ids)):
            sql = f"SELECT id FROM memory_nodes WHERE merged_into IN ({marks(chunk)})"  # noqa: S608 - marks
            found += [row["id"] for row in self._vault.rows(sql, chunk)]
        return list(self.nodes(found).values())

    def _cited(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        sql = f"SELECT node, ref FROM memory_sources WHERE node IN ({marks(ids)}) ORDER BY node, place"  # noqa: S608 - marks
        cited: dict[str, tuple[str, ...]] = {}
        for row in self._vault.rows(sql, ids):
            cited[row["node"]] = (*cited.get(row["node"], ()), row["ref"])
        return cited


def _conditions(filters: Filters) -> tuple[list[str], list[Any]]:
    """The SQL of every filter that narrows something, with its parameters."""
    possible: list[tuple[bool, str, list[Any]]] = [
        (filters.since is not None, "event_at >= ?", [filters.since and microseconds(filters.since)]),
        (filters.until is not None, "event_at < ?", [filters.until and microseconds(filters.until)]),
        (filters.person is not None, "person = ?", [filters.person]),
        (filters.valence is not None, "affect = ?", [filters.valence]),
        (filters.min_importance > 0, "importance >= ?", [filters.min_importance]),
        (filters.category is not None, "category = ?", [filters.category]),
        (not filters.private, "private = 0", []),
        (bool(filters.kinds), f"kind IN ({marks(filters.kinds)})", sorted(filters.kinds)),
        (bool(filters.tags), _TAGGED.format(marks(filters.tags)), sorted(filters.tags)),
    ]
    chosen = [(sql, values) for wanted, sql, values in possible if wanted]
    return [sql for sql, _ in chosen], [value for _, values in chosen for value in values]


_TAGGED = "EXISTS (SELECT 1 FROM json_each(n.tags) WHERE value IN ({}))"


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
