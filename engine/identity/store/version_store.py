"""The SQL of the versions of components; their words are nodes of the memory."""

from engine.identity.records import ComponentName, Made
from engine.vault import UnitOfWork, Vault


class VersionStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def add(self, unit: UnitOfWork, name: ComponentName, node: str, made: Made) -> int:
        """Count a new version; returns its number, which no version before had."""
        number = 1 + max((version for _, version, _ in self.versions(name)), default=0)
        unit.execute(
            "INSERT INTO identity_versions (node, companion, person, component, version, body) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (node, *self._whose, name, number, made.model_dump_json()),
        )
        return number

    def versions(self, name: ComponentName) -> list[tuple[str, int, Made]]:
        """Node, number and making of every version, oldest first, those of withdrawn nodes too."""
        rows = self._vault.rows(
            "SELECT node, version, body FROM identity_versions "
            "WHERE companion = ? AND person = ? AND component = ? ORDER BY version",
            (*self._whose, name),
        )
        return [(row["node"], row["version"], Made.model_validate_json(row["body"])) for row in rows]
