"""The SQL by which what this room keeps goes for good."""

from collections.abc import Collection
from typing import Literal

from engine.vault import UnitOfWork, Vault

_OF_NODES = ("identity_versions", "identity_compasses", "identity_verdicts", "identity_votes")
_KEPT = (
    "identity_directives",
    "identity_versions",
    "identity_votes",
    "identity_verdicts",
    "identity_compasses",
    "identity_told",
)
Whose = Literal["person", "companion"]
"""The column by which it is found whose something is."""


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
        for table in _KEPT:
            unit.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608 - constants
        unit.execute("UPDATE identity_vetoes SET text = '', node = NULL WHERE person = ?", (person,))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> None:
        """Delete everything of a companion, what was refused to it too."""
        for table in (*_KEPT, "identity_vetoes"):
            unit.execute(f"DELETE FROM {table} WHERE companion = ?", (companion,))  # noqa: S608 - constants

    def owners(self, companion: str) -> tuple[list[str], list[str]]:
        """Of a companion, the votes by their numbers, and the nodes that were ruled on."""
        votes = self._vault.rows("SELECT id FROM identity_votes WHERE companion = ?", (companion,))
        ruled = self._vault.rows("SELECT node FROM identity_verdicts WHERE companion = ?", (companion,))
        return [str(row["id"]) for row in votes], [row["node"] for row in ruled]

    def holdings(self, column: Whose, whose: str) -> list[str]:
        """The refs of directives of a person, or to a companion, and of nodes that were voted for with them."""
        directives = self._vault.rows(
            f"SELECT DISTINCT id FROM identity_directives WHERE {column} = ?",  # noqa: S608 - constants
            (whose,),
        )
        votes = self._vault.rows(f"SELECT DISTINCT node FROM identity_votes WHERE {column} = ?", (whose,))  # noqa: S608 - constants
        return [
            *(f"directive:{row['id']}" for row in directives),
            *(f"nomination:{row['node']}" for row in votes),
        ]
