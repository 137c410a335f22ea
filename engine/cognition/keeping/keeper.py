"""How records are written: in one unit of work, with the Episodes of what they cite, and told afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from engine.clock import Clock
from engine.cognition.errors import CognitionMissingError
from engine.cognition.events import CognitionChanged
from engine.cognition.keeping.records import Kept
from engine.cognition.keeping.sources import Sources
from engine.cognition.keeping.store import CognitionStore
from engine.events import EventBus
from engine.vault import Vault

K = TypeVar("K", bound=Kept)


@dataclass(frozen=True, slots=True)
class Keeper:
    """What the books of this room share: where records are kept, what they may rest on, the time, who hears of it."""

    vault: Vault
    store: CognitionStore
    sources: Sources
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
                self.store.put(unit, record, self.sources.episodes(record.all_cites()))
                kept.append(record)

            yield keep
            unit.commit()
        for record in kept:
            self.events.publish(CognitionChanged(record.ref))

    def one(self, kind: type[K], record_id: str) -> K:
        """The standing record of that id. Raises CognitionMissingError."""
        found = self.store.one(kind, record_id.removeprefix(f"{kind.kind}:"))
        if found is None:
            raise CognitionMissingError(f"There is no such {kind.kind}.")
        return found

    def today(self) -> date:
        """The person's own day."""
        return self.clock.local().date()
