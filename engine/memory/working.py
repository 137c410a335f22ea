"""The working memory: what is going on now, and the companion's own open questions ([A] §2)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.clock import Clock
from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.memory.records import NodeMissingError, Working, WorkingItem, WorkingSlot
from engine.memory.store import WorkingStore
from engine.memory.writing.border import checked_refs
from engine.settings import MemorySettings
from engine.vault import UnitOfWork, Vault
from engine.written import storable

RESOLVED_SHOWN = 20


class WorkingMemory:
    """What is on the companion's mind. Every change joins the caller's unit of work on the same thread."""

    def __init__(self, vault: Vault, store: WorkingStore, clock: Clock, settings: MemorySettings) -> None:
        self._vault = vault
        self._store = store
        self._clock = clock
        self._most = settings.working_items

    def read(self) -> Working:
        """All of it as it stands."""
        items = self._store.open_items()

        def of(slot: WorkingSlot) -> tuple[WorkingItem, ...]:
            return tuple(item for item in items if item.slot is slot)

        contexts = of(WorkingSlot.CONTEXT)
        return Working(
            context=contexts[-1] if contexts else None,
            tasks=of(WorkingSlot.TASK),
            references=of(WorkingSlot.REFERENCE),
            unresolved=of(WorkingSlot.UNRESOLVED),
            resolved=tuple(self._store.resolved(RESOLVED_SHOWN)),
        )

    def set_context(self, text: str, sources: Iterable[str] = ()) -> WorkingItem:
        """Say what is going on now; takes the place of what was said before."""
        with self._vault.unit() as unit:
            self._store.clear(unit, WorkingSlot.CONTEXT)
            item = self._add(unit, WorkingSlot.CONTEXT, text, sources)
            unit.commit()
        return item

    def add(self, slot: WorkingSlot, text: str, sources: Iterable[str] = ()) -> WorkingItem:
        """Add a task, a reference or an unresolved question; one that is open already is returned as it is.

        Where there are too many, what has waited longest is let go of ([A] §9).
        """
        if slot is WorkingSlot.CONTEXT:
            return self.set_context(text, sources)
        with self._writing() as unit:
            wanted = storable(text).strip()
            waiting = [item for item in self._store.open_items() if item.slot is slot]
            known = next((item for item in waiting if item.text == wanted), None)
            if known is not None:
                return known
            added = self._add(unit, slot, text, sources)
            over = max(0, len(waiting) + 1 - self._most)
            self._store.drop(unit, [item.id for item in waiting[:over]])
            return added

    def resolve(self, item_id: str, how: str) -> WorkingItem:
        """Settle a task or a question and keep how. Raises NodeMissingError, InvalidInputError."""
        if not how.strip():
            raise InvalidInputError("how", "is empty", "Say how it was resolved.")
        item = self._store.item(item_id)
        if item is None or item.resolved_at is not None:
            raise NodeMissingError("Nothing open has this id.", "Look at what is open.")
        with self._writing() as unit:
            return self._store.resolve(unit, item, self._clock.now(), storable(how).strip())

    def let_go(self, item_id: str) -> None:
        """Take something open off its mind; what was settled stays."""
        item = self._store.item(item_id)
        if item is not None and item.resolved_at is None:
            with self._writing() as unit:
                self._store.drop(unit, [item_id])

    def clear(self, slot: WorkingSlot) -> None:
        """Empty a slot of everything open, such as the references of an episode that is over."""
        with self._writing() as unit:
            self._store.clear(unit, slot)

    @contextmanager
    def _writing(self) -> Iterator[UnitOfWork]:
        with self._vault.unit() as unit:
            yield unit
            unit.commit()

    def _add(self, unit: UnitOfWork, slot: WorkingSlot, text: str, sources: Iterable[str]) -> WorkingItem:
        wanted = storable(text).strip()
        if not wanted:
            raise InvalidInputError("text", "is empty")
        item = WorkingItem(new_id("w"), slot, wanted, checked_refs(sources), self._clock.now())
        self._store.add(unit, item)
        return item
