"""How what is kept goes with what it rests on (`engine.withdrawal.Personal`), or with whose it is."""

from collections.abc import Iterator

from engine.clock import Clock
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import Kept
from engine.cognition.keeping.store import CognitionStore
from engine.reasons import Reasons
from engine.vault import UnitOfWork
from engine.withdrawal import Refs


class Withdrawing:
    """Implements `Personal` for one companion with one person, and `Own`.

    A record whose own words lost their sources is hidden; one that only lost evidence goes on without it, and is as
    sure as the rest makes it.
    """

    def __init__(self, store: CognitionStore, likeness: Likeness, clock: Clock, reasons: Reasons) -> None:
        self._store, self._likeness, self._clock, self._reasons = store, likeness, clock, reasons

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide the records named and those whose sources are gone; returns the refs of the latter."""
        hidden = set()
        for record, cited in self._touched(refs, withdrawn=False):
            left = _less(record, cited)
            if record.ref in refs and not record.is_over:
                self._reasons.note(unit, record.ref, {record.ref})
            if left.is_bare or (record.ref in refs and not record.is_over):
                self._store.hide(unit, record.id, self._clock.now())
                self._likeness.take_out(unit, record.id)
                hidden.add(record.ref)
            self._store.put(unit, left)
        return frozenset(hidden) - refs

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let records rest on `refs` again, and those stand again that were hidden for these alone."""
        shown = set()
        self._reasons.lift(unit, refs)
        for record, cited in self._touched(refs, withdrawn=True):
            more = record.model_copy(update={"gone": tuple(ref for ref in record.gone if ref not in cited)})
            self._store.put(unit, more)
            hidden = self._store.any(record.id) is None
            if hidden and not more.is_bare and not self._reasons.of(record.ref):
                self._store.show(unit, record.id)
                shown.add(record.ref)
        return frozenset(shown) - refs

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the records named and those whose words came from what goes, and parts of others that did."""
        erased = set()
        for record, cited in self._touched(refs, withdrawn=True):
            if record.ref in refs or record.rests_on(cited):
                self._erase(unit, self._store, record.id)
                erased.add(record.ref)
            else:
                self._likeness.take_out(unit, record.id)
                self._store.drop_citations(unit, record.id, cited)
                self._store.put(unit, record.without(cited))
        return frozenset(erased) - refs

    def citing(self, refs: Refs) -> Refs:
        """What would be hidden, or erased; hidden records are counted too. Writes nothing."""
        touched = self._touched(refs, withdrawn=True)
        return frozenset(record.ref for record, cited in touched if record.rests_on(cited)) - refs

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one, whichever companion's; returns the refs that went."""
        store = self._store if person is None else self._store.of(person)
        refs = self.holdings(person)
        self._reasons.clear(unit)
        for ref in refs:
            self._erase(unit, store, ref.partition(":")[2])
        return refs

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of everything that any companion keeps with this person, or another one."""
        store = self._store if person is None else self._store.of(person)
        return frozenset(store.refs())

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete everything that a companion keeps, with whomever; returns the refs that went."""
        refs = self.kept_by(companion)
        for ref in refs:
            self._erase(unit, self._store, ref.partition(":")[2])
        self._store.drop_state(unit, companion)
        return refs

    def kept_by(self, companion: str) -> Refs:
        """The refs of everything that a companion keeps."""
        return frozenset(self._store.refs_of(companion))

    def _touched(self, refs: Refs, *, withdrawn: bool) -> Iterator[tuple[Kept, Refs]]:
        cited = self._store.reached(refs)
        named = {each for kind, _, each in (ref.partition(":") for ref in refs) if kind in self._store.kinds}
        for record_id in sorted(cited.keys() | named):
            record = self._store.any(record_id, withdrawn=withdrawn)
            if record is not None:
                yield record, frozenset(cited.get(record_id, ()))

    def _erase(self, unit: UnitOfWork, store: CognitionStore, record_id: str) -> None:
        self._likeness.take_out(unit, record_id)
        self._reasons.drop(unit, [f"{kind}:{record_id}" for kind in store.kinds])
        store.erase(unit, record_id)


def _less(record: Kept, cited: Refs) -> Kept:
    gone = tuple(dict.fromkeys((*record.gone, *sorted(cited))))
    return record.model_copy(update={"gone": gone})
