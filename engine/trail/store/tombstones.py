"""The SQL of taking back: tombstones on Steps, what was made from them, and their deletion for good."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from engine.trail.records import ERASED, GIVEN_KINDS, Step
from engine.trail.store.trail_store import step_of
from engine.trail.wording import FIRST_UNSPACED, own_words
from engine.vault import UnitOfWork, Vault, microseconds

_GIVEN = ", ".join(f"'{kind}'" for kind in sorted(GIVEN_KINDS))

CLOSED_BY_ERASURE = "erased"
_NAMED = f"SELECT * FROM trail_steps WHERE kind IN ({_GIVEN}) AND id IN (SELECT value FROM json_each(?1))"  # noqa: S608 - our own words
_MADE = (
    f"SELECT * FROM trail_steps WHERE kind NOT IN ({_GIVEN}) AND loop_id IN ("  # noqa: S608 - our own words
    f"SELECT loop_id FROM trail_steps WHERE kind IN ({_GIVEN}) AND id IN (SELECT value FROM json_each(?1)) "
    "UNION SELECT s.loop_id FROM trail_steps s, json_tree(s.details) item WHERE s.kind = 'recall' "
    "AND item.type = 'text' AND item.value IN (SELECT value FROM json_each(?1))) ORDER BY seq"
)
# A query quotes what it looks for: all that it brought back goes from the log.
_FORGET_QUERIES = (
    "DELETE FROM trail_recalls WHERE query IN (SELECT query FROM trail_recalls WHERE step_id = ?)"
)
# Notes stand in no word index.
_HOLDS_WORD = (
    "(s.seq IN (SELECT rowid FROM trail_words WHERE trail_words MATCH '\"' || :word || '\"') "
    "OR s.kind = 'note' AND instr(lower(s.text), :word) > 0)"
)
_HOLDS_SIGNS = "instr(s.text, :word) > 0"
_SAID_OTHERWISE = (
    "SELECT 1 FROM trail_steps s WHERE {holds} AND s.person = :person AND s.withdrawn_at IS NULL "
    "AND s.id NOT IN (SELECT value FROM json_each(:named)) "
    "AND (s.kind IN ('utterance', 'note') OR s.kind = 'answer' AND s.at < :first) LIMIT 1"
)
_ANSWERED_WITH = (
    "SELECT s.* FROM trail_steps s "
    "WHERE {holds} AND s.person = :person AND s.kind = 'answer' AND s.at >= :first"
)


class Tombstones:
    """Writes need the caller's unit of work; reads on its thread see what it has written."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def withdraw(self, unit: UnitOfWork, step_id: str, at: datetime) -> bool:
        """Put the tombstone on a Step, its recalls forgotten; False if there is none of that id.

        The first date stays.
        """
        unit.execute(_FORGET_QUERIES, (step_id,))
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
            unit.execute(_FORGET_QUERIES, (step_id,))
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
        unit.execute("DELETE FROM trail_projects WHERE person = ?", (person,))
        unit.execute("DELETE FROM trail_episodes WHERE person = ?", (person,))
        unit.execute("INSERT INTO trail_words (trail_words) VALUES ('optimize')")
        return [row["id"] for row in rows]

    def of_companion(self, companion: str) -> tuple[list[str], list[str]]:
        """The ids of every Episode and Loop with a companion, whoever's."""
        episodes = self._vault.rows("SELECT id FROM trail_episodes WHERE companion = ?", (companion,))
        loops = self._vault.rows(
            "SELECT l.id FROM trail_loops l JOIN trail_episodes e ON e.id = l.episode_id WHERE e.companion = ?",
            (companion,),
        )
        return [row["id"] for row in episodes], [row["id"] for row in loops]

    def disown(self, unit: UnitOfWork, companion: str) -> None:
        """What was said with a companion stays, and is of one that was erased; what it felt then goes."""
        unit.execute(
            "UPDATE trail_episodes SET closed_at = last_step_at, closed_by = ? "
            "WHERE companion = ? AND closed_at IS NULL",
            (CLOSED_BY_ERASURE, companion),
        )
        unit.execute(
            "UPDATE trail_steps SET valence = NULL, energy = NULL, openness = NULL WHERE companion = ?",
            (companion,),
        )
        for table in ("trail_episodes", "trail_steps", "trail_projects"):
            unit.execute(f"UPDATE {table} SET companion = ? WHERE companion = ?", (ERASED, companion))  # noqa: S608 - our own words

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
        """What the companion made of what `refs` name, in order of the ids' rounds; withdrawn Steps too.

        That is all of a round whose utterance or recalled items are named, and later answers that repeat what only
        the named utterances and notes said.
        """
        named = json.dumps([*refs, *(ref.partition(":")[2] for ref in refs)])
        with self._vault.read() as connection:
            made = [step_of(row) for row in connection.execute(_MADE, (named,)).fetchall()]
            given = [step_of(row) for row in connection.execute(_NAMED, (named,)).fetchall()]
        echoes = self._echoes(given) if given else []
        return list({step.id: step for step in (*made, *echoes)}.values())

    def _echoes(self, given: Sequence[Step]) -> list[Step]:
        """Later answers with a word that nothing but `given` brought into the talk.

        A word that was said before them, or that another standing utterance or note holds, is not theirs.
        """
        named = json.dumps([step.id for step in given])
        first, person = microseconds(min(step.at for step in given)), given[0].person
        found: list[Step] = []
        with self._vault.read() as connection:
            for word in own_words(" ".join(step.text for step in given)):
                holds = _HOLDS_SIGNS if max(word) >= FIRST_UNSPACED else _HOLDS_WORD
                asked = {"word": word, "named": named, "first": first, "person": person}
                if connection.execute(_SAID_OTHERWISE.format(holds=holds), asked).fetchone() is None:
                    rows = connection.execute(_ANSWERED_WITH.format(holds=holds), asked)
                    found += [step_of(row) for row in rows.fetchall()]
        return found
