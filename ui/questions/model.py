"""The view-model of questions: those that wait, those that are settled, and how willing the companion is. No Qt."""

from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from engine.person.records import Answer, Effort, Fact, Question, QuestionStatus
from ui.doors import Door, Fault, Loading
from ui.facts import Changes, Done, operations
from ui.observable import Signal
from ui.seeking import holds

ASKER = "questions"


class EffortKeeper(Protocol):
    """Where the person's choice of how much is asked is kept. Both verbs return at once."""

    def level(self) -> Effort:
        """What is chosen."""

    def keep(self, level: Effort) -> None:
        """Choose `level` from now on."""


class Shelf(StrEnum):
    """Which questions are shown."""

    WAITING = "waiting"
    ANSWERED = "answered"
    DISMISSED = "dismissed"


SHELVES = {
    QuestionStatus.OPEN: Shelf.WAITING,
    QuestionStatus.ASKED: Shelf.WAITING,
    QuestionStatus.LATER: Shelf.WAITING,
    QuestionStatus.ANSWERED: Shelf.ANSWERED,
    QuestionStatus.DISMISSED: Shelf.DISMISSED,
    QuestionStatus.WITHDRAWN: Shelf.DISMISSED,
}


class Questions:
    """Questions and the verbs of the place. Whichever is settled makes way for the next one."""

    def __init__(self, door: Door, changes: Changes, effort: EffortKeeper) -> None:
        self._door, self.changes, self._effort = door, changes, effort
        self.steps = changes.steps[ASKER]
        self._questions: list[Question] = []
        self._facts: dict[str, Fact] = {}
        self._replies: dict[str, str] = {}
        self.shelf = Shelf.WAITING
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.current: Question | None = None
        self._place = 0
        self._revealing = ""
        self.listed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew
        self.lost: Signal[[]] = Signal()  # what was to be revealed is nowhere
        changes.made.connect(self._on_made)
        changes.put_off.connect(self._on_moved)
        changes.taken_up.connect(self._on_moved)

    def __len__(self) -> int:
        """How many wait."""
        return self.count(Shelf.WAITING)

    def count(self, shelf: Shelf) -> int:
        return sum(SHELVES[question.status] is shelf for question in self._questions)

    def shown(self) -> list[Question]:
        """What the list shows, newest first; what is put off comes last."""
        return self._on(self.shelf)

    def waiting(self) -> list[Question]:
        """What waits, newest first; what is put off comes last."""
        return self._on(Shelf.WAITING)

    def seen_to(self, day: date) -> bool:
        """Whether the person answered, dismissed or put off one on that day of theirs."""
        return any(
            at is not None and at.astimezone().date() == day for at in map(_seen_to_at, self._questions)
        )

    def found(self, needle: str) -> list[tuple[str, str]]:
        """The id and the words of each that holds all words of `needle`, what waits first."""
        every = [question for shelf in Shelf for question in self._on(shelf)]
        return [(one.id, one.text) for one in every if holds(needle, one.text)]

    def _on(self, shelf: Shelf) -> list[Question]:
        chosen = [question for question in self._questions if SHELVES[question.status] is shelf]
        chosen.sort(key=lambda question: question.updated_at, reverse=True)
        return sorted(chosen, key=lambda question: question.status is QuestionStatus.LATER)

    def sides(self, question: Question) -> list[Fact]:
        """The facts that a question is about."""
        return [self._facts[each] for each in question.about if each in self._facts]

    def answers(self, question: Question) -> list[Fact]:
        """The facts that its answer gave."""
        return [self._facts[each] for each in question.answer_ids if each in self._facts]

    def reply(self, question: Question) -> str:
        """What the person said to it in conversation, "" for nothing."""
        return self._replies.get(question.id, "")

    def load(self) -> None:
        """Read everything anew; what is shown stays meanwhile."""
        if self.loading is Loading.LOADING:
            return
        self.loading, self.fault = Loading.LOADING, None
        operations.questions(self._door, self._loaded, self._not_loaded, self._replied)
        operations.facts(self._door, self._known, lambda _: None)
        self.listed.emit()

    def choose_shelf(self, shelf: Shelf) -> None:
        self.shelf, self.current = shelf, None
        self.listed.emit()
        self.detailed.emit()

    def select(self, question_id: str) -> None:
        self.current = next((one for one in self._questions if one.id == question_id), None)
        ids = [one.id for one in self.shown()]
        self._place = ids.index(question_id) if question_id in ids else 0
        self.detailed.emit()

    def reveal(self, question_id: str) -> None:
        """Choose one on whichever shelf it stands; once it was read, where it is new here."""
        found = next((one for one in self._questions if one.id == question_id), None)
        if found is None:
            self._revealing = question_id
            self.load()
            return
        self._revealing = ""
        self.shelf = SHELVES[found.status]
        self.select(question_id)
        self.listed.emit()

    def answer(self, given: Answer) -> None:
        """Settle the chosen question."""
        if self.current is not None:
            self.changes.answer(self.current, given, ASKER)

    def later(self) -> None:
        """Ask the chosen one another time."""
        if self.current is not None:
            self.changes.later(self.current, ASKER)

    def dismiss(self) -> None:
        """Never ask the chosen one again."""
        if self.current is not None:
            self.changes.dismiss(self.current, ASKER)

    @property
    def effort(self) -> Effort:
        """How willing the companion is to ask."""
        return self._effort.level()

    def choose_effort(self, level: Effort) -> None:
        self._effort.keep(level)
        self.listed.emit()

    def _loaded(self, questions: list[Question]) -> None:
        self.loading = Loading.READY
        self._questions = questions
        self._renew_current()
        if any(one.id == self._revealing for one in questions):
            self.reveal(self._revealing)
        elif self._revealing:
            self.lost.emit()
        self._revealing = ""
        self.listed.emit()

    def _replied(self, replies: dict[str, str]) -> None:
        self._replies = replies

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault, self._revealing = Loading.FAILED, fault, ""
        self.listed.emit()
        if self._questions:
            self.unread.emit(fault)

    def _known(self, facts: list[Fact]) -> None:
        self._facts = {fact.id: fact for fact in facts}
        self.detailed.emit()

    def _on_made(self, done: Done) -> None:
        """A change may open, settle or reopen questions, whoever asked for it."""
        if self._questions or done.asker == ASKER:
            self.load()

    def _on_moved(self, kept: Question, _: str) -> None:
        self._questions = [kept if one.id == kept.id else one for one in self._questions]
        self._renew_current()
        self.listed.emit()

    def _renew_current(self) -> None:
        """The chosen question as it is now; where it left this shelf, the one that stands in its place."""
        wanted = self.current.id if self.current is not None else ""
        shown = self.shown()
        next_one = shown[min(self._place, len(shown) - 1)] if shown and wanted else None
        self.current = next((one for one in shown if one.id == wanted), next_one)
        self.detailed.emit()


def _seen_to_at(question: Question) -> datetime | None:
    """When the person settled it or put it off; what they never saw was neither."""
    if question.status in (QuestionStatus.ANSWERED, QuestionStatus.DISMISSED):
        return question.settled_at
    moved = question.updated_at != question.created_at  # one of what is missing waits from the first
    return question.updated_at if question.status is QuestionStatus.LATER and moved else None
