"""The Personal Model's tables and all of its SQL. Times are microseconds of UTC."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from engine.person.records import Fact, Question, Update
from engine.vault import (
    Migration,
    Row,
    Schema,
    UnitOfWork,
    Vault,
    chunks,
    marks,
    microseconds,
    microseconds_or_none,
    moment,
)

SCHEMA = Schema(
    room="person",
    migrations=(
        Migration(
            1,
            (
                """CREATE TABLE person_facts (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
                    lens TEXT NOT NULL, topic TEXT NOT NULL, text TEXT NOT NULL, status TEXT NOT NULL,
                    confidence REAL NOT NULL, source TEXT NOT NULL, quote TEXT NOT NULL,
                    volatility TEXT NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER,
                    superseded_by TEXT, private INTEGER NOT NULL, safety INTEGER NOT NULL,
                    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, last_used_at INTEGER,
                    uses INTEGER NOT NULL, retired_because TEXT
                ) STRICT""",
                "CREATE INDEX person_facts_of ON person_facts (person, status)",
                "CREATE INDEX person_facts_superseded ON person_facts (superseded_by)",
                # What a fact, a question or an update was made from; `within` is the Episode of a Step.
                """CREATE TABLE person_citations (
                    owner TEXT NOT NULL, place INTEGER NOT NULL, ref TEXT NOT NULL,
                    within TEXT NOT NULL DEFAULT '', withdrawn_at INTEGER,
                    PRIMARY KEY (owner, ref)
                ) STRICT, WITHOUT ROWID""",
                "CREATE INDEX person_citations_of ON person_citations (ref)",
                "CREATE INDEX person_citations_within ON person_citations (within)",
                """CREATE TABLE person_questions (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
                    status TEXT NOT NULL, body TEXT NOT NULL
                ) STRICT""",
                "CREATE INDEX person_questions_of ON person_questions (person, status)",
                """CREATE TABLE person_askings (
                    question TEXT NOT NULL, person TEXT NOT NULL, episode TEXT NOT NULL,
                    at INTEGER NOT NULL, replied_at INTEGER
                ) STRICT""",
                "CREATE INDEX person_askings_of ON person_askings (person, at)",
                """CREATE TABLE person_updates (
                    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
                    at INTEGER NOT NULL, body TEXT NOT NULL
                ) STRICT""",
                "CREATE INDEX person_updates_of ON person_updates (person, seq)",
                # Changes with every write, so that an index knows whether it is behind.
                """CREATE TABLE person_state (
                    person TEXT PRIMARY KEY, token TEXT NOT NULL
                ) STRICT, WITHOUT ROWID""",
            ),
        ),
    ),
)

_COLUMNS = (
    "id", "person", "lens", "topic", "text", "status", "confidence", "source", "quote", "volatility", "valid_from",
    "valid_until", "superseded_by", "private", "safety", "created_at", "updated_at", "last_used_at", "uses",
    "retired_because",
)  # fmt: skip
_TIMES = ("valid_from", "valid_until", "created_at", "updated_at", "last_used_at")
_PUT_FACT = (
    f"INSERT INTO person_facts ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "  # noqa: S608 - our own names
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[1:])}"
)


class PersonStore:
    """Reads and writes of one person's facts, questions and updates. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, person: str) -> None:
        self._vault = vault
        self._person = person

    def of(self, person: str) -> "PersonStore":
        """The store of another person in the same vault."""
        return PersonStore(self._vault, person)

    def token(self) -> str:
        """What changes with every committed write; empty before the first."""
        rows = self._vault.rows("SELECT token FROM person_state WHERE person = ?", (self._person,))
        return str(rows[0]["token"]) if rows else ""

    def facts(self) -> tuple[str, list[Fact]]:
        """Every fact in the order of writing, with the token of that state."""
        with self._vault.read():
            token = self.token()
            rows = self._vault.rows(
                "SELECT * FROM person_facts WHERE person = ? ORDER BY seq", (self._person,)
            )
            cited = self._citations([])
        return token, [_fact(row, cited.get(row["id"], [])) for row in rows]

    def fact(self, fact_id: str) -> Fact | None:
        rows = self._vault.rows(
            "SELECT * FROM person_facts WHERE person = ? AND id = ?", (self._person, fact_id)
        )
        return _fact(rows[0], self._citations([fact_id]).get(fact_id, [])) if rows else None

    def put_fact(self, unit: UnitOfWork, fact: Fact, episode_of: dict[str, str]) -> None:
        """Write or replace a fact and what it cites; `episode_of` gives the Episode of each of its Steps."""
        unit.execute(_PUT_FACT, [_stored(fact, name) for name in _COLUMNS])
        kept = {row["ref"]: row["withdrawn_at"] for row in self._cited_by(fact.id)}
        unit.execute("DELETE FROM person_citations WHERE owner = ?", (fact.id,))
        refs = _refs_of(fact, episode_of)
        unit.executemany(
            "INSERT OR IGNORE INTO person_citations (owner, place, ref, within, withdrawn_at) VALUES (?, ?, ?, ?, ?)",
            [(fact.id, at, ref, within, kept.get(ref)) for at, (ref, within) in enumerate(refs)],
        )
        self._touch(unit)

    def erase(self, unit: UnitOfWork, owner: str) -> None:
        """Delete a fact, question or update by its id, with what it cited."""
        for table in ("person_facts", "person_questions", "person_updates"):
            unit.execute(f"DELETE FROM {table} WHERE person = ? AND id = ?", (self._person, owner))  # noqa: S608 - our own names
        unit.execute("DELETE FROM person_askings WHERE person = ? AND question = ?", (self._person, owner))
        unit.execute("UPDATE person_facts SET superseded_by = NULL WHERE superseded_by = ?", (owner,))
        unit.execute("DELETE FROM person_citations WHERE owner = ?", (owner,))
        self._touch(unit)

    def forget_person(self, unit: UnitOfWork) -> list[str]:
        """Delete every fact, question and update of this person; returns the ids of the facts."""
        facts = [
            row["id"]
            for row in self._vault.rows("SELECT id FROM person_facts WHERE person = ?", (self._person,))
        ]
        for table in ("person_facts", "person_questions", "person_updates"):
            owners = f"SELECT id FROM {table} WHERE person = ?"  # noqa: S608 - our own names
            unit.execute(f"DELETE FROM person_citations WHERE owner IN ({owners})", (self._person,))  # noqa: S608 - as above
            unit.execute(f"DELETE FROM {table} WHERE person = ?", (self._person,))  # noqa: S608 - as above
        unit.execute("DELETE FROM person_askings WHERE person = ?", (self._person,))
        unit.execute("DELETE FROM person_state WHERE person = ?", (self._person,))
        return facts

    def note_uses(self, unit: UnitOfWork, fact_ids: Iterable[str], at: datetime) -> None:
        """Count one use of each."""
        unit.executemany(
            "UPDATE person_facts SET uses = uses + 1, last_used_at = ? WHERE person = ? AND id = ?",
            [(microseconds(at), self._person, each) for each in fact_ids],
        )
        self._touch(unit)

    def citing(self, refs: Collection[str]) -> set[str]:
        """The ids of all facts, questions and updates of this person that cite one of `refs`, or lie within it."""
        return {row["owner"] for row in self._citing_rows(refs)}

    def mark_withdrawn(self, unit: UnitOfWork, owner: str, refs: Collection[str], at: datetime) -> bool:
        """Mark what `owner` cites of `refs`; True when nothing else supports it any more."""
        unit.executemany(
            "UPDATE person_citations SET withdrawn_at = coalesce(withdrawn_at, ?) "
            "WHERE owner = ? AND (ref = ? OR within = ?)",
            [(microseconds(at), owner, ref, ref) for ref in refs],
        )
        self._touch(unit)
        return not self.standing(owner, ())

    def unmark(self, unit: UnitOfWork, owner: str) -> None:
        """Let everything that `owner` cites support it again."""
        unit.execute("UPDATE person_citations SET withdrawn_at = NULL WHERE owner = ?", (owner,))
        self._touch(unit)

    def unmark_refs(self, unit: UnitOfWork, owner: str, refs: Collection[str]) -> None:
        """Let what `owner` cites of `refs` support it again."""
        unit.executemany(
            "UPDATE person_citations SET withdrawn_at = NULL WHERE owner = ? AND (ref = ? OR within = ?)",
            [(owner, ref, ref) for ref in refs],
        )
        self._touch(unit)

    def standing(self, owner: str, without: Collection[str]) -> list[str]:
        """What `owner` cites that is not withdrawn, `without` left out."""
        return [
            row["ref"]
            for row in self._cited_by(owner)
            if row["withdrawn_at"] is None and row["ref"] not in without and row["within"] not in without
        ]

    def drop_citations(self, unit: UnitOfWork, owner: str, refs: Collection[str]) -> None:
        """Take refs out of what `owner` cites."""
        unit.executemany(
            "DELETE FROM person_citations WHERE owner = ? AND (ref = ? OR within = ?)",
            [(owner, ref, ref) for ref in refs],
        )
        self._touch(unit)

    def questions(self) -> list[Question]:
        """Every question in the order of opening."""
        sql = "SELECT body FROM person_questions WHERE person = ? ORDER BY seq"
        return [Question.model_validate_json(row["body"]) for row in self._vault.rows(sql, (self._person,))]

    def question(self, question_id: str) -> Question | None:
        sql = "SELECT body FROM person_questions WHERE person = ? AND id = ?"
        rows = self._vault.rows(sql, (self._person, question_id))
        return Question.model_validate_json(rows[0]["body"]) if rows else None

    def put_question(self, unit: UnitOfWork, question: Question) -> None:
        """Write or replace a question and what it rests on."""
        unit.execute(
            "INSERT INTO person_questions (id, person, status, body) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body",
            (question.id, self._person, question.status, question.model_dump_json()),
        )
        facts = [*question.about, *([question.proposed_id] if question.proposed_id else [])]
        self._cite(unit, question.id, [f"fact:{each}" for each in facts])

    def add_asking(self, unit: UnitOfWork, question_id: str, episode: str, at: datetime) -> None:
        unit.execute(
            "INSERT INTO person_askings (question, person, episode, at) VALUES (?, ?, ?, ?)",
            (question_id, self._person, episode, microseconds(at)),
        )

    def note_reply(self, unit: UnitOfWork, question_id: str, at: datetime) -> None:
        """Every asking of a question is replied to by any settling of it."""
        unit.execute(
            "UPDATE person_askings SET replied_at = ? WHERE question = ? AND replied_at IS NULL",
            (microseconds(at), question_id),
        )

    def askings(self) -> list[tuple[datetime, str, bool]]:
        """When something was asked, in which Episode, and whether it got a reply; oldest first."""
        sql = "SELECT at, episode, replied_at FROM person_askings WHERE person = ? ORDER BY at, rowid"
        rows = self._vault.rows(sql, (self._person,))
        return [(moment(row["at"]), row["episode"], row["replied_at"] is not None) for row in rows]

    def update(self, update_id: str) -> Update | None:
        sql = "SELECT body FROM person_updates WHERE person = ? AND id = ?"
        rows = self._vault.rows(sql, (self._person, update_id))
        return Update.model_validate_json(rows[0]["body"]) if rows else None

    def updates(self, limit: int) -> list[Update]:
        """Newest first."""
        sql = "SELECT body FROM person_updates WHERE person = ? ORDER BY seq DESC LIMIT ?"
        return [
            Update.model_validate_json(row["body"]) for row in self._vault.rows(sql, (self._person, limit))
        ]

    def put_update(self, unit: UnitOfWork, update: Update) -> None:
        """Write or replace an update; it cites the facts it holds, whose erasure erases it."""
        unit.execute(
            "INSERT INTO person_updates (id, person, at, body) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (update.id, self._person, microseconds(update.at), update.model_dump_json()),
        )
        self._cite(unit, update.id, sorted({fact.ref for fact in (*update.before, *update.after)}))

    def _cite(self, unit: UnitOfWork, owner: str, refs: Sequence[str]) -> None:
        unit.executemany(
            "INSERT OR IGNORE INTO person_citations (owner, place, ref) VALUES (?, ?, ?)",
            [(owner, at, ref) for at, ref in enumerate(refs)],
        )

    def _cited_by(self, owner: str) -> list[Row]:
        return self._vault.rows("SELECT * FROM person_citations WHERE owner = ? ORDER BY place", (owner,))

    def _citing_rows(self, refs: Collection[str]) -> list[Row]:
        found = []
        for chunk in chunks(sorted(refs)):
            # The owners are looked up by person, as a vault may hold several people.
            places = marks(chunk)
            sql = (
                f"SELECT owner FROM person_citations WHERE (ref IN ({places}) OR within IN ({places})) AND ("  # noqa: S608 - marks
                "owner IN (SELECT id FROM person_facts WHERE person = ?) OR "
                "owner IN (SELECT id FROM person_questions WHERE person = ?) OR "
                "owner IN (SELECT id FROM person_updates WHERE person = ?))"
            )
            found += self._vault.rows(sql, (*chunk, *chunk, *[self._person] * 3))
        return found

    def _citations(self, owners: Sequence[str]) -> dict[str, list[str]]:
        """What facts cite, in order; of all where no owner is named."""
        sql = "SELECT owner, ref, within FROM person_citations"
        sql += " WHERE owner = ?" if owners else " WHERE owner >= 'f_' AND owner < 'f`'"
        cited: dict[str, list[str]] = {}
        for row in self._vault.rows(f"{sql} ORDER BY owner, place", owners):
            refs = cited.setdefault(row["owner"], [])
            refs.append(row["ref"])
            if row["within"]:
                refs.append(row["within"])
        return cited

    def _touch(self, unit: UnitOfWork) -> None:
        unit.execute(
            "INSERT INTO person_state (person, token) VALUES (?, ?) "
            "ON CONFLICT (person) DO UPDATE SET token = excluded.token",
            (self._person, secrets.token_hex(8)),
        )


