"""Changes of facts on their way to the mind and back: what changed, and who asked. No Qt."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.person.records import Answer, Fact, Lens, Outcome, Question, QuestionStatus
from ui.doors import Door, Fault
from ui.facts import operations
from ui.facts.records import Change
from ui.history import History
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
        self.history: History[Done] = History()
        self.made: Signal[[Done]] = Signal()
        self.failed: Signal[[Fault, str]] = Signal()
        self.put_off: Signal[[Question, str]] = Signal()
        self.taken_up: Signal[[Question, str]] = Signal()  # it was put off, and is as it was before
        self._before: dict[str, Question] = {}  # what was put off, as it was then

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
        def kept(now: Question) -> None:
            self._before[now.id] = question
            self.put_off.emit(now, asker)

        operations.later(self._door, question.id, None, kept, self._broken(asker))

    def take_up(self, question: Question, asker: str) -> None:
        """Take back that it was put off: it waits as it did before, if that was for another day too."""
        before = self._before.pop(question.id, None)

        def taken_up(now: Question) -> None:
            self.taken_up.emit(now, asker)

        if before is not None and before.status is QuestionStatus.LATER:
            until = before.later_until
            operations.later(self._door, question.id, until, taken_up, self._broken(asker))
        else:
            operations.take_up(self._door, question.id, taken_up, self._broken(asker))

    def undo_last(self, asker: str) -> None:
        """Take back the last change that can be; once more, the one before it."""
        last = self.history.last
        if last is not None:
            self.undo(last.change.update, asker)

    def undo(self, update_id: str, asker: str) -> None:
        """Take back one change, the last or not."""
        self.history.drop(lambda done: done.change.update == update_id)
        told = self._told(asker, "undo", undoes=update_id)
        operations.undo(self._door, update_id, told, self._broken(asker))

    def _told(self, asker: str, verb: str, undoes: str = "") -> Callable[[Change], None]:
        def told(change: Change) -> None:
            done = Done(change, asker, verb, undoes)
            if done.undoable:
                self.history.keep(done)
            self.made.emit(done)

        return told

    def _broken(self, asker: str) -> Callable[[Fault], None]:
        return lambda fault: self.failed.emit(fault, asker)
