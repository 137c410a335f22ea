"""Changes of facts on their way to the mind and back: what changed, and who asked. No Qt."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.person.records import Answer, Fact, Lens, Outcome, Question, QuestionStatus
from ui.doors import Door, Fault, OnFailure
from ui.facts import operations
from ui.facts.records import Change
from ui.history import Steps, Way
from ui.observable import Signal

DISMISS = "dismiss"
Ask = Callable[[operations.OnChange, OnFailure], None]
"""Asks for a change: the first is called with what it did, or the second with what went wrong."""


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
        self.steps: defaultdict[str, Steps] = defaultdict(Steps)  # what each asker did, with the ways back
        self.made: Signal[[Done]] = Signal()
        self.failed: Signal[[Fault, str]] = Signal()
        self.put_off: Signal[[Question, str]] = Signal()
        self.taken_up: Signal[[Question, str]] = Signal()  # it was put off, and is as it was before

    def remember(self, text: str, lens: Lens | None, asker: str) -> None:
        self._ask("remember", partial(operations.remember, self._door, text, lens), asker)

    def correct(self, fact: Fact, text: str, asker: str) -> None:
        self._ask("correct", partial(operations.correct, self._door, fact.id, text), asker)

    def forget(self, fact: Fact, asker: str) -> None:
        self._ask("forget", partial(operations.forget, self._door, fact.id), asker)

    def dispute(self, fact: Fact, asker: str) -> None:
        self._ask("dispute", partial(operations.dispute, self._door, fact.id), asker)

    def keep_private(self, fact: Fact, asker: str, *, private: bool) -> None:
        verb = "hide" if private else "show"
        self._ask(verb, partial(operations.keep_private, self._door, fact.id, private), asker)

    def answer(self, question: Question, given: Answer, asker: str) -> None:
        self._ask("answer", partial(operations.answer, self._door, question.id, given), asker)

    def dismiss(self, question: Question, asker: str) -> None:
        self._ask(DISMISS, partial(operations.dismiss, self._door, question.id), asker)

    def later(self, question: Question, asker: str) -> None:
        note = self.steps[asker].noting()

        def kept(now: Question) -> None:
            note(partial(self._take_up, question, asker))
            self.put_off.emit(now, asker)

        operations.later(self._door, question.id, None, kept, self._broken(asker))

    def _take_up(self, before: Question, asker: str) -> None:
        """Take back that it was put off: it waits as it did before, if that was for another day too."""
        note = self.steps[asker].noting()

        def taken_up(now: Question) -> None:
            note(partial(self.later, before, asker))
            self.taken_up.emit(now, asker)

        if before.status is QuestionStatus.LATER:
            operations.later(self._door, before.id, before.later_until, taken_up, self._broken(asker))
        else:
            operations.take_up(self._door, before.id, taken_up, self._broken(asker))

    def undo(self, update_id: str, asker: str, again: Way | None = None) -> None:
        """Take back one change, the last or not; `again` asks for it once more."""
        note = self.steps[asker].noting()

        def told(change: Change) -> None:
            note(again)
            self.made.emit(Done(change, asker, "undo", undoes=update_id))

        operations.undo(self._door, update_id, told, self._broken(asker))

    def _ask(self, verb: str, ask: Ask, asker: str) -> None:
        note = self.steps[asker].noting()
        again = partial(self._ask, verb, ask, asker)

        def told(change: Change) -> None:
            done = Done(change, asker, verb)
            note(partial(self.undo, change.update, asker, again) if done.undoable else None)
            self.made.emit(done)

        ask(told, self._broken(asker))

    def _broken(self, asker: str) -> OnFailure:
        return lambda fault: self.failed.emit(fault, asker)
