"""The growth intention: one thing to do differently, reflect → intend → check → grow ([E] §6.4)."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.ids import new_id
from engine.intent.errors import IntentMissingError, IntentMoveError
from engine.intent.keeping import Keeper
from engine.intent.records import Check, Intention, IntentionStatus
from engine.written import line, optional

LONGEST_REFLECTION = 2000


class Step(StrEnum):
    """What can happen to an intention."""

    INTEND = "intend"
    CHECK = "check"
    GROW = "grow"
    REPLACE = "replace"


_CURRENT = (IntentionStatus.REFLECTED, IntentionStatus.INTENDED, IntentionStatus.CHECKED)
STEPS = {
    (IntentionStatus.REFLECTED, Step.INTEND): IntentionStatus.INTENDED,
    (IntentionStatus.INTENDED, Step.CHECK): IntentionStatus.CHECKED,
    (IntentionStatus.CHECKED, Step.CHECK): IntentionStatus.CHECKED,
    (IntentionStatus.CHECKED, Step.GROW): IntentionStatus.GROWN,
} | {(status, Step.REPLACE): IntentionStatus.REPLACED for status in _CURRENT}


def stepped(intention: Intention, step: Step, at: datetime, **changes: Any) -> Intention:
    """The intention after `step`. Raises IntentMoveError; it grows only from a check that it was followed."""
    status = STEPS.get((intention.status, step))
    if status is None:
        raise IntentMoveError(f"An intention that is {intention.status.value} cannot {step.value}.")
    if step is Step.GROW and not intention.checks[-1].followed:
        raise IntentMoveError("It was not followed at the last check.", "Check it again, or replace it.")
    return intention.model_copy(update={**changes, "status": status, "updated_at": at})


class IntentionBook:
    """The one current intention of a companion with a person, and those before it."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper, self._clock = keeper, keeper.clock

    def all(self) -> list[Intention]:
        """Oldest first; at most the last one is current."""
        return self._keeper.store.all(Intention)

    def current(self) -> Intention | None:
        """What it tries to do differently now, or has reflected on without intending yet."""
        return next((each for each in reversed(self.all()) if each.status in _CURRENT), None)

    def reflect(self, reflection: str, cites: tuple[str, ...] = ()) -> Intention:
        """Begin with what was noticed; takes the place of the current one. Raises InvalidInputError."""
        noticed = line(reflection, "reflection", LONGEST_REFLECTION)
        return self._begin(IntentionStatus.REFLECTED, reflection=noticed, cites=cites)

    def intend(self, what: str, reflection: str = "", cites: tuple[str, ...] = ()) -> Intention:
        """Say the one thing to do differently: out of what was reflected, or in the place of the current one."""
        wanted = line(what, "what")
        noticed = optional(reflection, "reflection", LONGEST_REFLECTION)
        with self._keeper.changing() as keep:
            current = self.current()
            if current is not None and current.status is IntentionStatus.REFLECTED and not noticed:
                intended = stepped(current, Step.INTEND, self._clock.now(), what=wanted)
                keep(intended)
                return intended
            return self._begin(IntentionStatus.INTENDED, what=wanted, reflection=noticed, cites=cites)

    def check(self, *, followed: bool, note: str = "") -> Intention:
        """Whether it was followed through since. Raises IntentError."""
        now, said = self._clock.now(), optional(note, "note")
        with self._keeper.changing() as keep:
            current = self._standing()
            checks = (*current.checks, Check(at=now, followed=followed, note=said))
            checked = stepped(current, Step.CHECK, now, checks=checks)
            keep(checked)
        return checked

    def grow(self, lesson: str = "") -> Intention:
        """It is achieved: part of who the companion is. Raises IntentError."""
        learnt = optional(lesson, "lesson")
        with self._keeper.changing() as keep:
            grown = stepped(self._standing(), Step.GROW, self._clock.now(), lesson=learnt)
            keep(grown)
        return grown

    def _standing(self) -> Intention:
        current = self.current()
        if current is None:
            raise IntentMissingError("There is no intention now.", "Set one first.")
        return current

    def _begin(self, status: IntentionStatus, **given: Any) -> Intention:
        now = self._clock.now()
        begun = Intention(id=new_id("i"), created_at=now, updated_at=now, status=status, **given)
        with self._keeper.changing() as keep:
            current = self.current()
            if current is not None:
                keep(stepped(current, Step.REPLACE, now))
            keep(begun)
        return begun
