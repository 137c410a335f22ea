"""What may be written here, checked where it comes in, and how it is written: in one unit, and told afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.clock import Clock
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.intent.events import IntentChanged
from engine.intent.records import Kept
from engine.intent.store import IntentStore
from engine.vault import Vault

LONGEST = 500
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


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


def line(text: str, field: str, longest: int = LONGEST) -> str:
    """`text` in one line, fit to be stored. Raises InvalidInputError where it is empty or too long."""
    made = optional(text, field, longest)
    if not made:
        raise InvalidInputError(field, "is empty")
    return made


def optional(text: str, field: str, longest: int = LONGEST) -> str:
    """Like `line`, where nothing may be said."""
    readable = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", _UNREADABLE)
    made = " ".join(readable.split())
    if len(made) > longest:
        raise InvalidInputError(field, f"is longer than {longest} characters", "Say it in fewer words.")
    return made
