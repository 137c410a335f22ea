"""Contradictions: noticed by anyone, resolved only by the person ([E] §4.5.3)."""

from collections.abc import Sequence

from engine.clock import Clock
from engine.ids import new_id
from engine.memory.records import Contradiction, ContradictionState, LinkType, NodeMissingError, SettledError
from engine.memory.store import MemoryStore
from engine.vault import UnitOfWork


class Contradictions:
    """The one list of contradictions of a companion with a person."""

    def __init__(self, store: MemoryStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def open(self) -> list[Contradiction]:
        """Those that wait for the person, oldest first."""
        return self._store.edges.contradictions(ContradictionState.OPEN)

    def all(self) -> list[Contradiction]:
        return self._store.edges.contradictions(None)

    def notice(self, unit: UnitOfWork, a: str, b: str, sources: Sequence[str]) -> Contradiction:
        """Open a contradiction; a pair that was noticed before only gains a source, and stays as it was settled."""
        now = self._clock.now()
        one = Contradiction(new_id("x"), a, b, tuple(sources), ContradictionState.OPEN, now)
        return self._store.edges.put_contradiction(unit, one)

    def let_go(self, unit: UnitOfWork, a: str, b: str, source: str) -> None:
        """`source` did not notice it after all: an open one that nobody else noticed is gone, with its link."""
        for one in self.open():
            if {one.a, one.b} == {a, b} and set(one.sources) <= {source}:
                self._store.edges.drop_contradiction(unit, one.id)
                for origin, target in ((a, b), (b, a)):
                    self._store.edges.drop_link(unit, origin, target, LinkType.CONTRADICTS)

    def pending(self, contradiction_id: str) -> Contradiction:
        """An open one by its id. Raises NodeMissingError, SettledError."""
        found = self._named(contradiction_id)
        if found.state is not ContradictionState.OPEN:
            raise SettledError("This contradiction was resolved before.")
        return found

    def settled(self, contradiction_id: str) -> Contradiction:
        """One that the person resolved, by its id. Raises NodeMissingError, SettledError."""
        found = self._named(contradiction_id)
        if found.state is ContradictionState.OPEN:
            raise SettledError("This contradiction was not resolved yet.")
        return found

    def _named(self, contradiction_id: str) -> Contradiction:
        found = self._store.edges.contradictions_of([contradiction_id])
        if not found:
            raise NodeMissingError("There is no such contradiction.")
        return found[0]

    def settle(self, unit: UnitOfWork, one: Contradiction, choice: ContradictionState) -> Contradiction:
        """Keep how the person resolved it."""
        self._store.edges.settle_contradiction(unit, one.id, choice, self._clock.now())
        return self._store.edges.contradictions_of([one.id])[0]
