"""The trail's SQL. Times are microseconds of UTC; order is the `seq` column's alone."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from engine.search import TimeWindow
from engine.trail.records import (
    ERASED,
    RECALLED_KINDS,
    Episode,
    EpisodeType,
    Loop,
    LoopStatus,
    MoodPoint,
    Recalled,
    Step,
    StepKind,
)
from engine.vault import (
    UnitOfWork,
    Vault,
    chunks,
    marks,
    microseconds,
    microseconds_or_none,
    moment,
    moment_or_none,
)

_RECALLED = ", ".join(f"'{kind}'" for kind in sorted(RECALLED_KINDS))
_FOREVER = 2**62
_TELLING = 16
"""Letters from which how unexpected something was says anything."""

_STEP_COLUMNS = (
    "id, loop_id, episode_id, kind, speaker, person, companion, text, at, offset_minutes, surface, turn, "
    "tokens, valence, energy, openness, nll, nll_context, interrupted, withdrawn_at, details"
)


class Recallable(NamedTuple):
    """What the indices need of a Step; `at` in microseconds of UTC. There may be 100,000 at an opening."""

    id: str
    seq: int
    episode_id: str
    speaker: str
    text: str
    at: int
    offset_minutes: int

    @property
    def local(self) -> datetime:
        """The time on the person's own clock then."""
        return moment(self.at) + timedelta(minutes=self.offset_minutes)


