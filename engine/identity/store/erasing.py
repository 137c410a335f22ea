"""The SQL by which what this room keeps goes for good."""

from collections.abc import Collection

from engine.vault import UnitOfWork, Vault

_OF_NODES = ("identity_versions", "identity_compasses", "identity_verdicts", "identity_votes")
_OF_PERSON = (
    "identity_directives",
    "identity_versions",
    "identity_votes",
    "identity_verdicts",
    "identity_compasses",
    "identity_told",
)


class IdentityErasing:
    """Deletes; writes need the caller's unit of work."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def erase_nodes(self, unit: UnitOfWork, nodes: Collection[str]) -> None:
        """Delete all that is kept beside these nodes; of a veto on one only the digest of its words is left."""
        for table in _OF_NODES:
            unit.executemany(f"DELETE FROM {table} WHERE node = ?", [(each,) for each in nodes])  # noqa: S608 - constants
        unit.executemany(
            "UPDATE identity_vetoes SET text = '', node = NULL WHERE node = ?", [(each,) for each in nodes]
        )

    def forget_items(self, unit: UnitOfWork, items: Collection[str]) -> None:
        """Delete that these open loops were told."""
        unit.executemany("DELETE FROM identity_told WHERE item = ?", [(each,) for each in items])

    def forget_person(self, unit: UnitOfWork, person: str) -> None:
        """Delete everything with a person."""
        for table in _OF_PERSON:
            unit.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608 - constants
        unit.execute("UPDATE identity_vetoes SET text = '', node = NULL WHERE person = ?", (person,))

    def holdings(self, person: str) -> list[str]:
        """The refs of directives of a person and of nodes that were voted for with them."""
        directives = self._vault.rows(
            "SELECT DISTINCT id FROM identity_directives WHERE person = ?", (person,)
        )
        votes = self._vault.rows("SELECT DISTINCT node FROM identity_votes WHERE person = ?", (person,))
        return [
            *(f"directive:{row['id']}" for row in directives),
            *(f"nomination:{row['node']}" for row in votes),
        ]
