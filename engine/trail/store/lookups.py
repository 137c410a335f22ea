"""The SQL of Episodes as they are looked up: by date, project and type ([E] §4.3)."""

import json
from collections.abc import Sequence
from datetime import datetime

from engine.search import TimeWindow
from engine.trail.records import Episode, EpisodeType, ProjectUse
from engine.trail.store.trail_store import episode_of, span
from engine.vault import UnitOfWork, Vault, marks, moment

_HOLDS = "id IN (SELECT episode_id FROM trail_projects WHERE person = ? AND folded = ?)"


class EpisodeLookups:
    """Reads and writes of what Episodes were for, with whichever companion they were.

    Writes need the caller's unit of work.
    """

    def __init__(self, vault: Vault, person: str) -> None:
        self._vault = vault
        self._person = person

    def episode(self, episode_id: str) -> Episode | None:
        sql = "SELECT * FROM trail_episodes WHERE person = ? AND id = ?"
        rows = self._vault.rows(sql, (self._person, episode_id))
        return episode_of(rows[0]) if rows else None

    def find(
        self,
        window: TimeWindow | None,
        project: str | None,
        kind: EpisodeType | None,
        page: tuple[int, int],
        only: Sequence[str] = (),
    ) -> list[Episode]:
        """Those that were going on within a time, of a project, of a type; newest first.

        `page` is how many of them are passed over, and how many are wanted at most; where `only` names any by their
        ids, no other is found.
        """
        start, end = span(window)
        asked: list[object] = [self._person, end, start]
        narrowed = ""
        if kind is not None:
            narrowed, asked = " AND type = ?", [*asked, kind]
        if project is not None:
            narrowed, asked = f"{narrowed} AND {_HOLDS}", [*asked, self._person, project.casefold()]
        if only:
            narrowed, asked = f"{narrowed} AND id IN ({marks(only)})", [*asked, *only]
        sql = (
            f"SELECT * FROM trail_episodes WHERE person = ? AND opened_at < ? AND last_step_at >= ?{narrowed} "  # noqa: S608
            "ORDER BY opened_at DESC, seq DESC LIMIT ? OFFSET ?"
        )
        return [episode_of(row) for row in self._vault.rows(sql, (*asked, *reversed(page)))]

    def projects(self, since: datetime | None) -> list[ProjectUse]:
        """Each project with its last Episode that began since then, the latest first."""
        sql = (
            "SELECT p.project, e.id, max(e.last_step_at) AS at, count(*) AS episodes "
            "FROM trail_projects p JOIN trail_episodes e ON e.id = p.episode_id "
            "WHERE p.person = ? AND e.opened_at >= ? GROUP BY p.folded ORDER BY at DESC"
        )
        begin = span(TimeWindow(since, None))[0]
        return [
            ProjectUse(row["project"], row["id"], moment(row["at"]), row["episodes"])
            for row in self._vault.rows(sql, (self._person, begin))
        ]

    def is_typed(self, episode_id: str) -> bool:
        """Whether somebody said what an Episode was for."""
        rows = self._vault.rows("SELECT type_given FROM trail_episodes WHERE id = ?", (episode_id,))
        return bool(rows and rows[0]["type_given"])

    def spelled(self, project: str) -> str:
        """A project's name as it was first written."""
        sql = "SELECT project FROM trail_projects WHERE person = ? AND folded = ? ORDER BY episode_id LIMIT 1"
        rows = self._vault.rows(sql, (self._person, project.casefold()))
        return str(rows[0]["project"]) if rows else project

    def describe(self, unit: UnitOfWork, episode: Episode, *, given: bool) -> None:
        """Write an Episode's type and projects; `given` says that somebody named the type."""
        unit.execute(
            "UPDATE trail_episodes SET type = ?, projects = ?, type_given = max(type_given, ?) WHERE id = ?",
            (episode.type, json.dumps(episode.projects, ensure_ascii=False), int(given), episode.id),
        )
        unit.executemany(
            "INSERT OR IGNORE INTO trail_projects (companion, person, folded, episode_id, project) "
            "VALUES (?, ?, ?, ?, ?)",
            [
                (episode.companion, self._person, name.casefold(), episode.id, name)
                for name in episode.projects
            ],
        )

    def spoken_at(self, episode_id: str, limit: int) -> Sequence[datetime]:
        """When the person last said something within an Episode, oldest first."""
        rows = self._vault.rows(
            "SELECT at FROM trail_steps WHERE episode_id = ? AND kind = 'utterance' AND withdrawn_at IS NULL "
            "ORDER BY seq DESC LIMIT ?",
            (episode_id, limit),
        )
        return [moment(row["at"]) for row in reversed(rows)]

    def first_said(self, episode_id: str) -> str:
        """What the person first said within an Episode and did not take back; empty where that is nothing."""
        rows = self._vault.rows(
            "SELECT text FROM trail_steps WHERE episode_id = ? AND kind = 'utterance' AND withdrawn_at IS NULL "
            "ORDER BY seq LIMIT 1",
            (episode_id,),
        )
        return str(rows[0]["text"]) if rows else ""
