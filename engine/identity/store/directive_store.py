"""The SQL of directives: every wording is kept."""

from datetime import datetime

from engine.identity.records import Directive
from engine.vault import Row, UnitOfWork, Vault, microseconds, microseconds_or_none, moment, moment_or_none

_LATEST = (
    "SELECT * FROM identity_directives d WHERE companion = ? AND person = ? AND version = "
    "(SELECT max(version) FROM identity_directives WHERE id = d.id)"
)


class DirectiveStore:
    """Reads and writes of one companion's directives by one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def put(self, unit: UnitOfWork, directive: Directive) -> None:
        """Write a wording, or replace it."""
        unit.execute(
            "INSERT OR REPLACE INTO identity_directives "
            "(id, companion, person, version, place, text, at, withdrawn_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                directive.id, *self._whose, directive.version, directive.place, directive.text,
                microseconds(directive.at), microseconds_or_none(directive.withdrawn_at),
            ),
        )  # fmt: skip

    def standing(self) -> list[Directive]:
        """The latest wording of each that holds, in order."""
        rows = self._vault.rows(f"{_LATEST} AND withdrawn_at IS NULL ORDER BY place, id", self._whose)
        return [_directive(row) for row in rows]

    def versions(self, directive_id: str) -> list[Directive]:
        """Every wording of one, oldest first."""
        rows = self._vault.rows(
            "SELECT * FROM identity_directives WHERE companion = ? AND person = ? AND id = ? ORDER BY version",
            (*self._whose, directive_id),
        )
        return [_directive(row) for row in rows]

    def withdrawn(self) -> list[Directive]:
        """Those that the person took back, in the order of that."""
        rows = self._vault.rows(
            f"{_LATEST} AND withdrawn_at IS NOT NULL ORDER BY withdrawn_at, id", self._whose
        )
        return [_directive(row) for row in rows]

    def place(self, unit: UnitOfWork, directive_id: str, place: int) -> None:
        """Sort one; its wording stays as it is."""
        unit.execute("UPDATE identity_directives SET place = ? WHERE id = ?", (place, directive_id))

    def withdraw(self, unit: UnitOfWork, directive_id: str, at: datetime) -> None:
        """Let one hold no longer."""
        unit.execute(
            "UPDATE identity_directives SET withdrawn_at = ? WHERE id = ?", (microseconds(at), directive_id)
        )


def _directive(row: Row) -> Directive:
    return Directive(
        id=row["id"],
        place=row["place"],
        text=row["text"],
        version=row["version"],
        at=moment(row["at"]),
        withdrawn_at=moment_or_none(row["withdrawn_at"]),
    )
