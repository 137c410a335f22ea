"""The SQL by which what was felt is hidden or deleted with what it rests on."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Literal

from engine.mood.records import SEEN
from engine.vault import Row, UnitOfWork, Vault, chunks, marks, microseconds

_EPISODE = "episode:"


class MoodErasing:
    """Finds by refs, hides and deletes what any companion felt with one person.

    Writes need the caller's unit of work.
    """

    def __init__(self, vault: Vault, person: str) -> None:
        self._vault = vault
        self._person = person

    def imprints_citing(self, refs: Collection[str], *, hidden: bool = False) -> list[str]:
        """Ids of imprints that rest on one of `refs`; `hidden` finds withdrawn ones too."""
        sql = (
            "SELECT DISTINCT i.id AS found FROM mood_citations c JOIN mood_imprints i ON i.id = c.owner "  # noqa: S608 - marks
            f"WHERE i.person = ? {_standing_only(hidden)} AND c.ref IN ({{}})"
        )
        return [row["found"] for row in self._in_chunks(sql, refs)]

    def entries_citing(self, refs: Collection[str], *, hidden: bool = False) -> list[int]:
        """Numbers of journal entries that rest on one of `refs`, or lie in an Episode of them."""
        standing = _standing_only(hidden)
        cited = (
            "SELECT DISTINCT j.seq AS found FROM mood_citations c JOIN mood_journal j "  # noqa: S608 - constants
            "ON j.seq = CAST(c.owner AS INTEGER) "
            f"WHERE j.person = ? {standing} AND c.ref IN ({{}})"
        )
        within = (
            "SELECT seq AS found FROM mood_journal "  # noqa: S608 - constants
            f"WHERE person = ? {standing} AND episode_id IN ({{}})"
        )
        rows = [*self._in_chunks(cited, refs), *self._in_chunks(within, _episodes(refs))]
        return sorted({row["found"] for row in rows})

    def withdraw(
        self, unit: UnitOfWork, imprints: Iterable[str], entries: Iterable[int], at: datetime
    ) -> None:
        """Hide imprints and journal entries."""
        moment = microseconds(at)
        unit.executemany(
            "UPDATE mood_imprints SET withdrawn_at = ? WHERE id = ?", [(moment, each) for each in imprints]
        )
        unit.executemany(
            "UPDATE mood_journal SET withdrawn_at = ? WHERE seq = ?", [(moment, each) for each in entries]
        )

    def show(self, unit: UnitOfWork, imprints: Iterable[str], entries: Iterable[int]) -> None:
        """Let hidden imprints and journal entries stand again."""
        unit.executemany(
            "UPDATE mood_imprints SET withdrawn_at = NULL WHERE id = ?", [(each,) for each in imprints]
        )
        unit.executemany(
            "UPDATE mood_journal SET withdrawn_at = NULL WHERE seq = ?", [(each,) for each in entries]
        )

    def seen_in(self, ref: str) -> list[str]:
        """The sources from which it was seen how the person seemed, in what `ref` names or as the guess it is."""
        sql = "SELECT DISTINCT source FROM mood_seen WHERE person = ? AND (source = ? OR episode_id = ?)"
        asked = (self._person, *_named(ref))
        return [row["source"] for row in self._vault.rows(sql, asked)]

    def show_seen(self, unit: UnitOfWork, sources: Iterable[str]) -> None:
        """Let stand again how the person seemed there."""
        unit.executemany(
            "UPDATE mood_seen SET withdrawn_at = NULL WHERE person = ? AND source = ?",
            [(self._person, each) for each in sources],
        )

    def erase(self, unit: UnitOfWork, imprints: Sequence[str], entries: Sequence[int]) -> None:
        """Delete imprints and journal entries for good."""
        unit.executemany("DELETE FROM mood_imprints WHERE id = ?", [(each,) for each in imprints])
        unit.executemany("DELETE FROM mood_journal WHERE seq = ?", [(each,) for each in entries])
        owners = [*imprints, *map(str, entries)]
        unit.executemany("DELETE FROM mood_citations WHERE owner = ?", [(each,) for each in owners])

    def erase_arcs(self, unit: UnitOfWork, refs: Collection[str]) -> None:
        """Delete how the Episodes among `refs` went."""
        unit.executemany(
            "DELETE FROM mood_arcs WHERE person = ? AND episode_id = ?",
            [(self._person, each) for each in _episodes(refs)],
        )

    def withdraw_seen(self, unit: UnitOfWork, refs: Collection[str], at: datetime) -> None:
        """Hide how the person seemed in what `refs` name, and guesses that are named themselves."""
        unit.executemany(
            "UPDATE mood_seen SET withdrawn_at = coalesce(withdrawn_at, ?) WHERE person = ?"
            " AND (source = ? OR episode_id = ?)",
            [(microseconds(at), self._person, *_named(ref)) for ref in refs],
        )

    def erase_seen(self, unit: UnitOfWork, refs: Collection[str]) -> None:
        """Delete how the person seemed in what `refs` name."""
        unit.executemany(
            "DELETE FROM mood_seen WHERE person = ? AND (source = ? OR episode_id = ?)",
            [(self._person, *_named(ref)) for ref in refs],
        )

    def imprints_of(self, person: str) -> list[str]:
        """Ids of every imprint with this person, of any companion, hidden ones included."""
        return [
            row["id"] for row in self._vault.rows("SELECT id FROM mood_imprints WHERE person = ?", (person,))
        ]

    def companions_of(self, person: str) -> list[str]:
        """The companions that feel with this person."""
        rows = self._vault.rows("SELECT companion FROM mood_states WHERE person = ?", (person,))
        return [row["companion"] for row in rows]

    def imprints_felt_by(self, companion: str) -> list[str]:
        """Ids of every imprint of this companion, whoever it is of, hidden ones included."""
        rows = self._vault.rows("SELECT id FROM mood_imprints WHERE companion = ?", (companion,))
        return [row["id"] for row in rows]

    def entries_felt_by(self, companion: str) -> list[int]:
        """Numbers of every journal entry of this companion, hidden ones included."""
        rows = self._vault.rows("SELECT seq FROM mood_journal WHERE companion = ?", (companion,))
        return [row["seq"] for row in rows]

    def sources_seen_by(self, companion: str) -> list[str]:
        """The sources from which this companion saw how somebody seemed."""
        rows = self._vault.rows("SELECT DISTINCT source FROM mood_seen WHERE companion = ?", (companion,))
        return [row["source"] for row in rows]

    def has_mood(self, companion: str) -> bool:
        """Whether this companion feels with anybody."""
        return bool(self._vault.rows("SELECT 1 FROM mood_states WHERE companion = ?", (companion,)))

    def erase_person(self, unit: UnitOfWork, person: str) -> None:
        """Delete everything that any companion felt with this person."""
        self._erase_all(unit, "person", person)

    def erase_companion(self, unit: UnitOfWork, companion: str) -> None:
        """Delete everything that this companion felt, with whomever."""
        self._erase_all(unit, "companion", companion)

    def _erase_all(self, unit: UnitOfWork, column: Literal["person", "companion"], whose: str) -> None:
        for table, name in (("mood_imprints", "id"), ("mood_journal", "seq")):
            unit.execute(
                f"DELETE FROM mood_citations WHERE owner IN (SELECT {name} FROM {table} WHERE {column} = ?)",  # noqa: S608 - constants
                (whose,),
            )
        for table in ("mood_states", "mood_journal", "mood_imprints", "mood_arcs", "mood_seen"):
            unit.execute(f"DELETE FROM {table} WHERE {column} = ?", (whose,))  # noqa: S608 - constants

    def _in_chunks(self, sql: str, values: Collection[str]) -> list[Row]:
        """Rows of this person for each value; `sql` has a place for the marks."""
        return [
            row
            for chunk in chunks(list(values))
            for row in self._vault.rows(sql.format(marks(chunk)), (self._person, *chunk))
        ]


def _named(ref: str) -> tuple[str, str]:
    """The source of a guess and the Episode that a ref may name."""
    return ref.removeprefix(SEEN), ref.removeprefix(_EPISODE)


def _standing_only(hidden: bool) -> str:
    return "" if hidden else "AND withdrawn_at IS NULL"


def _episodes(refs: Iterable[str]) -> list[str]:
    return [ref.removeprefix(_EPISODE) for ref in refs if ref.startswith(_EPISODE)]
