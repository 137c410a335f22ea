"""What was felt about something that is taken back goes with it.

The point itself stays where it is: three numbers assert nothing, and they cool.
"""

from engine.clock import Clock
from engine.mood.store import MoodStore
from engine.vault import UnitOfWork
from engine.withdrawal import Refs

IMPRINT = "imprint:"


class MoodWithdrawal:
    """Imprints and journal entries leave with the Steps that they rest on. Implements `Derived`."""

    def __init__(self, store: MoodStore, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide all that cites one of `refs`; returns the imprints that were hidden."""
        imprints = self._store.imprints_citing(refs)
        self._store.withdraw(unit, imprints, self._store.entries_citing(refs), self._clock.now())
        return _refs(imprints)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete all that cites one of `refs`, hidden before or not; returns the imprints that went."""
        imprints = self._store.imprints_citing(refs, hidden=True)
        self._store.erase(unit, imprints, self._store.entries_citing(refs, hidden=True))
        self._store.erase_arcs(unit, refs)
        return _refs(imprints)

    def citing(self, refs: Refs) -> Refs:
        """The imprints that `withdraw` or `erase` would reach. Writes nothing."""
        return _refs(self._store.imprints_citing(refs))


def _refs(imprints: list[str]) -> Refs:
    return frozenset(f"{IMPRINT}{each}" for each in imprints)
