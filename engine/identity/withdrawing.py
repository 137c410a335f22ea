"""What goes with what it was made from (`engine.withdrawal.Derived`).

The words of components, manner and compass are nodes, which the memory takes back. Here go the votes, and with them
what they had made part of the companion.
"""

from engine.clock import Clock
from engine.identity.growth.promotion import valid_votes
from engine.identity.records import Outcome, Verdict
from engine.identity.store import GrowthStore, IdentityErasing
from engine.reasons import Reasons
from engine.settings import IdentitySettings
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

NODE, HANDOFF = "node:", "handoff:"
FELL = "what it rested on was taken back"


class Withdrawing:
    """Implements `Personal` for one companion with one person, and `Own`."""

    def __init__(
        self,
        vault: Vault,
        growth: GrowthStore,
        clock: Clock,
        settings: IdentitySettings,
        person: str,
    ) -> None:
        self._growth, self._erasing = growth, IdentityErasing(vault)
        self._votes, self._verdicts = Reasons(vault, "identity votes"), Reasons(vault, "identity verdicts")
        self._clock, self._settings, self._person = clock, settings, person

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let votes on `refs` count no more; returns the extensions that too few votes are left for."""
        fallen = self._fallen(refs)
        now = self._clock.now()
        for vote, cited in self._growth.votes_on(refs).items():
            self._votes.note(unit, vote, cited)
        for node, verdict in fallen.items():
            self._verdicts.note(unit, node, refs & self._voted(node), verdict.model_dump_json())
        self._growth.withdraw_votes(unit, refs, now)
        self._demote(unit, fallen)
        return _refs(fallen) - refs

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let votes count again that fell for `refs` alone; returns the extensions that have enough of them again."""
        self._growth.count_votes(unit, list(self._votes.lift(unit, refs)))
        back: dict[str, Verdict] = {}
        verdicts = self._growth.verdicts()
        for node, was in self._verdicts.lift(unit, refs, among=verdicts).items():
            if not was or verdicts[node].reason != FELL:
                continue
            if self._has_enough(node):
                back[node] = Verdict.model_validate_json(was)
                self._growth.rule(unit, node, back[node])
            else:
                self._verdicts.note(unit, node, self._lacked(node), was)
        return _refs(back) - refs

    def _has_enough(self, node: str) -> bool:
        return len(valid_votes(self._growth.votes().get(node, []))) >= self._settings.nominations

    def _lacked(self, node: str) -> Refs:
        """What was taken back of the votes that do not count: it still stands between a candidate and its promotion."""
        standing = self._growth.votes().get(node, [])
        gone = [vote for vote in self._growth.votes(withdrawn=True).get(node, []) if vote not in standing]
        votes = self._growth.votes_on({ref for vote in gone for ref in vote.sources})
        return frozenset(ref for vote in votes for ref in self._votes.of(vote))

    def _voted(self, node: str) -> Refs:
        """Everything that the votes for a candidate rest on."""
        return frozenset(ref for vote in self._growth.votes().get(node, []) for ref in vote.sources)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete votes on `refs` and all that is kept beside nodes among them; returns the extensions that fall."""
        fallen = self._fallen(refs)
        self._votes.drop(unit, self._growth.votes_on(refs))
        self._verdicts.drop(unit, self._growth.nodes_voted_by(refs))
        self._growth.erase_votes(unit, refs)
        self._demote(unit, fallen)
        self._erasing.erase_nodes(unit, [ref.removeprefix(NODE) for ref in refs if ref.startswith(NODE)])
        self._erasing.forget_items(unit, [ref for ref in refs if ref.startswith(HANDOFF)])
        return _refs(fallen) - refs

    def citing(self, refs: Refs) -> Refs:
        """The extensions that would fall. Writes nothing."""
        return _refs(self._fallen(refs)) - refs

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one; that something was refused stays, without words."""
        held = self.holdings(person)
        self._votes.clear(unit)
        self._verdicts.clear(unit)
        self._erasing.forget_person(unit, person or self._person)
        return held

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of what `forget_person` would delete. Writes nothing."""
        return frozenset(self._erasing.holdings("person", person or self._person))

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete everything of a companion, with whomever; returns the refs that went."""
        held = self.kept_by(companion)
        votes, ruled = self._erasing.owners(companion)
        self._votes.drop(unit, votes)
        self._verdicts.drop(unit, ruled)
        self._erasing.forget_companion(unit, companion)
        return held

    def kept_by(self, companion: str) -> Refs:
        """The refs of what `forget_companion` would delete. Writes nothing."""
        return frozenset(self._erasing.holdings("companion", companion))

    def _fallen(self, refs: Refs) -> dict[str, Verdict]:
        """Promoted candidates with votes on `refs` that have too few valid ones without those, by node."""
        touched = self._growth.nodes_voted_by(refs)
        verdicts, votes = self._growth.verdicts(), self._growth.votes()
        return {
            node: verdicts[node]
            for node in touched
            if node in verdicts
            and verdicts[node].outcome is Outcome.PROMOTED
            and len(valid_votes([one for one in votes.get(node, []) if not refs.intersection(one.sources)]))
            < self._settings.nominations
        }

    def _demote(self, unit: UnitOfWork, fallen: dict[str, Verdict]) -> None:
        for node in fallen:
            verdict = Verdict(outcome=Outcome.DEFERRED, reason=FELL, at=self._clock.now(), votes=0)
            self._growth.rule(unit, node, verdict)


def _refs(fallen: dict[str, Verdict]) -> Refs:
    return frozenset(f"{NODE}{one.extension}" for one in fallen.values() if one.extension is not None)
