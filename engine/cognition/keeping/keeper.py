"""How records are written: in one unit of work, with the Episodes of what they cite, and told afterwards.

What a belief may rest on was said, done or read; the companion's own words alone are no source.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import TypeVar

from engine.clock import Clock
from engine.cognition.keeping.records import (
    CognitionChanged,
    CognitionMissingError,
    Kept,
    Origin,
    UnsourcedError,
)
from engine.cognition.keeping.store import CognitionStore
from engine.errors import InvalidInputError, NotFoundError
from engine.events import Event, EventBus
from engine.ids import PROGRAMS
from engine.trail import GIVEN_KINDS, Step, Trail
from engine.vault import Vault

STEP, FACT, DOCUMENT = "step:", "fact:", "document:"
KNOWN = (
    STEP, FACT, DOCUMENT, "node:", "episode:", "goal:", "model:", "prediction:", "insight:", "trail:", *PROGRAMS,
)  # fmt: skip

K = TypeVar("K", bound=Kept)
Keep = Callable[[Kept], None]


class Sources:
    """Looks at refs for the books of this room ([E] §14.9)."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def require(self, cites: Sequence[str], origin: Origin, *, about_person: bool = False) -> tuple[str, ...]:
        """`cites`, each once. What the person did not write needs something that was said, done or read.

        What it says about a person needs a fact, or what was said or done; nothing that was only read will do.

        Raises UnsourcedError, InvalidInputError for what is no ref, NotFoundError for a Step that is none.
        """
        named = tuple(dict.fromkeys(cites))
        for ref in named:
            if not ref.startswith(KNOWN):
                raise InvalidInputError("sources", "are refs such as step:<id> or fact:<id>")
        ground = (STEP, FACT) if about_person else (STEP, FACT, DOCUMENT)
        if origin is not Origin.HAND and not any(self._is_ground(ref, ground) for ref in named):
            raise UnsourcedError("Nothing that was said, done or read stands behind this.")
        return named

    def episodes(self, cites: Iterable[str]) -> dict[str, str]:
        """The Episode's ref of each Step among `cites`."""
        found = ((ref, self._step(ref)) for ref in cites if ref.startswith(STEP))
        return {ref: f"episode:{step.episode_id}" for ref, step in found if step is not None}

    def _is_ground(self, ref: str, ground: tuple[str, ...]) -> bool:
        if ref.startswith(STEP):
            return self._trail.step(ref.removeprefix(STEP)).kind in GIVEN_KINDS
        return ref.startswith(ground)

    def _step(self, ref: str) -> Step | None:
        try:
            return self._trail.step(ref.removeprefix(STEP))
        except NotFoundError:
            return None


class Keeper:
    """What the books of this room share: where records are kept, what they may rest on, the time, who hears of it."""

    def __init__(
        self, vault: Vault, store: CognitionStore, sources: Sources, clock: Clock, events: EventBus
    ) -> None:
        self.store, self.sources, self.clock = store, sources, clock
        self._vault, self._events = vault, events
        self._untold: list[Event] = []
        # How many units of work are open in each other; only who writes counts, and there is one at a time.
        self._depth = 0

    @contextmanager
    def changing(self) -> Iterator[Keep]:
        """A unit of work that gives what writes a record; what was written is told once that is durable.

        What is read within is as it is until the change is made: threads take turns.
        """
        kept: list[Kept] = []
        with self._vault.unit() as unit:

            def keep(record: Kept) -> None:
                self.store.put(unit, record, self.sources.episodes(record.all_cites()))
                kept.append(record)

            with self.holding():
                yield keep
            unit.commit()
        for ref in dict.fromkeys(record.ref for record in kept):
            self.tell(CognitionChanged(ref))

    def take_back(self, ref: str) -> None:
        """Delete a record as if it had never been made, unless something was added to it since."""
        known = self.store.any(ref.partition(":")[2])
        if known is None or known.parts():
            return
        with self._vault.unit() as unit:
            self.store.erase(unit, known.id)
            unit.commit()
        self.tell(CognitionChanged(ref))

    def credit(self, record_id: str, by: str) -> bool:
        """Note whose words a record has that was made as if by hand; False where it rests on something else."""
        known = self.store.any(record_id)
        if known is None or known.origin is not Origin.HAND or set(known.cites) - {by}:
            return False
        with self.changing() as keep:
            keep(known.model_copy(update={"origin": Origin.TOOL, "cites": (by,)}))
        return True

    @contextmanager
    def holding(self) -> Iterator[None]:
        """What happens within is part of the caller's unit of work: it is told by `announce`."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def tell(self, event: Event) -> None:
        """Say what happened, now or when it is durable."""
        self._untold.append(event)
        if not self._depth:
            self.announce()

    def announce(self) -> None:
        """Tell what was held back."""
        untold, self._untold = self._untold, []
        for event in untold:
            self._events.publish(event)

    def one(self, kind: type[K], record_id: str) -> K:
        """The standing record of that id. Raises CognitionMissingError."""
        found = self.store.one(kind, record_id.removeprefix(f"{kind.kind}:"))
        if found is None:
            raise CognitionMissingError(f"There is no such {kind.kind}.")
        return found

    def today(self) -> date:
        """The person's own day."""
        return self.clock.local().date()
