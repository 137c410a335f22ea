"""How this room writes: in one unit, and told afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.clock import Clock
from engine.events import EventBus
from engine.intent.events import IntentChanged
from engine.intent.records import Kept
from engine.intent.store import IntentStore
from engine.vault import Vault


@dataclass(frozen=True, slots=True)
class Keeper:
    """What the books of this room share: where records are kept, the time, and who hears of a change."""

    vault: Vault
    store: IntentStore
    clock: Clock
    events: EventBus

    @contextmanager
    def changing(self) -> Iterator[Callable[[Kept], None]]:
        """A unit of work that gives what writes a record; afterwards what was written is told.

        What is read within is as it is until the change is made: threads take turns.
        """
        kept: list[Kept] = []
        with self.vault.unit() as unit:

            def keep(record: Kept) -> None:
                self.store.put(unit, record)
                kept.append(record)

            yield keep
            unit.commit()
        self.tell(*kept)

    def tell(self, *records: Kept) -> None:
        """Say that records are durable and new, or others than they were."""
        for record in records:
            self.events.publish(IntentChanged(record.ref))
