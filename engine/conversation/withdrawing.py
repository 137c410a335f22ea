"""How what was said, and what the companion made of it, goes again (`engine.withdrawal`)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine.clock import Clock
from engine.conversation.store import (
    erase_reflection,
    hide_reflection,
    note_path_of,
    reflected,
    settle_outstanding,
    show_reflection,
)
from engine.errors import NotFoundError
from engine.events import Event
from engine.trail import GIVEN_KINDS, Step, StepKind, Trail
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

STEP, REFLECTION = "step:", "reflection:"
AT_ONCE = timedelta(seconds=10)
"""What goes within so long of its source went with it."""


@dataclass(frozen=True, slots=True)
class ClaimsMoved(Event):
    """What may shape answers is not what it was."""

    refs: Refs


@dataclass(frozen=True, slots=True)
class Withdrawn(ClaimsMoved):
    """Things were taken back, and have left everything that the model reads."""


@dataclass(frozen=True, slots=True)
class Restored(ClaimsMoved):
    """A withdrawal was undone: these may be found again."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Implements `Derived` over Steps and reflections, and `Own` over reflections.

    What the companion said rests on the utterance it answers and on what was recalled for it; a reflection rests on
    every Step of its round. What the person said rests on nothing but itself.
    """

    vault: Vault
    trail: Trail
    clock: Clock

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Put tombstones on the Steps among `refs` and on what was made of them; hide the reflections on it."""
        made = [step for step in self.trail.made_from(refs) if step.withdrawn_at is None]
        going = [*self._named(refs), *made]
        for step in going:
            self.trail.withdraw(step.id)
        loops = reflected(self.vault, _loops(going))
        for loop_id in loops:
            self._hide(unit, loop_id)
        return (_refs(made) | _reflections(loops)) - refs

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the Steps among `refs`, what was made of them, and the reflections on it."""
        made = self.trail.made_from(refs)
        going = {step.id: step for step in (*self._named(refs), *made)}
        loops = self._reflected(_loops(going.values()))
        for loop_id in loops:
            self._take_note(unit, loop_id)
            erase_reflection(unit, loop_id)
        for loop_id in _loops(going.values()):
            # What waits to be reflected on holds quotes of its own.
            settle_outstanding(unit, loop_id)
        if going:
            self.trail.erase(list(going))
        return (_refs(made) | _reflections(loops)) - refs

    def citing(self, refs: Refs) -> Refs:
        """What would go, one step far; what is hidden already is counted too, since erasing reaches it."""
        made = self.trail.made_from(refs)
        loops = self._reflected(_loops([*self._named(refs), *made]))
        return (_refs(made) | _reflections(loops)) - refs

    def loops_of(self, refs: Refs) -> set[str]:
        """The rounds in which the Steps among `refs` stand."""
        return _loops(self._named(refs))

    def reflected(self, person: str | None = None) -> frozenset[str]:
        """The loops of this person, or another one, that were thought back on; withdrawn ones too."""
        _, loops, _ = self.trail.extent(person)
        return self._reflected(loops)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> None:
        """Delete all that was said with this person, or another one, and every reflection on it."""
        for loop_id in self.reflected(person):
            self._take_note(unit, loop_id)
            erase_reflection(unit, loop_id)
        for loop_id in self.trail.extent(person)[1]:
            settle_outstanding(unit, loop_id)
        self.trail.forget_person(unit, person)

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete what a companion thought back on, and what it still had to; what was said stays, and is nobody's."""
        kept, (_, loops) = self.kept_by(companion), self.trail.of_companion(companion)
        for loop_id in loops:
            self._take_note(unit, loop_id)
            erase_reflection(unit, loop_id)
        self.trail.disown(unit, companion)
        return kept

    def kept_by(self, companion: str) -> Refs:
        """The refs of all that a companion thought back on, withdrawn ones too."""
        return _reflections(self._reflected(self.trail.of_companion(companion)[1]))

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Undo a withdrawal: Steps among `refs` may be recalled again, with what was made of nothing else."""
        back = [step for step in self._named(refs) if step.withdrawn_at is not None]
        restored: list[Step] = []
        while back:
            for step in back:
                self.trail.restore(step.id)
            restored += back
            back = [step for step in self.trail.made_from(_refs(back)) if self._went_with(step, back)]
        shown = reflected(self.vault, _loops(restored), withdrawn=True)
        for loop_id in shown:
            self._show(unit, loop_id)
        return _refs(restored) | _reflections(shown)

    def _named(self, refs: Refs) -> list[Step]:
        """The Steps among `refs`; one that was erased already is none."""
        found = []
        for ref in sorted(refs):
            if ref.startswith(STEP):
                try:
                    found.append(self.trail.step(ref.removeprefix(STEP)))
                except NotFoundError:
                    continue
        return found

    def _went_with(self, made: Step, back: Sequence[Step]) -> bool:
        """Whether `made` was hidden for the sake of one of `back`, and nothing it rests on is withdrawn any more."""
        gone = made.withdrawn_at
        times = [step.withdrawn_at for step in back if step.withdrawn_at is not None]
        return (
            gone is not None
            and any(timedelta(0) <= gone - each <= AT_ONCE for each in times)
            and self._stands(made)
        )

    def _stands(self, made: Step) -> bool:
        round_of = self.trail.steps_of(made.loop_id)
        given = [step for step in round_of if step.kind in GIVEN_KINDS]
        recalled = {
            each if each.startswith(STEP) else f"{STEP}{each}"
            for step in round_of
            if step.kind is StepKind.RECALL
            for each in _words(step.details)
        }
        return all(step.withdrawn_at is None for step in (*given, *self._named(frozenset(recalled))))

    def _reflected(self, loops: Collection[str]) -> frozenset[str]:
        return reflected(self.vault, loops) | reflected(self.vault, loops, withdrawn=True)

    def _hide(self, unit: UnitOfWork, loop_id: str) -> None:
        path = note_path_of(self.vault, loop_id)
        note = None if path is None else self.vault.documents.get(path)
        self._take_note(unit, loop_id)
        hide_reflection(unit, loop_id, self.clock.now(), note)

    def _take_note(self, unit: UnitOfWork, loop_id: str) -> None:
        path = note_path_of(self.vault, loop_id)
        if path is not None:
            self.vault.documents.remove(unit, path)

    def _show(self, unit: UnitOfWork, loop_id: str) -> None:
        note = show_reflection(unit, loop_id)
        if note is not None:
            self.vault.documents.put(unit, *note)


def _refs(steps: Iterable[Step]) -> Refs:
    return frozenset(f"{STEP}{step.id}" for step in steps)


def _reflections(loops: Iterable[str]) -> Refs:
    return frozenset(f"{REFLECTION}{loop_id}" for loop_id in loops)


def _loops(steps: Iterable[Step]) -> set[str]:
    return {step.loop_id for step in steps}


def _words(details: Any) -> Iterator[str]:
    """Every string in a JSON value."""
    if isinstance(details, str):
        yield details
    elif isinstance(details, dict | list):
        for each in details.values() if isinstance(details, dict) else details:
            yield from _words(each)
