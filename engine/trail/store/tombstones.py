"""The SQL of taking back: tombstones on Steps, what was made from them, and their deletion for good."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from engine.trail.records import GIVEN_KINDS, Step
from engine.trail.store.trail_store import microseconds, step_of
from engine.vault import UnitOfWork, Vault

_GIVEN = ", ".join(f"'{kind}'" for kind in sorted(GIVEN_KINDS))


class Tombstones:
    """Writes need the caller's unit of work; reads on its thread see what it has written."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def withdraw(self, unit: UnitOfWork, step_id: str, at: datetime) -> bool:
        """Put the tombstone on a Step, its recalls forgotten; False if there is none of that id.

        The first date stays.
        """
        unit.execute("DELETE FROM trail_recalls WHERE step_id = ?", (step_id,))
        sql = "UPDATE trail_steps SET withdrawn_at = coalesce(withdrawn_at, ?) WHERE id = ?"
        return unit.execute(sql, (microseconds(at), step_id)).rowcount > 0

    def restore(self, unit: UnitOfWork, step_id: str) -> bool:
        """Take the tombstone off a Step; False if there is none of that id."""
        sql = "UPDATE trail_steps SET withdrawn_at = NULL WHERE id = ?"
        return unit.execute(sql, (step_id,)).rowcount > 0

    def erase(self, unit: UnitOfWork, step_ids: Sequence[str]) -> None:
        """Delete Steps, their words and their recalls; Loops that are left without any go too."""
        for step_id in step_ids:
            unit.execute(
                "INSERT INTO trail_words (trail_words, rowid, text) SELECT 'delete', seq, text "
                "FROM trail_recalled WHERE seq = (SELECT seq FROM trail_steps WHERE id = ?)",
                (step_id,),
            )
            unit.execute("DELETE FROM trail_recalls WHERE step_id = ?", (step_id,))
            unit.execute("DELETE FROM trail_steps WHERE id = ?", (step_id,))
        unit.execute(
            "DELETE FROM trail_loops WHERE status <> 'open' AND "
            "NOT EXISTS (SELECT 1 FROM trail_steps s WHERE s.loop_id = trail_loops.id)"
        )
        # Deleted words stay in FTS5's older segments until these are merged.
        unit.execute("INSERT INTO trail_words (trail_words) VALUES ('optimize')")

    def forget_person(self, unit: UnitOfWork, person: str) -> list[str]:
        """Delete everything that was said with a person; returns the ids of the Steps."""
        rows = unit.execute("SELECT id FROM trail_steps WHERE person = ?", (person,)).fetchall()
        unit.execute(
            "INSERT INTO trail_words (trail_words, rowid, text) SELECT 'delete', r.seq, r.text "
            "FROM trail_recalled r JOIN trail_steps s USING (seq) WHERE s.person = ?",
            (person,),
        )
        episodes = "SELECT id FROM trail_episodes WHERE person = ?"
        unit.execute("DELETE FROM trail_recalls WHERE person = ?", (person,))
        unit.execute("DELETE FROM trail_steps WHERE person = ?", (person,))
        unit.execute(f"DELETE FROM trail_loops WHERE episode_id IN ({episodes})", (person,))  # noqa: S608 - our own words
        unit.execute("DELETE FROM trail_episodes WHERE person = ?", (person,))
        unit.execute("INSERT INTO trail_words (trail_words) VALUES ('optimize')")
        return [row["id"] for row in rows]

    def extent(self, person: str) -> tuple[list[str], list[str], list[str]]:
        """The ids of every Episode, Loop and Step with a person, withdrawn ones and audit included."""
        with self._vault.read() as connection:
            episodes = connection.execute(
                "SELECT id FROM trail_episodes WHERE person = ?", (person,)
            ).fetchall()
            loops = connection.execute(
                "SELECT l.id FROM trail_loops l JOIN trail_episodes e ON e.id = l.episode_id WHERE e.person = ?",
                (person,),
            ).fetchall()
            steps = connection.execute("SELECT id FROM trail_steps WHERE person = ?", (person,)).fetchall()
        return ([row["id"] for row in episodes], [row["id"] for row in loops], [row["id"] for row in steps])

    def made_from(self, refs: Collection[str]) -> list[Step]:
        """What the companion said and did, in order, in rounds whose utterance or recalled items are in `refs`."""
        named = json.dumps([*refs, *(ref.partition(":")[2] for ref in refs)])
        sql = (
            f"SELECT * FROM trail_steps WHERE kind NOT IN ({_GIVEN}) AND loop_id IN ("  # noqa: S608 - our own words
            f"SELECT loop_id FROM trail_steps WHERE kind IN ({_GIVEN}) AND id IN (SELECT value FROM json_each(?1)) "
            "UNION SELECT s.loop_id FROM trail_steps s, json_tree(s.details) item WHERE s.kind = 'recall' "
            "AND item.type = 'text' AND item.value IN (SELECT value FROM json_each(?1))) ORDER BY seq"
        )
        with self._vault.read() as connection:
            return [step_of(row) for row in connection.execute(sql, (named,)).fetchall()]
