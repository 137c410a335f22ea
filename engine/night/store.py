"""The tables of the night, and all of their SQL. Times are microseconds of UTC."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal

from engine.night.records import Change, Job, JobKind, JobState, Line
from engine.vault import Migration, Row, Schema, UnitOfWork, Vault, chunks, marks, microseconds
from engine.withdrawal import Refs

SCHEMA = Schema(
    room="night",
    migrations=(
        Migration(
            1,
            (
                # A job and the document of its run; `owner` holds it until `leased_until`.
                """CREATE TABLE night_jobs (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, companion TEXT NOT NULL,
                    person TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, not_before INTEGER NOT NULL,
                    owner TEXT NOT NULL DEFAULT '', leased_until INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
                ) STRICT""",
                "CREATE INDEX night_jobs_of ON night_jobs (companion, person, state)",
                """CREATE TABLE night_lines (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, companion TEXT NOT NULL,
                    person TEXT NOT NULL, run TEXT NOT NULL, phase TEXT NOT NULL, body TEXT NOT NULL
                ) STRICT""",
                "CREATE INDEX night_lines_of ON night_lines (companion, person, run)",
                # `within` is the Episode of a Step; a line stands while none of what it cites is withdrawn.
                """CREATE TABLE night_citations (
                    owner TEXT NOT NULL REFERENCES night_lines (id) ON DELETE CASCADE, ref TEXT NOT NULL,
                    within TEXT NOT NULL DEFAULT '', withdrawn INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (owner, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX night_citations_of ON night_citations (ref)",
                "CREATE INDEX night_citations_within ON night_citations (within)",
                """CREATE TABLE night_changes (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, companion TEXT NOT NULL, person TEXT NOT NULL,
                    run TEXT NOT NULL, body TEXT NOT NULL, undone_at INTEGER
                ) STRICT""",
                "CREATE INDEX night_changes_of ON night_changes (companion, person, run)",
                # What was compared or considered once need not be again.
                """CREATE TABLE night_seen (
                    companion TEXT NOT NULL, person TEXT NOT NULL, what TEXT NOT NULL, run TEXT NOT NULL,
                    PRIMARY KEY (companion, person, what)
                ) STRICT, WITHOUT ROWID""",
                """CREATE TABLE night_state (
                    companion TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
                    PRIMARY KEY (companion, person, name)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
        Migration(
            2,
            (
                # What the person wants to see no more; `of` is what they dismissed, a line or the run that it is of.
                """CREATE TABLE night_dismissed (
                    companion TEXT NOT NULL, person TEXT NOT NULL, ref TEXT NOT NULL, of TEXT NOT NULL,
                    PRIMARY KEY (companion, person, ref)
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
    ),
)
_TABLES = ("night_jobs", "night_lines", "night_changes", "night_seen", "night_state", "night_dismissed")
Whose = Literal["person", "companion"]
"""The column by which it is found whose something is."""
_STANDS = "NOT EXISTS (SELECT 1 FROM night_citations c WHERE c.owner = night_lines.id AND c.withdrawn)"

_ONLY = {"kind": "kind", "given": "json_extract(body, '$.given')"}
_IN_ITS_TURN = (
    " AND NOT EXISTS (SELECT 1 FROM night_jobs AS before WHERE before.seq < one.seq "
    "AND before.companion = one.companion AND before.person = one.person "
    "AND before.state IN ('waiting', 'running') AND json_extract(before.body, '$.night') <> '' "
    "AND json_extract(before.body, '$.night') = json_extract(one.body, '$.night'))"
)


class NightStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    # Jobs

    def put_job(self, unit: UnitOfWork, job: Job, owner: str = "", until: datetime | None = None) -> None:
        """Write or replace a job, held by `owner` until then."""
        lease = 0 if until is None else microseconds(until)
        row = (job.kind.value, job.state.value, microseconds(job.not_before), owner, lease)
        unit.execute(
            "INSERT INTO night_jobs (id, companion, person, kind, state, not_before, owner, leased_until, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, "
            "not_before = excluded.not_before, owner = excluded.owner, leased_until = excluded.leased_until, "
            "body = excluded.body",
            (job.id, *self._whose, *row, job.model_dump_json()),
        )

    def job(self, job_id: str) -> Job | None:
        sql = "SELECT body FROM night_jobs WHERE companion = ? AND person = ? AND id = ?"
        rows = self._vault.rows(sql, (*self._whose, job_id))
        return Job.model_validate_json(rows[0]["body"]) if rows else None

    def jobs(
        self,
        states: Collection[JobState] = tuple(JobState),
        kinds: Collection[JobKind] = tuple(JobKind),
        limit: int = -1,
    ) -> list[Job]:
        """Newest first; all where `limit` is below 0."""
        sql = (
            f"SELECT body FROM night_jobs WHERE companion = ? AND person = ? AND state IN ({marks(states)}) "  # noqa: S608 - marks and constants
            f"AND kind IN ({marks(kinds)}) ORDER BY seq DESC LIMIT ?"
        )
        wanted = (*(one.value for one in states), *(one.value for one in kinds))
        rows = self._vault.rows(sql, (*self._whose, *wanted, limit))
        return [Job.model_validate_json(row["body"]) for row in rows]

    def free(self, now: datetime, only: Mapping[str, str] | None = None) -> Job | None:
        """The oldest one that may be begun, or taken from a runner whose lease has run out.

        Not before what was asked for earlier in the same night is over. With `only` the oldest such one, whatever is
        before it, by its `kind` and what it was `given`.
        """
        wanted = {_ONLY[name]: value for name, value in (only or {}).items()}
        narrowed = "".join(f" AND {column} = ?" for column in wanted)
        sql = (
            "SELECT body FROM night_jobs AS one WHERE companion = ? AND person = ? AND "  # noqa: S608 - constants
            "((state = ? AND not_before <= ?) OR (state = ? AND leased_until < ?))"
            f"{narrowed if wanted else _IN_ITS_TURN} ORDER BY seq LIMIT 1"
        )
        at = microseconds(now)
        states = (JobState.WAITING.value, at, JobState.RUNNING.value, at)
        rows = self._vault.rows(sql, (*self._whose, *states, *wanted.values()))
        return Job.model_validate_json(rows[0]["body"]) if rows else None

    def put_last(self, unit: UnitOfWork, job_id: str) -> None:
        """Behind all that was asked for by now."""
        sql = "UPDATE night_jobs SET seq = (SELECT max(seq) + 1 FROM night_jobs) WHERE id = ?"
        unit.execute(sql, (job_id,))

    def holders(self) -> dict[str, str]:
        """Who holds each running job."""
        sql = "SELECT id, owner FROM night_jobs WHERE companion = ? AND person = ? AND state = ?"
        rows = self._vault.rows(sql, (*self._whose, JobState.RUNNING.value))
        return {row["id"]: row["owner"] for row in rows}

    # Lines

    def put_line(self, unit: UnitOfWork, line: Line, within: Mapping[str, str]) -> None:
        """Write a line; `within` gives the Episode's ref of each Step that it cites."""
        unit.execute(
            "INSERT INTO night_lines (id, companion, person, run, phase, body) VALUES (?, ?, ?, ?, ?, ?)",
            (line.id, *self._whose, line.run, line.phase, line.model_dump_json()),
        )
        unit.executemany(
            "INSERT OR IGNORE INTO night_citations (owner, ref, within) VALUES (?, ?, ?)",
            [(line.id, ref, within.get(ref, "")) for ref in line.cites],
        )

    def lines(self, run: str, *, left_out: bool = False) -> list[Line]:
        """What stands of what a run told, in the order of writing; or of what it `left_out`.

        Not what was dismissed, nor what says the same again or was made of it.
        """
        sql = f"SELECT body FROM night_lines WHERE companion = ? AND person = ? AND run = ? AND {_STANDS} ORDER BY seq"  # noqa: S608 - marks and constants
        lines = [_line(row) for row in self._vault.rows(sql, (*self._whose, run))]
        refs, texts = self._dismissed() if lines else (frozenset(), frozenset())
        return [
            line
            for line in lines
            if (line.reason is not None) == left_out
            and line.text not in texts
            and refs.isdisjoint((line.ref, *line.cites))
        ]

    def line(self, line_id: str) -> Line | None:
        """One line, whether it stands or not."""
        sql = "SELECT body FROM night_lines WHERE companion = ? AND person = ? AND id = ?"
        rows = self._vault.rows(sql, (*self._whose, line_id))
        return _line(rows[0]) if rows else None

    def reached(self, refs: Collection[str], withdrawn: Collection[int] = (0, 1)) -> set[str]:
        """The ids of all lines, whichever companion's, that cite one of `refs`, or a Step within one.

        By whether that was `withdrawn`.
        """
        found: set[str] = set()
        for chunk in chunks(sorted(refs)):
            sql = (
                "SELECT DISTINCT owner FROM night_citations JOIN night_lines ON night_lines.id = owner WHERE "  # noqa: S608 - marks and constants
                f"person = ? AND (ref IN ({marks(chunk)}) OR within IN ({marks(chunk)})) "
                f"AND withdrawn IN ({marks(withdrawn)})"
            )
            rows = self._vault.rows(sql, (self._whose[1], *chunk, *chunk, *withdrawn))
            found.update(row["owner"] for row in rows)
        return found

    def hidden(self, ids: Collection[str]) -> set[str]:
        """Those of `ids` of which something that they cite is withdrawn."""
        found: set[str] = set()
        for chunk in chunks(sorted(ids)):
            sql = f"SELECT DISTINCT owner FROM night_citations WHERE withdrawn AND owner IN ({marks(chunk)})"  # noqa: S608 - marks and constants
            found.update(row["owner"] for row in self._vault.rows(sql, chunk))
        return found

    def mark(self, unit: UnitOfWork, refs: Collection[str], *, withdrawn: bool) -> None:
        """Whether what is cited by one of `refs` stands."""
        for chunk in chunks(sorted(refs)):
            unit.execute(
                f"UPDATE night_citations SET withdrawn = ? WHERE ref IN ({marks(chunk)}) OR within IN ({marks(chunk)})",  # noqa: S608 - marks and constants
                (int(withdrawn), *chunk, *chunk),
            )

    def erase_lines(self, unit: UnitOfWork, ids: Collection[str]) -> None:
        """Delete lines for good."""
        for line_id in ids:
            unit.execute("DELETE FROM night_citations WHERE owner = ?", (line_id,))
            unit.execute("DELETE FROM night_lines WHERE id = ?", (line_id,))
            unit.execute("DELETE FROM night_dismissed WHERE ref = ?", (f"{Line.kind}:{line_id}",))

    # What the person wants to see no more

    def dismissed(self) -> Refs:
        """The refs of lines and runs that were dismissed, and of the lines of such runs."""
        return self._dismissed()[0]

    def _dismissed(self) -> tuple[Refs, frozenset[str]]:
        """Their refs, and what the lines among them say."""
        sql = (
            "SELECT ref, body FROM night_dismissed AS gone LEFT JOIN night_lines ON ref = 'line:' || id "
            "WHERE gone.companion = ? AND gone.person = ?"
        )
        rows = self._vault.rows(sql, self._whose)
        texts = (_line(row).text for row in rows if row["body"] is not None)
        return frozenset(row["ref"] for row in rows), frozenset(texts)

    def dismiss(self, unit: UnitOfWork, refs: Collection[str], of: str) -> None:
        """Show these no more, as `of` was dismissed."""
        unit.executemany(
            "INSERT OR IGNORE INTO night_dismissed (companion, person, ref, of) VALUES (?, ?, ?, ?)",
            [(*self._whose, ref, of) for ref in refs],
        )

    def show_again(self, unit: UnitOfWork, of: str) -> None:
        """Take it back."""
        sql = "DELETE FROM night_dismissed WHERE companion = ? AND person = ? AND of = ?"
        unit.execute(sql, (*self._whose, of))

    # What the night wrote goes with what it was written from (`engine.withdrawal`): a line stands while all of it does

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide the lines that rest on one of `refs`; returns theirs."""
        reached = self.reached(refs)
        fresh = reached - self.hidden(reached)
        self.mark(unit, refs, withdrawn=True)
        return _refs(fresh)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Show again what was hidden for `refs` alone."""
        hidden = self.reached(refs, withdrawn=(1,))
        self.mark(unit, refs, withdrawn=False)
        return _refs(hidden - self.hidden(hidden))

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good what rests on one of `refs`, or is one of them."""
        own = {ref.removeprefix(f"{Line.kind}:") for ref in refs if ref.startswith(f"{Line.kind}:")}
        reached = self.reached(refs) | own
        self.erase_lines(unit, reached)
        return _refs(reached)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach."""
        return _refs(self.reached(refs))

    # Changes

    def put_changes(self, unit: UnitOfWork, run: str, changes: Sequence[Change]) -> None:
        unit.executemany(
            "INSERT INTO night_changes (companion, person, run, body) VALUES (?, ?, ?, ?)",
            [(*self._whose, run, one.model_dump_json()) for one in changes],
        )

    def changes(self, *runs: str) -> list[Change]:
        """What these runs changed and was not taken back, the latest first: the order in which it is undone."""
        sql = (
            f"SELECT body FROM night_changes WHERE companion = ? AND person = ? AND run IN ({marks(runs)}) "  # noqa: S608 - marks and constants
            "AND undone_at IS NULL ORDER BY seq DESC"
        )
        rows = self._vault.rows(sql, (*self._whose, *runs))
        return [Change.model_validate_json(row["body"]) for row in rows]

    def mark_undone(self, unit: UnitOfWork, run: str, at: datetime) -> None:
        unit.execute(
            "UPDATE night_changes SET undone_at = coalesce(undone_at, ?) "
            "WHERE companion = ? AND person = ? AND run = ?",
            (microseconds(at), *self._whose, run),
        )

    # What is remembered from one run to the next

    def seen(self, what: Collection[str], but: Collection[str] = ()) -> set[str]:
        """Those that a run has looked at, but for these runs."""
        found: set[str] = set()
        for chunk in chunks(sorted(what)):
            sql = f"SELECT what, run FROM night_seen WHERE companion = ? AND person = ? AND what IN ({marks(chunk)})"  # noqa: S608 - marks and constants
            rows = self._vault.rows(sql, (*self._whose, *chunk))
            found.update(row["what"] for row in rows if row["run"] not in but)
        return found

    def see(self, unit: UnitOfWork, what: Collection[str], run: str) -> None:
        unit.executemany(
            "INSERT OR IGNORE INTO night_seen (companion, person, what, run) VALUES (?, ?, ?, ?)",
            [(*self._whose, one, run) for one in sorted(what)],
        )

    def unsee(self, unit: UnitOfWork, run: str) -> None:
        """Let what a run looked at be news again."""
        sql = "DELETE FROM night_seen WHERE companion = ? AND person = ? AND run = ?"
        unit.execute(sql, (*self._whose, run))

    def value(self, name: str) -> str:
        """A small thing to know, such as until when memories were aged; empty where it was never put."""
        sql = "SELECT value FROM night_state WHERE companion = ? AND person = ? AND name = ?"
        rows = self._vault.rows(sql, (*self._whose, name))
        return str(rows[0]["value"]) if rows else ""

    def put_value(self, unit: UnitOfWork, name: str, value: str) -> None:
        unit.execute(
            "INSERT INTO night_state (companion, person, name, value) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (companion, person, name) DO UPDATE SET value = excluded.value",
            (*self._whose, name, value),
        )

    # What goes with a person, or with a companion

    def refs(self, person: str | None = None) -> list[str]:
        """Of every line and run with this person, or another one, whichever companion's."""
        return self._refs("person", person or self._whose[1])

    def refs_of(self, companion: str) -> list[str]:
        """Of every line and run of a companion, whoever it is for."""
        return self._refs("companion", companion)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> None:
        """Delete everything with this person, or another one, whichever companion's."""
        self._forget(unit, "person", person or self._whose[1])

    def forget_companion(self, unit: UnitOfWork, companion: str) -> None:
        """Delete everything of a companion, whoever it is for."""
        self._forget(unit, "companion", companion)

    def _refs(self, column: Whose, whose: str) -> list[str]:
        found = []
        for kind, table in ((Line.kind, "night_lines"), ("run", "night_jobs")):
            rows = self._vault.rows(f"SELECT id FROM {table} WHERE {column} = ?", (whose,))  # noqa: S608 - constants
            found += [f"{kind}:{row['id']}" for row in rows]
        return found

    def _forget(self, unit: UnitOfWork, column: Whose, whose: str) -> None:
        unit.execute(
            f"DELETE FROM night_citations WHERE owner IN (SELECT id FROM night_lines WHERE {column} = ?)",  # noqa: S608 - constants
            (whose,),
        )
        for table in _TABLES:
            unit.execute(f"DELETE FROM {table} WHERE {column} = ?", (whose,))  # noqa: S608 - constants


def _refs(ids: Collection[str]) -> Refs:
    return frozenset(f"{Line.kind}:{each}" for each in ids)


def _line(row: Row) -> Line:
    return Line.model_validate_json(row["body"])