class TrailStore:
    """Reads and writes of Episodes, Loops and Steps.

    Writes need the caller's unit of work; reads on its thread see what it has written.
    """

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)
        self.person = person

    def latest_episode(self, origin: str) -> Episode | None:
        """The one that was opened last, open or closed."""
        sql = (
            "SELECT * FROM trail_episodes WHERE companion = ? AND person = ? AND origin = ? "
            "ORDER BY closed_at IS NULL DESC, seq DESC LIMIT 1"
        )
        rows = self._vault.rows(sql, (*self._whose, origin))
        return episode_of(rows[0]) if rows else None

    def episodes(self, limit: int) -> list[Episode]:
        """Newest first."""
        sql = (
            "SELECT * FROM trail_episodes WHERE companion = ? AND person = ? "
            "ORDER BY opened_at DESC, seq DESC LIMIT ?"
        )
        return [episode_of(row) for row in self._vault.rows(sql, (*self._whose, limit))]

    def companions(self) -> list[str]:
        """The ids of all that the person was together with and did not erase, in the order of the first times."""
        sql = (
            "SELECT companion FROM trail_episodes WHERE person = ? AND companion != ? "
            "GROUP BY companion ORDER BY min(seq)"
        )
        return [row["companion"] for row in self._vault.rows(sql, (self.person, ERASED))]

    def name_of(self, companion: str) -> str:
        """The name under which a companion spoke last; empty where it never did."""
        sql = (
            "SELECT speaker FROM trail_steps WHERE companion = ? AND person = ? AND kind = ? "
            "AND surface != 'import' ORDER BY seq DESC LIMIT 1"
        )
        rows = self._vault.rows(sql, (companion, self.person, StepKind.ANSWER))
        return str(rows[0]["speaker"]) if rows else ""

    def ours(self, loop_ids: Sequence[str]) -> set[str]:
        """Those of these Loops that were with the companion."""
        found: set[str] = set()
        for chunk in chunks(loop_ids):
            sql = (
                "SELECT l.id FROM trail_loops l JOIN trail_episodes e ON e.id = l.episode_id "  # noqa: S608 - marks
                f"WHERE e.companion = ? AND e.person = ? AND l.id IN ({marks(chunk)})"
            )
            found.update(row["id"] for row in self._vault.rows(sql, (*self._whose, *chunk)))
        return found

    def has_episode(self, episode_id: str) -> bool:
        return bool(self._vault.rows("SELECT 1 FROM trail_episodes WHERE id = ?", (episode_id,)))

    def add_episode(self, unit: UnitOfWork, episode: Episode) -> None:
        unit.execute(
            "INSERT INTO trail_episodes (id, companion, person, type, origin, opened_at, last_step_at, "
            "projects) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                episode.id, episode.companion, episode.person, episode.type, episode.origin,
                microseconds(episode.opened_at), microseconds(episode.last_step_at),
                json.dumps(episode.projects),
            ),
        )  # fmt: skip

    def mark_episode(self, unit: UnitOfWork, episode: Episode) -> None:
        """Write how `episode` ended, or that it is open again."""
        unit.execute(
            "UPDATE trail_episodes SET closed_at = ?, closed_by = ? WHERE id = ?",
            (microseconds_or_none(episode.closed_at), episode.closed_by, episode.id),
        )

    def add_loop(self, unit: UnitOfWork, loop: Loop) -> None:
        unit.execute(
            "INSERT INTO trail_loops (id, episode_id, surface, owner, trigger, status, opened_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                loop.id, loop.episode_id, loop.surface, loop.owner, loop.trigger, loop.status,
                microseconds(loop.opened_at),
            ),
        )  # fmt: skip

    def end_loop(self, unit: UnitOfWork, loop_id: str, status: LoopStatus, at: datetime) -> None:
        """Close an open Loop; one that is closed stays as it ended first."""
        unit.execute(
            "UPDATE trail_loops SET status = ?, closed_at = ? WHERE id = ? AND status = 'open'",
            (status, microseconds(at), loop_id),
        )

    def loop(self, loop_id: str) -> Loop | None:
        rows = self._vault.rows("SELECT * FROM trail_loops WHERE id = ?", (loop_id,))
        return _loop(rows[0]) if rows else None

    def open_loops(self) -> list[tuple[Loop, datetime]]:
        """Every open Loop, whoever's, with the time of the last thing that happened in it."""
        sql = (
            "SELECT l.*, (SELECT s.at FROM trail_steps s WHERE s.loop_id = l.id ORDER BY s.seq DESC LIMIT 1) "
            "AS last_at FROM trail_loops l WHERE l.status = 'open' ORDER BY l.seq"
        )
        rows = self._vault.rows(sql, ())
        return [
            (_loop(row), moment(row["opened_at"] if row["last_at"] is None else row["last_at"]))
            for row in rows
        ]

    def loops(self, limit: int, before: str | None) -> list[Loop]:
        """Newest first; with `before` (a Loop's id) those that were opened earlier than it."""
        sql = (
            "SELECT l.* FROM trail_loops l JOIN trail_episodes e ON e.id = l.episode_id "
            "WHERE e.companion = ? AND e.person = ? AND "
            "(? IS NULL OR l.seq < (SELECT seq FROM trail_loops WHERE id = ?)) ORDER BY l.seq DESC LIMIT ?"
        )
        return [_loop(row) for row in self._vault.rows(sql, (*self._whose, before, before, limit))]

    def add_step(self, unit: UnitOfWork, step: Step, *, active: bool) -> int:
        """Write `step` and return its place in the order of all; `active` counts it as interaction."""
        mood = step.mood
        cursor = unit.execute(
            f"INSERT INTO trail_steps ({_STEP_COLUMNS}) VALUES ({', '.join('?' * 21)})",  # noqa: S608 - constants
            (
                step.id, step.loop_id, step.episode_id, step.kind, step.speaker, step.person, step.companion,
                step.text, microseconds(step.at), step.offset_minutes, step.surface, step.turn, step.tokens,
                mood and mood.valence, mood and mood.energy, mood and mood.openness, step.nll,
                step.nll_context, int(step.interrupted), None, json.dumps(step.details, ensure_ascii=True),
            ),
        )  # fmt: skip
        if active:
            unit.execute(
                "UPDATE trail_episodes SET last_step_at = ? WHERE id = ?",
                (microseconds(step.at), step.episode_id),
            )
        return int(cursor.lastrowid or 0)

    def last_turn(self, episode_id: str) -> int:
        """The number of the turn that an Episode stands at; 0 before its first."""
        sql = "SELECT turn FROM trail_steps WHERE episode_id = ? ORDER BY seq DESC LIMIT 1"
        rows = self._vault.rows(sql, (episode_id,))
        return int(rows[0]["turn"]) if rows else 0

    def set_surprise(self, unit: UnitOfWork, step_id: str, nll: float, context_hash: str) -> bool:
        sql = "UPDATE trail_steps SET nll = ?, nll_context = ? WHERE id = ?"
        return unit.execute(sql, (nll, context_hash, step_id)).rowcount > 0

    def surprises(self) -> list[tuple[str, float]]:
        """What was said by the person and stands, by id, with how unexpected it was where that was measured.

        The most unexpected first. A word or two are left out: they are unexpected whatever they say.
        """
        sql = (
            "SELECT id, nll FROM trail_steps WHERE nll IS NOT NULL AND withdrawn_at IS NULL AND kind = ? AND "
            "person = ? AND length(text) >= ? ORDER BY nll DESC, seq DESC"
        )
        asked = (StepKind.UTTERANCE, self.person, _TELLING)
        return [(row["id"], row["nll"]) for row in self._vault.rows(sql, asked)]

    def steps(self, step_ids: Sequence[str]) -> dict[str, Step]:
        """Those of `step_ids` that exist, by id."""
        found: dict[str, Step] = {}
        for chunk in chunks(step_ids):
            sql = f"SELECT * FROM trail_steps WHERE id IN ({marks(chunk)})"  # noqa: S608 - only question marks
            found |= {row["id"]: step_of(row) for row in self._vault.rows(sql, chunk)}
        return found

    def steps_of(self, loop_id: str) -> list[Step]:
        """In order, the withdrawn ones included."""
        sql = "SELECT * FROM trail_steps WHERE loop_id = ? ORDER BY seq"
        return [step_of(row) for row in self._vault.rows(sql, (loop_id,))]

    def recent_steps(
        self, limit: int, episode_id: str | None, kinds: Collection[StepKind], *, withdrawn: bool = False
    ) -> list[Step]:
        """The last `limit` that stand, or all, oldest first: of an Episode, or of all with the companion.

        Of those, what was imported came late and was said long ago, and is left out.
        """
        standing = "" if withdrawn else "withdrawn_at IS NULL AND "
        within = "episode_id = ?" if episode_id is not None else "companion = ? AND surface != 'import'"
        sql = (
            f"SELECT * FROM trail_steps WHERE kind IN ({marks(kinds)}) AND {standing}"  # noqa: S608 - our own words
            f"person = ? AND {within} ORDER BY seq DESC LIMIT ?"
        )
        named = self._whose[0] if episode_id is None else episode_id
        found = self._vault.rows(sql, (*kinds, self.person, named, limit))
        return [step_of(row) for row in reversed(found)]

    def spoken_before(self, step: Step, limit: int) -> list[Step]:
        """The last `limit` utterances and answers before `step` in its Episode that stand, oldest first."""
        sql = (
            "SELECT * FROM trail_steps WHERE episode_id = ? AND kind IN (?, ?) AND "
            "seq < (SELECT seq FROM trail_steps WHERE id = ?) AND withdrawn_at IS NULL ORDER BY seq DESC LIMIT ?"
        )
        kinds = (StepKind.UTTERANCE, StepKind.ANSWER)
        found = self._vault.rows(sql, (step.episode_id, *kinds, step.id, limit))
        return [step_of(row) for row in reversed(found)]

    def said_before(self, step: Step) -> Step | None:
        """What the same speaker last said, and stands, before `step` in its Episode."""
        sql = (
            "SELECT * FROM trail_steps WHERE episode_id = ? AND speaker = ? AND kind = ? AND "
            "seq < (SELECT seq FROM trail_steps WHERE id = ?) AND withdrawn_at IS NULL ORDER BY seq DESC LIMIT 1"
        )
        found = self._vault.rows(sql, (step.episode_id, step.speaker, step.kind, step.id))
        return step_of(found[0]) if found else None

    def recallable(self, step_ids: Sequence[str] | None = None, *, after: int = 0) -> list[Recallable]:
        """The person's Steps that may be recalled, in order: of these ids, or all whose `seq` is above `after`.

        At most 500 ids.
        """
        chosen = "" if step_ids is None else f"AND id IN ({', '.join('?' * len(step_ids))})"
        sql = (
            "SELECT id, seq, episode_id, speaker, text, at, offset_minutes FROM trail_steps "  # noqa: S608 - constants
            f"WHERE kind IN ({_RECALLED}) AND withdrawn_at IS NULL AND person = ? AND seq > ? {chosen} "
            "ORDER BY seq"
        )
        return [Recallable(*row) for row in self._vault.rows(sql, (self._whose[1], after, *(step_ids or ())))]

    def recallable_extent(self, up_to: int | None = None) -> tuple[int, int]:
        """How many Steps may be recalled, and the highest `seq` among them; of those up to a `seq`, or of all."""
        sql = (
            "SELECT count(*), coalesce(max(seq), 0) FROM trail_steps WHERE withdrawn_at IS NULL AND person = ? "  # noqa: S608 - constants
            f"AND kind IN ({_RECALLED}) AND (? IS NULL OR seq <= ?)"
        )
        (row,) = self._vault.rows(sql, (self._whose[1], up_to, up_to))
        return int(row[0]), int(row[1])

    def phrase(self, phrase: str, limit: int) -> list[Step]:
        """Standing Steps that hold the words of `phrase` in a row, newest first."""
        sql = (
            "SELECT s.* FROM trail_words w JOIN trail_steps s ON s.seq = w.rowid WHERE trail_words MATCH ? "
            "AND s.withdrawn_at IS NULL AND s.person = ? ORDER BY s.seq DESC LIMIT ?"
        )
        quoted = '"' + phrase.replace('"', '""') + '"'
        return [step_of(row) for row in self._vault.rows(sql, (quoted, self._whose[1], limit))]

    def passage(self, passage: str, limit: int) -> list[Step]:
        """Standing Steps that hold exactly these characters: for scripts that FTS5 cannot cut into words."""
        sql = (
            "SELECT * FROM trail_steps WHERE instr(text, ?) > 0 AND withdrawn_at IS NULL AND person = ? "  # noqa: S608 - constants
            f"AND kind IN ({_RECALLED}) ORDER BY seq DESC LIMIT ?"
        )
        return [step_of(row) for row in self._vault.rows(sql, (passage, self._whose[1], limit))]

    def steps_within(self, window: TimeWindow | None, limit: int, *, withdrawn: bool = False) -> list[Step]:
        """Steps that are or were recalled, of a time or of all, newest first; standing or `withdrawn` ones."""
        stands = "NOT NULL" if withdrawn else "NULL"
        sql = (
            f"SELECT * FROM trail_steps WHERE withdrawn_at IS {stands} AND person = ? "  # noqa: S608 - constants
            f"AND kind IN ({_RECALLED}) AND at >= ? AND at < ? ORDER BY seq DESC LIMIT ?"
        )
        return [step_of(row) for row in self._vault.rows(sql, (self._whose[1], *span(window), limit))]

    def exchanges(self, episode_id: str, first: int, last: int) -> list[Step]:
        """What was said in an Episode from turn `first` to turn `last`, in order, without what is withdrawn."""
        sql = (
            "SELECT * FROM trail_steps WHERE episode_id = ? AND turn BETWEEN ? AND ? AND withdrawn_at IS NULL "  # noqa: S608 - constants
            f"AND person = ? AND kind IN ({_RECALLED}) ORDER BY seq"
        )
        return [step_of(row) for row in self._vault.rows(sql, (episode_id, first, last, self._whose[1]))]

    def episodes_of(self, episode_ids: Collection[str]) -> dict[str, Episode]:
        """Those of these ids, by id."""
        sql = f"SELECT * FROM trail_episodes WHERE id IN ({marks(episode_ids)})"  # noqa: S608 - only question marks
        return {row["id"]: episode_of(row) for row in self._vault.rows(sql, tuple(episode_ids))}

    def log_recalls(self, unit: UnitOfWork, recalls: Sequence[Recalled]) -> None:
        """Keep what was brought back."""
        for each in recalls:
            unit.execute(
                "INSERT INTO trail_recalls (at, person, query, purpose, step_id, relevance) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    microseconds(each.at),
                    self._whose[1],
                    each.query,
                    each.purpose,
                    each.step_id,
                    each.relevance,
                ),
            )

    def recalls(self, limit: int, step_id: str | None) -> list[Recalled]:
        """The log, newest first; of one Step, or of all."""
        sql = (
            "SELECT at, query, purpose, step_id, relevance FROM trail_recalls WHERE person = ? "
            "AND (? IS NULL OR step_id = ?) ORDER BY seq DESC LIMIT ?"
        )
        rows = self._vault.rows(sql, (self._whose[1], step_id, step_id, limit))
        return [Recalled(moment(at), *rest) for at, *rest in map(tuple, rows)]


