"""The SQL of votes, verdicts and vetoes, and of the versions of components, whose words are nodes of the memory."""

from collections.abc import Collection
from datetime import datetime

from engine.identity.records import ComponentName, Made, Outcome, Verdict, Vote
from engine.vault import Row, UnitOfWork, Vault, chunks, marks, microseconds, moment


class GrowthStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def vote(self, unit: UnitOfWork, node: str, vote: Vote) -> None:
        """Count a run's vote for a node."""
        cursor = unit.execute(
            "INSERT INTO identity_votes (node, companion, person, run, at) VALUES (?, ?, ?, ?, ?)",
            (node, *self._whose, vote.run, microseconds(vote.at)),
        )
        unit.executemany(
            "INSERT OR IGNORE INTO identity_vote_sources (vote, ref) VALUES (?, ?)",
            [(cursor.lastrowid, ref) for ref in vote.sources],
        )

    def votes(self, *, withdrawn: bool = False) -> dict[str, list[Vote]]:
        """Votes by node, oldest first; with `withdrawn` also those whose sources were taken back."""
        rows = self._vault.rows(
            "SELECT v.id, v.node, v.run, v.at, s.ref FROM identity_votes v "
            "JOIN identity_vote_sources s ON s.vote = v.id WHERE v.companion = ? AND v.person = ? "
            "AND (? OR v.withdrawn_at IS NULL) ORDER BY v.id, s.ref",
            (*self._whose, withdrawn),
        )
        made: dict[int, tuple[str, Vote]] = {}
        for row in rows:
            node, known = made.get(row["id"], (row["node"], None))
            cited = (*(known.sources if known is not None else ()), row["ref"])
            made[row["id"]] = (node, Vote(run=row["run"], at=moment(row["at"]), sources=cited))
        found: dict[str, list[Vote]] = {}
        for node, vote in made.values():
            found.setdefault(node, []).append(vote)
        return found

    def take_vote_back(self, unit: UnitOfWork, node: str, run: str, at: datetime) -> None:
        """Let a run's vote for a node count no more."""
        unit.execute(
            "UPDATE identity_votes SET withdrawn_at = coalesce(withdrawn_at, ?) "
            "WHERE node = ? AND companion = ? AND person = ? AND run = ?",
            (microseconds(at), node, *self._whose, run),
        )

    def rule(self, unit: UnitOfWork, node: str, verdict: Verdict) -> None:
        """Write how a candidate stands."""
        unit.execute(
            "INSERT OR REPLACE INTO identity_verdicts (node, companion, person, outcome, reason, at, votes, extension)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                node, *self._whose, verdict.outcome, verdict.reason, microseconds(verdict.at), verdict.votes,
                verdict.extension,
            ),
        )  # fmt: skip

    def verdicts(self) -> dict[str, Verdict]:
        """How each candidate that was looked at stands, by node."""
        rows = self._vault.rows(
            "SELECT * FROM identity_verdicts WHERE companion = ? AND person = ?", self._whose
        )
        return {row["node"]: _verdict(row) for row in rows}

    def veto(self, unit: UnitOfWork, digest: str, text: str, node: str, at: datetime) -> None:
        """Refuse a text for ever."""
        unit.execute(
            "INSERT OR REPLACE INTO identity_vetoes (companion, digest, person, node, text, at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (self._whose[0], digest, self._whose[1], node, text, microseconds(at)),
        )

    def vetoes(self) -> dict[str, str]:
        """What was refused, by digest; the words are empty where they were erased."""
        rows = self._vault.rows(
            "SELECT digest, text FROM identity_vetoes WHERE companion = ?", self._whose[:1]
        )
        return {row["digest"]: row["text"] for row in rows}

    def unveto(self, unit: UnitOfWork, digests: Collection[str]) -> None:
        """Refuse these words no longer."""
        unit.executemany(
            "DELETE FROM identity_vetoes WHERE companion = ? AND digest = ?",
            [(self._whose[0], each) for each in sorted(digests)],
        )

    def unrule(self, unit: UnitOfWork, node: str) -> None:
        """Forget how a candidate stands: it counts as never looked at."""
        unit.execute(
            "DELETE FROM identity_verdicts WHERE node = ? AND companion = ? AND person = ?",
            (node, *self._whose),
        )

    def nodes_voted_by(self, refs: Collection[str]) -> set[str]:
        """Nodes with a vote that stands on one of `refs`."""
        found: set[str] = set()
        for chunk in chunks(sorted(refs)):
            sql = (
                "SELECT DISTINCT v.node FROM identity_votes v JOIN identity_vote_sources s ON s.vote = v.id "  # noqa: S608 - marks
                f"WHERE v.companion = ? AND v.person = ? AND s.ref IN ({marks(chunk)})"
            )
            found.update(row["node"] for row in self._vault.rows(sql, (*self._whose, *chunk)))
        return found

    def withdraw_votes(self, unit: UnitOfWork, refs: Collection[str], at: datetime) -> None:
        """Let votes that rest on one of `refs` count no more."""
        for chunk in chunks(sorted(refs)):
            unit.execute(
                "UPDATE identity_votes SET withdrawn_at = coalesce(withdrawn_at, ?) "  # noqa: S608 - marks
                "WHERE companion = ? AND person = ? "
                f"AND id IN (SELECT vote FROM identity_vote_sources WHERE ref IN ({marks(chunk)}))",
                (microseconds(at), *self._whose, *chunk),
            )

    def votes_on(self, refs: Collection[str]) -> dict[str, set[str]]:
        """Votes that rest on one of `refs`, counted or not, with what of them each rests on."""
        found: dict[str, set[str]] = {}
        for chunk in chunks(sorted(refs)):
            sql = (
                "SELECT s.vote, s.ref FROM identity_vote_sources s JOIN identity_votes v ON v.id = s.vote "  # noqa: S608 - marks
                f"WHERE v.companion = ? AND v.person = ? AND s.ref IN ({marks(chunk)})"
            )
            for row in self._vault.rows(sql, (*self._whose, *chunk)):
                found.setdefault(str(row["vote"]), set()).add(row["ref"])
        return found

    def count_votes(self, unit: UnitOfWork, votes: Collection[str]) -> None:
        """Let votes count again."""
        unit.executemany(
            "UPDATE identity_votes SET withdrawn_at = NULL WHERE id = ?", [(int(each),) for each in votes]
        )

    def erase_votes(self, unit: UnitOfWork, refs: Collection[str]) -> None:
        """Delete votes that rest on one of `refs`."""
        for chunk in chunks(sorted(refs)):
            unit.execute(
                "DELETE FROM identity_votes WHERE companion = ? AND person = ? "  # noqa: S608 - marks
                f"AND id IN (SELECT vote FROM identity_vote_sources WHERE ref IN ({marks(chunk)}))",
                (*self._whose, *chunk),
            )


def _verdict(row: Row) -> Verdict:
    return Verdict(
        outcome=Outcome(row["outcome"]),
        reason=row["reason"],
        at=moment(row["at"]),
        votes=row["votes"],
        extension=row["extension"],
    )


class VersionStore:
    """Reads and writes of one companion with one person. Writes need the caller's unit of work."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)

    def add(self, unit: UnitOfWork, name: ComponentName, node: str, made: Made) -> int:
        """Count a new version; returns its number, which no version before had."""
        number = 1 + max((version for _, version, _ in self.versions(name)), default=0)
        unit.execute(
            "INSERT INTO identity_versions (node, companion, person, component, version, body) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (node, *self._whose, name, number, made.model_dump_json()),
        )
        return number

    def versions(self, name: ComponentName) -> list[tuple[str, int, Made]]:
        """Node, number and making of every version, oldest first, those of withdrawn nodes too."""
        rows = self._vault.rows(
            "SELECT node, version, body FROM identity_versions "
            "WHERE companion = ? AND person = ? AND component = ? ORDER BY version",
            (*self._whose, name),
        )
        return [(row["node"], row["version"], Made.model_validate_json(row["body"])) for row in rows]
