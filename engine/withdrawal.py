"""Withdrawal: what is taken back stops shaping anything, through everything that was made from it.

A ref names a thing that can be cited: `step:<id>`, `fact:<id>`, `node:<id>`, `document:<id>`, `episode:<id>`.
Rooms that derive things implement `Derived`; `spread` goes on until nothing new is reached (`one-mind.md`, "Claims
about the person").
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

from engine.ids import Refs
from engine.vault import UnitOfWork


class Derived(Protocol):
    """A room that keeps things made from others, each citing its sources."""

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide all that cites one of `refs`, inside `unit`; returns the refs of what was hidden by it."""

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good all that cites one of `refs`, its text included; returns the refs of what went."""

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Undo what `withdraw` did for `refs`, which stand again; returns the refs of what stands again with them.

        What is hidden for another reason too stays hidden.
        """

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach, one step far. Writes nothing."""


class Personal(Derived, Protocol):
    """A room that keeps things of persons beyond what cites anything."""

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one, inside `unit`; returns the refs that went."""

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of all that `forget_person` would delete. Writes nothing."""


class Own(Derived, Protocol):
    """A room that keeps things of each companion, which are nobody else's."""

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete everything that a companion keeps, with whomever, inside `unit`; returns the refs that went."""

    def kept_by(self, companion: str) -> Refs:
        """The refs of all that `forget_companion` would delete. Writes nothing."""


class Coordinator(Protocol):
    """Who is told of every withdrawal, so that it takes effect everywhere before the next answer."""

    def withdraw(self, refs: Iterable[str]) -> Refs:
        """Hide what `refs` name and all that rests on it, within the caller's unit; returns all that was reached."""

    def restore(self, refs: Collection[str]) -> Refs:
        """Undo a withdrawal of `refs`, within the caller's unit; returns what stands again."""


def spread_withdrawal(derived: Sequence[Derived], unit: UnitOfWork, refs: Iterable[str]) -> Refs:
    """Hide everything that rests on `refs`, however far; returns all that was reached, `refs` included."""
    return _spread(refs, lambda fresh: [room.withdraw(unit, fresh) for room in derived])


def spread_restoration(derived: Sequence[Derived], unit: UnitOfWork, refs: Iterable[str]) -> Refs:
    """Bring back everything that was hidden for `refs` alone, however far; returns what came back."""
    back: list[Refs] = []

    def restored(fresh: Refs) -> list[Refs]:
        found = [room.restore(unit, fresh) for room in derived]
        back.extend(found)
        return found

    _spread(refs, restored)
    return frozenset().union(*back)


def spread_erasure(derived: Sequence[Derived], unit: UnitOfWork, refs: Iterable[str]) -> Refs:
    """Delete everything that rests on `refs`, however far; returns all that was reached, `refs` included."""
    return _spread(refs, lambda fresh: [room.erase(unit, fresh) for room in derived])


def reach(derived: Sequence[Derived], refs: Iterable[str]) -> Refs:
    """What a withdrawal of `refs` would reach, `refs` included. Writes nothing."""
    return _spread(refs, lambda fresh: [room.citing(fresh) for room in derived])


def _spread(refs: Iterable[str], step: Callable[[Refs], list[Refs]]) -> Refs:
    reached = frozenset(refs)
    fresh = reached
    while fresh:
        found = frozenset().union(*step(fresh))
        fresh = found - reached
        reached |= fresh
    return reached


__all__ = [
    "Coordinator",
    "Derived",
    "Own",
    "Personal",
    "Refs",
    "reach",
    "spread_erasure",
    "spread_restoration",
    "spread_withdrawal",
]