def _stored(fact: Fact, name: str) -> Any:
    value = getattr(fact, name)
    if name in _TIMES:
        return microseconds_or_none(value)
    return int(value) if isinstance(value, bool) else value


def _refs_of(fact: Fact, episode_of: dict[str, str]) -> list[tuple[str, str]]:
    """What a fact cites, each with the Episode it lies within; Episodes of its own Steps are implied."""
    steps = [(f"step:{each}", f"episode:{episode_of[each]}") for each in fact.source_step_ids]
    within = {episode for _, episode in steps}
    episodes = [(ref, "") for each in fact.source_episode_ids if (ref := f"episode:{each}") not in within]
    return [*steps, *episodes, *((ref, "") for ref in fact.cites)]


def _fact(row: Row, refs: Iterable[str]) -> Fact:
    fields: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    for name in _TIMES:
        fields[name] = None if fields[name] is None else moment(fields[name])
    named: dict[str, list[str]] = {"step": [], "episode": [], "other": []}
    for ref in dict.fromkeys(refs):
        kind, _, name = ref.partition(":")
        if kind in named:
            named[kind].append(name)
        else:
            named["other"].append(ref)
    return Fact.model_validate(
        fields
        | {
            "private": bool(fields["private"]),
            "safety": bool(fields["safety"]),
            "source_step_ids": tuple(named["step"]),
            "source_episode_ids": tuple(named["episode"]),
            "cites": tuple(named["other"]),
        }
    )
