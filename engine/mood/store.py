"""The mood's tables and all of its SQL. Times are microseconds of UTC."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from engine.mood.formulas.affect import Triple
from engine.mood.formulas.drift import NOWHERE
from engine.mood.records import Arc, ArcPattern, Cause, Imprint, ImprintOrigin, JournalEntry, Mode
from engine.trail import MoodPoint
from engine.vault import Migration, Row, Schema, UnitOfWork, Vault

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CHUNK = 500  # refs in one statement
_EPISODE = "episode:"
_NO_ENTRY = 2**62

SCHEMA = Schema(
    room="mood",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE mood_states (
                    companion TEXT NOT NULL, person TEXT NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    changed_at INTEGER NOT NULL, episode_id TEXT, rested_at INTEGER,
                    mode TEXT, mode_episode TEXT,
                    drift_valence REAL NOT NULL, drift_energy REAL NOT NULL, drift_openness REAL NOT NULL,
                    drifted_on INTEGER NOT NULL, wakes INTEGER NOT NULL,
                    PRIMARY KEY (companion, person)
                ) STRICT, WITHOUT ROWID""",
                """CREATE TABLE mood_journal (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, companion TEXT NOT NULL, person TEXT NOT NULL,
                    at INTEGER NOT NULL, cause TEXT NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    label TEXT NOT NULL, reason TEXT NOT NULL, mode TEXT, episode_id TEXT,
                    key_moment INTEGER NOT NULL, withdrawn_at INTEGER
                ) STRICT""",
                "CREATE INDEX mood_journal_in_order ON mood_journal (companion, person)",
                "CREATE INDEX mood_journal_by_time ON mood_journal (companion, person, at)",
                "CREATE INDEX mood_journal_of ON mood_journal (episode_id, companion, person, seq)",
                """CREATE TABLE mood_imprints (
                    id TEXT PRIMARY KEY, companion TEXT NOT NULL, person TEXT NOT NULL,
                    feeling TEXT NOT NULL, origin TEXT NOT NULL, strength REAL NOT NULL,
                    valence REAL NOT NULL, energy REAL NOT NULL, openness REAL NOT NULL,
                    created_at INTEGER NOT NULL, pulls INTEGER NOT NULL,
                    archived_at INTEGER, let_go_at INTEGER, withdrawn_at INTEGER
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_imprints_of ON mood_imprints (companion, person)",
                # What an imprint (its id) or a journal entry (its number) was made from.
                """CREATE TABLE mood_citations (
                    owner TEXT NOT NULL, ref TEXT NOT NULL, PRIMARY KEY (owner, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_citations_of ON mood_citations (ref)",
                """CREATE TABLE mood_arcs (
                    episode_id TEXT NOT NULL, companion TEXT NOT NULL, person TEXT NOT NULL,
                    closed_at INTEGER NOT NULL, pattern TEXT NOT NULL, samples INTEGER NOT NULL,
                    valence_from REAL, energy_from REAL, openness_from REAL,
                    valence_to REAL, energy_to REAL, openness_to REAL,
                    PRIMARY KEY (episode_id, companion, person)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX mood_arcs_by_time ON mood_arcs (companion, person, closed_at)",
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the mood was left.

    `episode_id` is the time together it belongs to, `rested_at` when that ended, None while it is open. A mode
    holds in `mode_episode`; without one it waits for the next. `drift` is how far the temperament was pulled by
    the end of `drifted_on`.
    """

    point: MoodPoint
    changed_at: datetime
    drifted_on: date
    episode_id: str | None = None
    rested_at: datetime | None = None
    mode: Mode | None = None
    mode_episode: str | None = None
    drift: Triple = NOWHERE
    wakes: int = 0


class MoodStore:
    """Reads and writes of one companion's mood with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def standing(self) -> Standing | None:
        """How the mood was left; None before the first time."""
        rows = self._rows("SELECT * FROM mood_states WHERE companion = ? AND person = ?", self._whose)
        return _standing(rows[0]) if rows else None

    def put(self, unit: UnitOfWork, now: Standing) -> None:
        unit.execute(
            f"INSERT OR REPLACE INTO mood_states VALUES ({', '.join('?' * 15)})",  # noqa: S608 - constants
            (
                *self._whose, *_numbers(now.point), _microseconds(now.changed_at), now.episode_id,
                now.rested_at and _microseconds(now.rested_at), now.mode, now.mode_episode, *now.drift,
                now.drifted_on.toordinal(), now.wakes,
            ),
        )  # fmt: skip

    def write(self, unit: UnitOfWork, entry: JournalEntry) -> None:
        """Append to the journal."""
        cursor = unit.execute(
            "INSERT INTO mood_journal (companion, person, at, cause, valence, energy, openness, label, reason, mode,"
            " episode_id, key_moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *self._whose, _microseconds(entry.at), entry.cause, *_numbers(entry.point), entry.label,
                entry.reason, entry.mode, entry.episode_id, int(entry.key),
            ),
        )  # fmt: skip
        self._cite(unit, str(cursor.lastrowid), entry.sources)

    def journal(self, since: datetime | None, limit: int) -> list[JournalEntry]:
        """Newest first, without what was withdrawn."""
        first = 0 if since is None else self._first_since(_microseconds(since))
        begin = None if since is None else _microseconds(since)
        # By number, which keeps its order where a clock was set back; by time only to know where to begin.
        rows = self._rows(
            "SELECT * FROM mood_journal INDEXED BY mood_journal_in_order WHERE companion = ? AND person = ?"
            " AND withdrawn_at IS NULL AND seq >= ? AND (? IS NULL OR at >= ?) ORDER BY seq DESC LIMIT ?",
            (*self._whose, first, begin, begin, limit),
        )
        cited = self._cited([str(row["seq"]) for row in rows])
        return [_entry(row, cited.get(str(row["seq"]), ())) for row in rows]

    def _first_since(self, begin: int) -> int:
        """The number of the first entry of that time or later, one too high for any where there is none."""
        sql = "SELECT min(seq) AS first FROM mood_journal WHERE companion = ? AND person = ? AND at >= ?"
        (row,) = self._rows(sql, (*self._whose, begin))
        return _NO_ENTRY if row["first"] is None else int(row["first"])

    def key_points(self, episode_id: str) -> list[MoodPoint]:
        """The mood at the key moments of an Episode, oldest first."""
        rows = self._rows(
            "SELECT valence, energy, openness FROM mood_journal WHERE episode_id = ? AND companion = ?"
            " AND person = ? AND key_moment = 1 AND withdrawn_at IS NULL ORDER BY seq",
            (episode_id, *self._whose),
        )
        return [_point(row) for row in rows]

    def put_arc(self, unit: UnitOfWork, arc: Arc, at: datetime) -> None:
        ends = (_numbers(end) if end is not None else (None, None, None) for end in (arc.start, arc.end))
        begun, ended = ends
        unit.execute(
            f"INSERT OR REPLACE INTO mood_arcs VALUES ({', '.join('?' * 12)})",  # noqa: S608 - constants
            (arc.episode_id, *self._whose, _microseconds(at), arc.pattern, arc.samples, *begun, *ended),
        )

    def arcs(self, limit: int) -> list[Arc]:
        """Of the Episodes that ended last, newest first."""
        rows = self._rows(
            "SELECT * FROM mood_arcs WHERE companion = ? AND person = ? ORDER BY closed_at DESC LIMIT ?",
            (*self._whose, limit),
        )
        return [_arc(row) for row in rows]

    def add_imprint(self, unit: UnitOfWork, imprint: Imprint) -> None:
        unit.execute(
            "INSERT INTO mood_imprints (companion, person, id, feeling, origin, strength, valence, energy, openness,"
            " created_at, pulls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
            (
                *self._whose, imprint.id, imprint.feeling, imprint.origin, imprint.made_strength,
                *_numbers(imprint.point), _microseconds(imprint.created_at),
            ),
        )  # fmt: skip
        self._cite(unit, imprint.id, imprint.sources)

    def imprints(self, *, over: bool = True, pulling: bool = False) -> list[Imprint]:
        """Oldest first, strength as made; `over` with those that faded or were let go.

        `pulling` are those that pull, without what they cite.
        """
        narrowed = "" if over else " AND archived_at IS NULL AND let_go_at IS NULL"
        narrowed += " AND pulls = 1" if pulling else ""
        rows = self._rows(
            "SELECT * FROM mood_imprints WHERE companion = ? AND person = ? AND withdrawn_at IS NULL"  # noqa: S608 - constants
            f"{narrowed} ORDER BY created_at, id",
            self._whose,
        )
        cited = {} if pulling else self._cited([row["id"] for row in rows])
        return [_imprint(row, cited.get(row["id"], ())) for row in rows]

    def archive(self, unit: UnitOfWork, imprint_ids: Iterable[str], at: datetime) -> None:
        """Put away what has faded."""
        unit.executemany(
            "UPDATE mood_imprints SET archived_at = ? WHERE id = ? AND archived_at IS NULL",
            [(_microseconds(at), each) for each in imprint_ids],
        )

    def let_go(self, unit: UnitOfWork, imprint_id: str, at: datetime) -> bool:
        """False where no such imprint stands."""
        done = unit.execute(
            "UPDATE mood_imprints SET let_go_at = ? WHERE companion = ? AND person = ? AND id = ?"
            " AND let_go_at IS NULL AND withdrawn_at IS NULL",
            (_microseconds(at), *self._whose, imprint_id),
        )
        return done.rowcount > 0

    def release(self, unit: UnitOfWork) -> None:
        """Let no imprint that stands now pull any more."""
        unit.execute("UPDATE mood_imprints SET pulls = 0 WHERE companion = ? AND person = ?", self._whose)

    def imprints_citing(self, refs: Collection[str], *, hidden: bool = False) -> list[str]:
        """Ids of imprints that rest on one of `refs`; `hidden` finds withdrawn ones too."""
        sql = (
            "SELECT DISTINCT i.id AS found FROM mood_citations c JOIN mood_imprints i ON i.id = c.owner "  # noqa: S608
            f"WHERE i.companion = ? AND i.person = ? {_standing_only(hidden)} AND c.ref IN ({{}})"
        )
        return [row["found"] for row in self._in_chunks(sql, refs)]

    def entries_citing(self, refs: Collection[str], *, hidden: bool = False) -> list[int]:
        """Numbers of journal entries that rest on one of `refs`, or lie in an Episode of them."""
        standing = _standing_only(hidden)
        cited = (
            "SELECT DISTINCT j.seq AS found FROM mood_citations c JOIN mood_journal j "  # noqa: S608 - constants
            "ON j.seq = CAST(c.owner AS INTEGER) "
            f"WHERE j.companion = ? AND j.person = ? {standing} AND c.ref IN ({{}})"
        )
        within = (
            "SELECT seq AS found FROM mood_journal "  # noqa: S608 - constants
            f"WHERE companion = ? AND person = ? {standing} AND episode_id IN ({{}})"
        )
        rows = [*self._in_chunks(cited, refs), *self._in_chunks(within, _episodes(refs))]
        return sorted({row["found"] for row in rows})

    def withdraw(
        self, unit: UnitOfWork, imprints: Iterable[str], entries: Iterable[int], at: datetime
    ) -> None:
        """Hide imprints and journal entries."""
        moment = _microseconds(at)
        unit.executemany(
            "UPDATE mood_imprints SET withdrawn_at = ? WHERE id = ?", [(moment, each) for each in imprints]
        )
        unit.executemany(
            "UPDATE mood_journal SET withdrawn_at = ? WHERE seq = ?", [(moment, each) for each in entries]
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
            "DELETE FROM mood_arcs WHERE companion = ? AND person = ? AND episode_id = ?",
            [(*self._whose, each) for each in _episodes(refs)],
        )

    def _cite(self, unit: UnitOfWork, owner: str, refs: Iterable[str]) -> None:
        unit.executemany(
            "INSERT OR IGNORE INTO mood_citations (owner, ref) VALUES (?, ?)", [(owner, ref) for ref in refs]
        )

    def _cited(self, owners: Sequence[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for first in range(0, len(owners), _CHUNK):
            chunk = owners[first : first + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            for row in self._rows(f"SELECT * FROM mood_citations WHERE owner IN ({marks})", chunk):  # noqa: S608 - marks
                found[row["owner"]] = (*found.get(row["owner"], ()), row["ref"])
        return found

    def _in_chunks(self, sql: str, values: Collection[str]) -> list[Row]:
        """Rows of this companion and person for each value; `sql` has a place for the marks."""
        given = list(values)
        chunks = [given[first : first + _CHUNK] for first in range(0, len(given), _CHUNK)]
        return [
            row
            for chunk in chunks
            for row in self._rows(sql.format(", ".join("?" * len(chunk))), (*self._whose, *chunk))
        ]

    def _rows(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        with self._vault.read() as connection:
            return connection.execute(sql, parameters).fetchall()


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _moment(value: int | None) -> datetime | None:
    return None if value is None else _EPOCH + timedelta(microseconds=value)


def _at(value: int) -> datetime:
    return _EPOCH + timedelta(microseconds=value)


def _standing_only(hidden: bool) -> str:
    return "" if hidden else "AND withdrawn_at IS NULL"


def _episodes(refs: Iterable[str]) -> list[str]:
    return [ref.removeprefix(_EPISODE) for ref in refs if ref.startswith(_EPISODE)]


def _numbers(point: MoodPoint) -> Triple:
    return point.valence, point.energy, point.openness


def _point(row: Row) -> MoodPoint:
    return MoodPoint(row["valence"], row["energy"], row["openness"])


def _standing(row: Row) -> Standing:
    return Standing(
        point=_point(row),
        changed_at=_at(row["changed_at"]),
        drifted_on=date.fromordinal(row["drifted_on"]),
        episode_id=row["episode_id"],
        rested_at=_moment(row["rested_at"]),
        mode=None if row["mode"] is None else Mode(row["mode"]),
        mode_episode=row["mode_episode"],
        drift=(row["drift_valence"], row["drift_energy"], row["drift_openness"]),
        wakes=row["wakes"],
    )


def _entry(row: Row, sources: tuple[str, ...]) -> JournalEntry:
    return JournalEntry(
        at=_at(row["at"]),
        cause=Cause(row["cause"]),
        point=_point(row),
        label=row["label"],
        reason=row["reason"],
        mode=None if row["mode"] is None else Mode(row["mode"]),
        episode_id=row["episode_id"],
        key=bool(row["key_moment"]),
        sources=sources,
    )


def _imprint(row: Row, sources: tuple[str, ...]) -> Imprint:
    return Imprint(
        id=row["id"],
        feeling=row["feeling"],
        origin=ImprintOrigin(row["origin"]),
        point=_point(row),
        made_strength=row["strength"],
        strength=row["strength"],
        created_at=_at(row["created_at"]),
        sources=sources,
        archived_at=_moment(row["archived_at"]),
        let_go_at=_moment(row["let_go_at"]),
    )


def _arc(row: Row) -> Arc:
    start, end = (
        None
        if row[f"valence_{way}"] is None
        else MoodPoint(row[f"valence_{way}"], row[f"energy_{way}"], row[f"openness_{way}"])
        for way in ("from", "to")
    )
    return Arc(row["episode_id"], ArcPattern(row["pattern"]), row["samples"], start, end)