def span(window: TimeWindow | None) -> tuple[int, int]:
    """A window in microseconds of UTC, its end excluded; all of time without one."""
    start = None if window is None else window.start
    end = None if window is None else window.end
    return (
        -_FOREVER if start is None else microseconds(start),
        _FOREVER if end is None else microseconds(end),
    )


def episode_of(row: Any) -> Episode:
    """A row of `trail_episodes` as it is told."""
    return Episode(
        id=row["id"],
        companion=row["companion"],
        person=row["person"],
        type=EpisodeType(row["type"]),
        origin=row["origin"],
        opened_at=moment(row["opened_at"]),
        last_step_at=moment(row["last_step_at"]),
        closed_at=moment_or_none(row["closed_at"]),
        closed_by=row["closed_by"],
        projects=tuple(json.loads(row["projects"])),
    )


def _loop(row: Any) -> Loop:
    return Loop(
        id=row["id"],
        episode_id=row["episode_id"],
        surface=row["surface"],
        owner=row["owner"],
        trigger=row["trigger"],
        status=LoopStatus(row["status"]),
        opened_at=moment(row["opened_at"]),
        closed_at=moment_or_none(row["closed_at"]),
    )


def step_of(row: Any) -> Step:
    """A row of `trail_steps` as it is told."""
    return Step(
        id=row["id"],
        loop_id=row["loop_id"],
        episode_id=row["episode_id"],
        kind=StepKind(row["kind"]),
        speaker=row["speaker"],
        person=row["person"],
        companion=row["companion"],
        text=row["text"],
        at=moment(row["at"]),
        offset_minutes=row["offset_minutes"],
        surface=row["surface"],
        turn=row["turn"],
        tokens=row["tokens"],
        mood=None if row["valence"] is None else MoodPoint(row["valence"], row["energy"], row["openness"]),
        nll=row["nll"],
        nll_context=row["nll_context"],
        interrupted=bool(row["interrupted"]),
        withdrawn_at=moment_or_none(row["withdrawn_at"]),
        details=json.loads(row["details"]),
    )
