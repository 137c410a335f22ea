"""The SQL of the compass, and of which open loops were told."""

from datetime import datetime

from engine.identity.records import CompassBody
from engine.vault import UnitOfWork, Vault, microseconds, moment


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

    def bodies(self) -> dict[str, tuple[str, datetime, CompassBody]]:
        """Episode, time and parts by node."""
        rows = self._vault.rows(
            "SELECT * FROM identity_compasses WHERE companion = ? AND person = ? ORDER BY at", self._whose
        )
        return {
            row["node"]: (row["episode"], moment(row["at"]), CompassBody.model_validate_json(row["body"]))
            for row in rows
        }

    def keep_only(self, unit: UnitOfWork, nodes: set[str]) -> None:
        """Let go of all parts but those of `nodes`."""
        unit.executemany(
            "DELETE FROM identity_compasses WHERE node = ?",
            [(each,) for each in self.bodies() if each not in nodes],
        )

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
