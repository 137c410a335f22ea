"""The SQL of the compass, and of which open loops were told."""

from datetime import datetime

from engine.identity.records import Compass, CompassBody
from engine.vault import Row, UnitOfWork, Vault, microseconds, moment


class CompassStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def put(self, unit: UnitOfWork, node: str, episode: str, at: datetime, body: CompassBody) -> None:
        """Write what the compass in `node` says."""
        unit.execute(
            "INSERT OR REPLACE INTO identity_compasses (node, companion, person, episode, at, body) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (node, *self._whose, episode, microseconds(at), body.model_dump_json()),
        )

    def of(self, node: str) -> Compass | None:
        """What the compass in `node` says, its loops as refs alone."""
        rows = self._vault.rows(
            "SELECT * FROM identity_compasses WHERE companion = ? AND person = ? AND node = ?",
            (*self._whose, node),
        )
        return _compass(rows[0]) if rows else None

    def newest(self, limit: int, without: str | None) -> list[Compass]:
        """Newest first, without those of one Episode; some may have been withdrawn since."""
        rows = self._vault.rows(
            "SELECT * FROM identity_compasses WHERE companion = ? AND person = ? AND episode IS NOT ? "
            "ORDER BY at DESC, node DESC LIMIT ?",
            (*self._whose, without, limit),
        )
        return [_compass(row) for row in rows]

    def tell(self, unit: UnitOfWork, item: str, at: datetime, episode: str) -> None:
        """Mark an open loop as told."""
        unit.execute(
            "INSERT OR REPLACE INTO identity_told (companion, person, item, at, episode) VALUES (?, ?, ?, ?, ?)",
            (*self._whose, item, microseconds(at), episode),
        )

    def told(self) -> dict[str, datetime]:
        """When each open loop was last told."""
        rows = self._vault.rows(
            "SELECT item, at FROM identity_told WHERE companion = ? AND person = ?", self._whose
        )
        return {row["item"]: moment(row["at"]) for row in rows}


def _compass(row: Row) -> Compass:
    return Compass(
        node=row["node"],
        episode=row["episode"],
        at=moment(row["at"]),
        body=CompassBody.model_validate_json(row["body"]),
    )
