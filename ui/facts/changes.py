"""Changes of facts on their way to the mind and back: what changed, and who asked. No Qt."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.person.records import Answer, Fact, Lens, Outcome, Question
from ui.doors import Door, Fault
from ui.facts import operations
from ui.facts.records import Change
from ui.observable import Signal

DISMISS = "dismiss"


@dataclass(frozen=True, slots=True)
class Done:
    """A change that came back: who asked for it, and which verb it was; `undoes` names the change taken back."""

    change: Change
    asker: str
    verb: str
    undoes: str = ""

    @property
    def undoable(self) -> bool:
        """Whether there is something to take back."""
        changed = bool(self.change.facts) or self.verb == DISMISS
        return self.verb != "undo" and self.change.outcome in _KEPT and changed


_KEPT = frozenset({Outcome.COMMITTED, Outcome.CONFIRMED, Outcome.DISPUTED, Outcome.ASKED})


class Changes:
    """Every verb names its asker; `made` and `failed` tell everyone, so that each view takes what is its own."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.last: Done | None = None
        self.made: Signal[[Done]] = Signal()
        self.failed: Signal[[Fault, str]] = Signal()
        self.put_off: Signal[[Question, str]] = Signal()

    def remember(self, text: str, lens: Lens | None, asker: str) -> None:
        operations.remember(self._door, text, lens, self._told(asker, "remember"), self._broken(asker))

    def correct(self, fact: Fact, text: str, asker: str) -> None:
        operations.correct(self._door, fact.id, text, self._told(asker, "correct"), self._broken(asker))

    def forget(self, fact: Fact, asker: str) -> None:
        operations.forget(self._door, fact.id, self._told(asker, "forget"), self._broken(asker))

    def dispute(self, fact: Fact, asker: str) -> None:
        operations.dispute(self._door, fact.id, self._told(asker, "dispute"), self._broken(asker))

    def keep_private(self, fact: Fact, asker: str, *, private: bool) -> None:
        verb = "hide" if private else "show"
        operations.keep_private(self._door, fact.id, private, self._told(asker, verb), self._broken(asker))

    def answer(self, question: Question, given: Answer, asker: str) -> None:
        operations.answer(self._door, question.id, given, self._told(asker, "answer"), self._broken(asker))

    def dismiss(self, question: Question, asker: str) -> None:
        operations.dismiss(self._door, question.id, self._told(asker, DISMISS), self._broken(asker))

    def later(self, question: Question, asker: str) -> None:
        operations.later(
            self._door, question.id, lambda kept: self.put_off.emit(kept, asker), self._broken(asker)
        )

    def undo(self, update_id: str, asker: str) -> None:
        told = self._told(asker, "undo", undoes=update_id)
        operations.undo(self._door, update_id, told, self._broken(asker))

    def _told(self, asker: str, verb: str, undoes: str = "") -> Callable[[Change], None]:
        def told(change: Change) -> None:
            self.last = Done(change, asker, verb, undoes)
            self.made.emit(self.last)

        return told

    def _broken(self, asker: str) -> Callable[[Fault], None]:
        return lambda fault: self.failed.emit(fault, asker)
