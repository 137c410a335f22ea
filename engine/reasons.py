"""Why something was hidden: so that what is restored is what was hidden for that, and for nothing else.

A room notes for what it hides each ref that was taken back and that it rests on. A restoration takes these reasons
away; what has none left may stand again (`engine.withdrawal.Derived`).
"""

from collections.abc import Collection, Iterable

from engine.vault import UnitOfWork, Vault, chunks, marks


class Reasons:
    """The reasons of one room. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, room: str) -> None:
        self._vault, self._room = vault, room

    def note(self, unit: UnitOfWork, owner: str, because: Iterable[str], was: str = "") -> None:
        """`owner` is hidden because of each of these refs; `was` is what it takes to bring it back, noted once."""
        unit.executemany(
            "INSERT OR IGNORE INTO vault_reasons (room, owner, because) VALUES (?, ?, ?)",
            [(self._room, owner, ref) for ref in because],
        )
        unit.execute(
            "INSERT OR IGNORE INTO vault_hidden (room, owner, was) VALUES (?, ?, ?)",
            (self._room, owner, was),
        )

    def lift(
        self, unit: UnitOfWork, refs: Collection[str], among: Collection[str] | None = None
    ) -> dict[str, str]:
        """`refs` are no reason any more; returns what has none left, with what was noted to bring it back.

        With `among` only of these owners: others are for another companion to bring back.
        """
        free: dict[str, str] = {}
        for owner in self._touched(unit, refs):
            if among is not None and owner not in among:
                continue
            unit.executemany(
                "DELETE FROM vault_reasons WHERE room = ? AND owner = ? AND because = ?",
                [(self._room, owner, ref) for ref in refs],
            )
            if not self.of(owner):
                free[owner] = self._was(owner)
        self.drop(unit, free)
        return free

    def of(self, owner: str) -> frozenset[str]:
        """Why `owner` is hidden."""
        sql = "SELECT because FROM vault_reasons WHERE room = ? AND owner = ?"
        return frozenset(row["because"] for row in self._vault.rows(sql, (self._room, owner)))

    def drop(self, unit: UnitOfWork, owners: Iterable[str]) -> None:
        """Keep nothing of these: they stand again, or were erased."""
        for owner in owners:
            unit.execute("DELETE FROM vault_reasons WHERE room = ? AND owner = ?", (self._room, owner))
            unit.execute("DELETE FROM vault_hidden WHERE room = ? AND owner = ?", (self._room, owner))

    def forget(self, unit: UnitOfWork, mentioned: str) -> None:
        """Keep nothing that could bring back what has `mentioned`, an id, in it: it is erased."""
        unit.execute("DELETE FROM vault_hidden WHERE room = ? AND instr(was, ?) > 0", (self._room, mentioned))

    def clear(self, unit: UnitOfWork) -> None:
        """Keep nothing at all: what is hidden now stays so."""
        unit.execute("DELETE FROM vault_reasons WHERE room = ?", (self._room,))
        unit.execute("DELETE FROM vault_hidden WHERE room = ?", (self._room,))

    def _touched(self, unit: UnitOfWork, refs: Collection[str]) -> list[str]:
        found: set[str] = set()
        for chunk in chunks(sorted(refs)):
            sql = f"SELECT owner FROM vault_reasons WHERE room = ? AND because IN ({marks(chunk)})"  # noqa: S608 - marks
            found.update(row["owner"] for row in unit.execute(sql, (self._room, *chunk)).fetchall())
        return sorted(found)

    def _was(self, owner: str) -> str:
        sql = "SELECT was FROM vault_hidden WHERE room = ? AND owner = ?"
        rows = self._vault.rows(sql, (self._room, owner))
        return str(rows[0]["was"]) if rows else ""
