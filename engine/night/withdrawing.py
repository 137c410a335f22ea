"""What the night wrote goes with what it was written from (`engine.withdrawal`): findings, dreams and briefs alike."""

from engine.night.records import Line
from engine.night.store import NightStore
from engine.vault import UnitOfWork
from engine.withdrawal import Refs


class Withdrawing:
    """Hides, shows and deletes lines. A line stands while everything that it cites does."""

    def __init__(self, store: NightStore) -> None:
        self._store = store

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        reached = self._store.reached(refs)
        fresh = reached - self._store.hidden(reached)
        self._store.mark(unit, refs, withdrawn=True)
        return _refs(fresh)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        hidden = self._store.reached(refs, withdrawn=(1,))
        self._store.mark(unit, refs, withdrawn=False)
        return _refs(hidden - self._store.hidden(hidden))

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        reached = self._store.reached(refs) | {
            ref.removeprefix(f"{Line.kind}:") for ref in refs if ref.startswith(f"{Line.kind}:")
        }
        self._store.erase_lines(unit, reached)
        return _refs(reached)

    def citing(self, refs: Refs) -> Refs:
        return _refs(self._store.reached(refs))


def _refs(ids: set[str]) -> Refs:
    return frozenset(f"{Line.kind}:{each}" for each in ids)
