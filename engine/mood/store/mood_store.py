"""The SQL of a mood: its state, journal, arcs and imprints."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.mood.formulas.affect import axes
from engine.mood.formulas.arcs import thinned
from engine.mood.records import Arc, Imprint, JournalEntry, Mode, Seen
from engine.mood.store.rows import (
    Standing,
    read_arc,
    read_entry,
    read_imprint,
    read_point,
    read_seen,
    read_standing,
)
from engine.trail import MoodPoint
from engine.vault import Row, UnitOfWork, Vault, chunks, marks, microseconds, moment

_NO_ENTRY = 2**62


class MoodStore:
    """Reads and writes of one companion's mood with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def standing(self) -> Standing | None:
        """How the mood was left; None before the first time."""
        rows = self._vault.rows("SELECT * FROM mood_states WHERE companion = ? AND person = ?", self._whose)
        return read_standing(rows[0]) if rows else None

    def put(self, unit: UnitOfWork, now: Standing) -> None:
        unit.execute(
            f"INSERT OR REPLACE INTO mood_states VALUES ({', '.join('?' * 15)})",  # noqa: S608 - constants
            (
                *self._whose, *axes(now.point), microseconds(now.changed_at), now.episode_id,
                now.rested_at and microseconds(now.rested_at), now.mode, now.mode_episode, *now.drift,
                now.drifted_on.toordinal(), now.wakes,
            ),
        )  # fmt: skip

    def write(self, unit: UnitOfWork, entry: JournalEntry) -> None:
        """Append to the journal."""
        cursor = unit.execute(
            "INSERT INTO mood_journal (companion, person, at, cause, valence, energy, openness, label, reason, mode,"
            " episode_id, key_moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *self._whose, microseconds(entry.at), entry.cause, *axes(entry.point), entry.label,
                entry.reason, entry.mode, entry.episode_id, int(entry.key),
            ),
        )  # fmt: skip
        self._cite(unit, str(cursor.lastrowid), entry.sources)

    def journal(self, since: datetime | None, limit: int) -> list[JournalEntry]:
        """Newest first, without what was withdrawn."""
        first = 0 if since is None else self._first_since(microseconds(since))
        begin = None if since is None else microseconds(since)
        # By number, which keeps its order where a clock was set back; by time only to know where to begin.
        rows = self._vault.rows(
            "SELECT * FROM mood_journal INDEXED BY mood_journal_in_order WHERE companion = ? AND person = ?"
            " AND withdrawn_at IS NULL AND seq >= ? AND (? IS NULL OR at >= ?) ORDER BY seq DESC LIMIT ?",
            (*self._whose, first, begin, begin, limit),
        )
        cited = self._cited([str(row["seq"]) for row in rows])
        return [read_entry(row, cited.get(str(row["seq"]), ())) for row in rows]

    def journal_over(self, since: datetime | None, most: int) -> list[JournalEntry]:
        """Newest first, of the whole time since then: where there are more than `most`, those that stand for it."""
        begin = 0 if since is None else microseconds(since)
        rows = self._vault.rows(
            "SELECT seq, at, valence, energy, openness FROM mood_journal INDEXED BY mood_journal_course"
            " WHERE companion = ? AND person = ? AND at >= ? AND withdrawn_at IS NULL ORDER BY at, seq",
            (*self._whose, begin),
        )
        chosen = thinned([(moment(at), MoodPoint(*point)) for _, at, *point in rows], most)
        numbers = sorted((int(rows[place]["seq"]) for place in chosen), reverse=True)
        found: dict[int, Row] = {}
        for chunk in chunks(numbers):
            sql = f"SELECT * FROM mood_journal WHERE seq IN ({marks(chunk)})"  # noqa: S608 - marks
            found |= {int(row["seq"]): row for row in self._vault.rows(sql, chunk)}
        cited = self._cited([str(number) for number in numbers])
        return [read_entry(found[number], cited.get(str(number), ())) for number in numbers]

    def _first_since(self, begin: int) -> int:
        """The number of the first entry of that time or later, one too high for any where there is none."""
        sql = "SELECT min(seq) AS first FROM mood_journal WHERE companion = ? AND person = ? AND at >= ?"
        (row,) = self._vault.rows(sql, (*self._whose, begin))
        return _NO_ENTRY if row["first"] is None else int(row["first"])

    def course(self, since: datetime, most: int) -> list[tuple[datetime, MoodPoint]]:
        """The points of the journal since then, the latest `most`, oldest first; without what it says of them."""
        rows = self._vault.rows(
            "SELECT at, valence, energy, openness FROM mood_journal INDEXED BY mood_journal_course"
            " WHERE companion = ? AND person = ? AND at >= ? AND withdrawn_at IS NULL ORDER BY at DESC LIMIT ?",
            (*self._whose, microseconds(since), most),
        )
        return [(moment(at), MoodPoint(*point)) for at, *point in reversed(rows)]

    def modes(self, episode_id: str) -> frozenset[Mode]:
        """The modes in which the entries of an Episode were written."""
        rows = self._vault.rows(
            "SELECT DISTINCT mode FROM mood_journal INDEXED BY mood_journal_of WHERE episode_id = ?"
            " AND companion = ? AND person = ? AND mode IS NOT NULL AND withdrawn_at IS NULL",
            (episode_id, *self._whose),
        )
        return frozenset(Mode(row["mode"]) for row in rows)

    def key_points(self, episode_id: str) -> list[MoodPoint]:
        """The mood at the key moments of an Episode, oldest first."""
        rows = self._vault.rows(
            "SELECT valence, energy, openness FROM mood_journal WHERE episode_id = ? AND companion = ?"
            " AND person = ? AND key_moment = 1 AND withdrawn_at IS NULL ORDER BY seq",
            (episode_id, *self._whose),
        )
        return [read_point(row) for row in rows]

    def put_arc(self, unit: UnitOfWork, arc: Arc, at: datetime) -> None:
        ends = (axes(end) if end is not None else (None, None, None) for end in (arc.start, arc.end))
        begun, ended = ends
        unit.execute(
            f"INSERT OR REPLACE INTO mood_arcs VALUES ({', '.join('?' * 12)})",  # noqa: S608 - constants
            (arc.episode_id, *self._whose, microseconds(at), arc.pattern, arc.samples, *begun, *ended),
        )

    def arcs(self, limit: int) -> list[Arc]:
        """Of the Episodes that ended last, newest first."""
        rows = self._vault.rows(
            "SELECT * FROM mood_arcs WHERE companion = ? AND person = ? ORDER BY closed_at DESC LIMIT ?",
            (*self._whose, limit),
        )
        return [read_arc(row) for row in rows]

    def add_imprint(self, unit: UnitOfWork, imprint: Imprint) -> None:
        unit.execute(
            "INSERT INTO mood_imprints (companion, person, id, feeling, origin, strength, valence, energy, openness,"
            " created_at, pulls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
            (
                *self._whose, imprint.id, imprint.feeling, imprint.origin, imprint.made_strength,
                *axes(imprint.point), microseconds(imprint.created_at),
            ),
        )  # fmt: skip
        self._cite(unit, imprint.id, imprint.sources)

    def imprints(self, *, over: bool = True, pulling: bool = False) -> list[Imprint]:
        """Oldest first, strength as made; `over` with those that faded or were let go.

        `pulling` are those that pull, without what they cite.
        """
        narrowed = "" if over else " AND archived_at IS NULL AND let_go_at IS NULL"
        narrowed += " AND pulls = 1" if pulling else ""
        rows = self._vault.rows(
            "SELECT * FROM mood_imprints WHERE companion = ? AND person = ? AND withdrawn_at IS NULL"  # noqa: S608 - constants
            f"{narrowed} ORDER BY created_at, id",
            self._whose,
        )
        cited = {} if pulling else self._cited([row["id"] for row in rows])
        return [read_imprint(row, cited.get(row["id"], ())) for row in rows]

    def lost(self, since: datetime, limit: int) -> list[Imprint]:
        """Those that were archived or let go since then, the newest `limit`, oldest first."""
        begin = microseconds(since)
        rows = self._vault.rows(
            "SELECT * FROM mood_imprints WHERE companion = ? AND person = ? AND withdrawn_at IS NULL"
            " AND (archived_at >= ? OR let_go_at >= ?) ORDER BY created_at DESC, id LIMIT ?",
            (*self._whose, begin, begin, limit),
        )
        cited = self._cited([row["id"] for row in rows])
        return [read_imprint(row, cited.get(row["id"], ())) for row in reversed(rows)]

    def archive(self, unit: UnitOfWork, imprint_ids: Iterable[str], at: datetime) -> None:
        """Put away what has faded."""
        unit.executemany(
            "UPDATE mood_imprints SET archived_at = ? WHERE id = ? AND archived_at IS NULL",
            [(microseconds(at), each) for each in imprint_ids],
        )

    def let_go(self, unit: UnitOfWork, imprint_id: str, at: datetime) -> bool:
        """False where no such imprint stands."""
        done = unit.execute(
            "UPDATE mood_imprints SET let_go_at = ? WHERE companion = ? AND person = ? AND id = ?"
            " AND let_go_at IS NULL AND withdrawn_at IS NULL",
            (microseconds(at), *self._whose, imprint_id),
        )
        return done.rowcount > 0

    def carry_again(self, unit: UnitOfWork, imprint_id: str) -> bool:
        """False where no such imprint was let go, or where it faded meanwhile."""
        done = unit.execute(
            "UPDATE mood_imprints SET let_go_at = NULL WHERE companion = ? AND person = ? AND id = ?"
            " AND let_go_at IS NOT NULL AND archived_at IS NULL AND withdrawn_at IS NULL",
            (*self._whose, imprint_id),
        )
        return done.rowcount > 0

    def release(self, unit: UnitOfWork) -> None:
        """Let no imprint that stands now pull any more."""
        unit.execute("UPDATE mood_imprints SET pulls = 0 WHERE companion = ? AND person = ?", self._whose)

    def pull_again(self, unit: UnitOfWork, imprint_ids: Iterable[str]) -> None:
        """Let these pull again that were released."""
        unit.executemany(
            "UPDATE mood_imprints SET pulls = 1 WHERE companion = ? AND person = ? AND id = ?",
            [(*self._whose, each) for each in imprint_ids],
        )

    def see(self, unit: UnitOfWork, seen: Seen) -> None:
        """Write how the person seemed."""
        unit.execute(
            "INSERT INTO mood_seen (companion, person, at, seeming, episode_id, source) VALUES (?, ?, ?, ?, ?, ?)",
            (*self._whose, microseconds(seen.at), seen.seeming, seen.episode_id, seen.source),
        )

    def seen(self, since: datetime, limit: int) -> list[Seen]:
        """How the person seemed since then, newest first, without what was withdrawn."""
        rows = self._vault.rows(
            "SELECT * FROM mood_seen WHERE companion = ? AND person = ? AND at >= ? AND withdrawn_at IS NULL"
            " ORDER BY at DESC, seq DESC LIMIT ?",
            (*self._whose, microseconds(since), limit),
        )
        return [read_seen(row) for row in rows]

    def _cite(self, unit: UnitOfWork, owner: str, refs: Iterable[str]) -> None:
        unit.executemany(
            "INSERT OR IGNORE INTO mood_citations (owner, ref) VALUES (?, ?)", [(owner, ref) for ref in refs]
        )

    def _cited(self, owners: Sequence[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for chunk in chunks(owners):
            sql = f"SELECT * FROM mood_citations WHERE owner IN ({marks(chunk)})"  # noqa: S608 - marks
            for row in self._vault.rows(sql, chunk):
                found[row["owner"]] = (*found.get(row["owner"], ()), row["ref"])
        return found
