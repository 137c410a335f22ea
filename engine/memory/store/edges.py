"""Links and contradictions."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from engine.memory.records import Contradiction, ContradictionState, Link, LinkType
from engine.memory.store.node_rows import OURS, STANDS, Reading
from engine.vault import Row, UnitOfWork, chunks, marks, microseconds, moment, moment_or_none


class EdgeStore(Reading):
    """Reads and writes of links and contradictions. Writes need the caller's unit of work."""

    def put_link(self, unit: UnitOfWork, link: Link) -> None:
        """Write an edge; a known one of the same type keeps the greater strength."""
        unit.execute(
            "INSERT INTO memory_links (origin, target, type, strength, source, created_at) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (origin, target, type) "
            "DO UPDATE SET strength = max(strength, excluded.strength)",
            (
                link.origin, link.target, link.type, link.strength, link.source,
                microseconds(link.created_at),
            ),
        )  # fmt: skip

    def drop_link(self, unit: UnitOfWork, origin: str, target: str, kind: LinkType) -> bool:
        sql = "DELETE FROM memory_links WHERE origin = ? AND target = ? AND type = ?"
        return unit.execute(sql, (origin, target, kind)).rowcount > 0

    def links(self, ids: Collection[str], *, standing: bool = True) -> list[Link]:
        """Edges that begin or end at one of `ids`; with `standing` only between nodes that stand."""
        found: dict[tuple[str, str, str], Link] = {}
        ends = " AND ".join(
            f"EXISTS (SELECT 1 FROM memory_nodes WHERE id = l.{end} AND {STANDS})"  # noqa: S608 - constants
            for end in ("origin", "target")
        )
        for chunk in chunks(sorted(ids)):
            places = marks(chunk)
            sql = (
                f"SELECT * FROM memory_links l WHERE (origin IN ({places}) OR target IN ({places}))"  # noqa: S608 - marks
                f"{' AND ' + ends if standing else ''} ORDER BY strength DESC, created_at, origin, target"
            )
            for row in self._vault.rows(sql, [*chunk, *chunk]):
                link = _link(row)
                found[link.origin, link.target, link.type] = link
        return list(found.values())

    def mark_link(self, unit: UnitOfWork, origin: str, target: str, kind: LinkType, source: str) -> None:
        """Say who made an edge, from now on."""
        sql = "UPDATE memory_links SET source = ? WHERE origin = ? AND target = ? AND type = ?"
        unit.execute(sql, (source, origin, target, kind))

    def latest_links(self, kind: LinkType, source: str, limit: int) -> list[Link]:
        """Edges of one type that `source` made between two of ours that stand, newest first."""
        ends = " AND ".join(
            f"EXISTS (SELECT 1 FROM memory_nodes WHERE id = l.{end} AND {OURS} AND {STANDS})"  # noqa: S608 - constants
            for end in ("origin", "target")
        )
        sql = (
            f"SELECT * FROM memory_links l WHERE type = ? AND source = ? AND {ends} "  # noqa: S608 - constants
            "ORDER BY created_at DESC, origin, target LIMIT ?"
        )
        return [
            _link(row) for row in self._vault.rows(sql, (kind, source, *self._whose, *self._whose, limit))
        ]

    def put_contradiction(self, unit: UnitOfWork, one: Contradiction) -> Contradiction:
        """Open a contradiction, or add to the one of the same pair who noticed; returns what stands."""
        unit.execute(
            "INSERT INTO memory_contradictions (id, a, b, sources, state, opened_at) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (one.id, one.a, one.b, json.dumps(one.sources), one.state, microseconds(one.opened_at)),
        )
        sql = "SELECT * FROM memory_contradictions WHERE min(a, b) = min(?, ?) AND max(a, b) = max(?, ?)"
        stands = _contradiction(unit.execute(sql, (one.a, one.b, one.a, one.b)).fetchone())
        united = tuple(dict.fromkeys((*stands.sources, *one.sources)))
        unit.execute(
            "UPDATE memory_contradictions SET sources = ? WHERE id = ?", (json.dumps(united), stands.id)
        )
        return stands if united == stands.sources else self.contradictions_of([stands.id])[0]

    def drop_contradiction(self, unit: UnitOfWork, contradiction_id: str) -> None:
        unit.execute("DELETE FROM memory_contradictions WHERE id = ?", (contradiction_id,))

    def settle_contradiction(
        self, unit: UnitOfWork, contradiction_id: str, state: ContradictionState, at: datetime
    ) -> None:
        unit.execute(
            "UPDATE memory_contradictions SET state = ?, resolved_at = ? WHERE id = ?",
            (state, microseconds(at), contradiction_id),
        )

    def contradictions_of(self, ids: Sequence[str]) -> list[Contradiction]:
        sql = f"SELECT * FROM memory_contradictions WHERE id IN ({marks(ids)})"  # noqa: S608 - marks
        return [_contradiction(row) for row in self._vault.rows(sql, ids)]

    def contradictions(self, state: ContradictionState | None) -> list[Contradiction]:
        """Those between nodes that are not withdrawn (open ones: that stand), oldest first; of one state, or all."""
        # What is put away contradicts nothing any more; what took its place inherited the contradiction.
        there = STANDS if state is ContradictionState.OPEN else "withdrawn_at IS NULL"
        whose = f"{OURS} AND {there}"
        sql = (
            f"SELECT c.* FROM memory_contradictions c WHERE (? IS NULL OR state = ?) "  # noqa: S608 - constants
            f"AND EXISTS (SELECT 1 FROM memory_nodes WHERE id = c.a AND {whose}) "
            f"AND EXISTS (SELECT 1 FROM memory_nodes WHERE id = c.b AND {whose}) ORDER BY opened_at, id"
        )
        return [
            _contradiction(row) for row in self._vault.rows(sql, (state, state, *self._whose, *self._whose))
        ]


def _link(row: Row) -> Link:
    return Link(
        row["origin"],
        row["target"],
        LinkType(row["type"]),
        row["strength"],
        row["source"],
        moment(row["created_at"]),
    )


def _contradiction(row: Row) -> Contradiction:
    return Contradiction(
        id=row["id"],
        a=row["a"],
        b=row["b"],
        sources=tuple(json.loads(row["sources"])),
        state=ContradictionState(row["state"]),
        opened_at=moment(row["opened_at"]),
        resolved_at=moment_or_none(row["resolved_at"]),
    )
