"""How what is open goes with what it was made from (`engine.withdrawal.Derived`)."""

from collections.abc import Callable

from engine.clock import Clock
from engine.intent.handoff.items import ItemBook
from engine.intent.handoff.lifecycle import Move
from engine.intent.records import HandoffItem, ItemStatus, Kept
from engine.intent.store import KINDS, IntentStore
from engine.reasons import Reasons
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

EPISODE = "episode:"


class Withdrawing:
    """Implements `Derived` for one companion with one person.

    What rests on several Steps goes when the last of them does. A settlement whose evidence goes is undone.
    `forget` is called with the id of all that goes, and takes it out of indices.
    """

    def __init__(
        self,
        vault: Vault,
        store: IntentStore,
        items: ItemBook,
        clock: Clock,
        forget: Callable[[UnitOfWork, str], None],
    ) -> None:
        self._vault, self._store, self._items, self._clock = vault, store, items, clock
        self._forget = forget
        self._reasons, self._settled = Reasons(vault, "intent"), Reasons(vault, "intent settled")

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide the records named and those that stand on nothing else; returns the refs of the latter."""
        hidden = set()
        now = self._clock.now()
        for record in self._touched(refs, withdrawn=False):
            self._store.mark(unit, record.id, refs, now)
            if record.ref in refs:
                self._reasons.note(unit, record.ref, {record.ref})
            if record.ref in refs or self._is_bare(record):
                self._store.hide(unit, record.id, now)
                self._forget(unit, record.id)
                hidden.add(record.ref)
            else:
                self._reopen(unit, record)
        return frozenset(hidden) - refs

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let records stand again that were hidden for `refs` alone, and settlements whose evidence stands again."""
        shown = set()
        self._reasons.lift(unit, refs)
        for record in self._touched(refs, withdrawn=True):
            self._store.unmark(unit, record.id, refs)
            hidden = self._store.any(record.id) is None
            if hidden and not self._is_bare(record) and not self._reasons.of(record.ref):
                self._store.show(unit, record.id)
                shown.add(record.ref)
            self._settle_again(unit, record)
        return frozenset(shown) - refs

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the records named, those whose words came from what goes, and handoffs of Episodes that go."""
        erased = set()
        for record in self._touched(refs, withdrawn=True):
            if record.ref in refs or self._is_worded_by(record, refs):
                self._erase(unit, record)
                erased.add(record.ref)
            else:
                self._store.drop_citations(unit, record.id, refs)
                self._reopen(unit, record)
        for ref in refs:
            if ref.startswith(EPISODE):
                self._store.erase_handoff(unit, ref.removeprefix(EPISODE))
        return frozenset(erased) - refs

    def citing(self, refs: Refs) -> Refs:
        """What would be hidden, or erased; hidden records are counted too. Writes nothing."""
        going = [
            record
            for record in self._touched(refs, withdrawn=True)
            if self._is_worded_by(record, refs) or not self._left(record, refs)
        ]
        return frozenset(record.ref for record in going if record.cites) - refs

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one; returns the refs that went."""
        store = self._store if person is None else self._store.of(person)
        refs = self.holdings(person)
        self._reasons.clear(unit)
        self._settled.clear(unit)
        for ref in refs:
            record_id = ref.partition(":")[2]
            self._forget(unit, record_id)
            store.erase(unit, record_id)
        store.erase_handoffs(unit)
        return refs

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of everything that is kept with this person, or another one."""
        store = self._store if person is None else self._store.of(person)
        return frozenset(store.refs())

    def _touched(self, refs: Refs, *, withdrawn: bool) -> list[Kept]:
        named = {each for kind, _, each in (ref.partition(":") for ref in refs) if kind in KINDS}
        reached = sorted(self._store.reached(refs) | named)
        found = (self._store.any(each, withdrawn=withdrawn) for each in reached)
        return [record for record in found if record is not None]

    def _is_bare(self, record: Kept) -> bool:
        return bool(record.cites) and not self._store.cited(record.id)

    def _left(self, record: Kept, refs: Refs) -> list[str]:
        return [ref for ref, within in self._store.cited(record.id) if ref not in refs and within not in refs]

    def _is_worded_by(self, record: Kept, refs: Refs) -> bool:
        """Whether the first source, whose words the record has, is among what goes."""
        first = self._store.source(record.id)
        return first is not None and (first[0] in refs or first[1] in refs)

    def _reopen(self, unit: UnitOfWork, record: Kept) -> None:
        """Undo a settlement that nothing shows any more."""
        if not isinstance(record, HandoffItem) or not record.evidence:
            return
        if record.status is not ItemStatus.OPEN and not self._store.cited(record.id, evidence=True):
            self._settled.note(unit, record.id, record.evidence, record.model_dump_json())
            self._items.move(unit, record.id, Move.UNDO)

    def _settle_again(self, unit: UnitOfWork, record: Kept) -> None:
        """What was settled until its evidence went is so again, unless it was moved since."""
        evidence = self._store.cited(record.id, evidence=True)
        lifted = self._settled.lift(unit, self._settled.of(record.id)) if evidence else {}
        was = lifted.get(record.id)
        if was and isinstance(record, HandoffItem) and record.status is ItemStatus.OPEN:
            self._store.put(unit, HandoffItem.model_validate_json(was))

    def _erase(self, unit: UnitOfWork, record: Kept) -> None:
        self._reasons.drop(unit, [record.ref])
        self._settled.drop(unit, [record.id])
        self._forget(unit, record.id)
        self._store.erase(unit, record.id)
