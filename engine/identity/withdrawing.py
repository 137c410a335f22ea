"""What goes with what it was made from (`engine.withdrawal.Derived`).

The words of components, manner and compass are nodes, which the memory takes back. Here go the votes, and with them
what they had made part of the companion.
"""

from engine.clock import Clock
from engine.identity.growth.promotion import valid_votes
from engine.identity.records import Outcome, Verdict
from engine.identity.store import GrowthStore, IdentityErasing
from engine.settings import IdentitySettings
from engine.vault import UnitOfWork
from engine.withdrawal import Refs

NODE, HANDOFF = "node:", "handoff:"


class Withdrawing:
    """Implements `Derived` and `Personal` for one companion with one person."""

    def __init__(
        self,
        growth: GrowthStore,
        erasing: IdentityErasing,
        clock: Clock,
        settings: IdentitySettings,
        person: str,
    ) -> None:
        self._growth, self._erasing = growth, erasing
        self._clock, self._settings, self._person = clock, settings, person

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let votes on `refs` count no more; returns the extensions that too few votes are left for."""
        fallen = self._fallen(refs)
        now = self._clock.now()
        self._growth.withdraw_votes(unit, refs, now)
        self._demote(unit, fallen)
        return _refs(fallen) - refs

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete votes on `refs` and all that is kept beside nodes among them; returns the extensions that fall."""
        fallen = self._fallen(refs)
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
        self._erasing.forget_person(unit, person or self._person)
        return held

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of what `forget_person` would delete. Writes nothing."""
        return frozenset(self._erasing.holdings(person or self._person))

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
            reason = "what it rested on was taken back"
            verdict = Verdict(outcome=Outcome.DEFERRED, reason=reason, at=self._clock.now(), votes=0)
            self._growth.rule(unit, node, verdict)


def _refs(fallen: dict[str, Verdict]) -> Refs:
    return frozenset(f"{NODE}{one.extension}" for one in fallen.values() if one.extension is not None)
