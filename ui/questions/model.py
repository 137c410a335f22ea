"""The view-model of questions: those that wait, those that are settled, and how willing the companion is. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from engine.person.records import Answer, Effort, Fact, Question, QuestionStatus
from ui.doors import Door, Fault
from ui.facts import Changes, Done, operations
from ui.shelf.model import Read, Shelf

ASKER = "questions"


class EffortKeeper(Protocol):
    """Where the person's choice of how much is asked is kept. Both verbs return at once."""

    def level(self) -> Effort:
        """What is chosen."""

    def keep(self, level: Effort) -> None:
        """Choose `level` from now on."""


class Board(StrEnum):
    """Which questions are shown."""

    WAITING = "waiting"
    ANSWERED = "answered"
    DISMISSED = "dismissed"


BOARDS = {
    QuestionStatus.OPEN: Board.WAITING,
    QuestionStatus.ASKED: Board.WAITING,
    QuestionStatus.LATER: Board.WAITING,
    QuestionStatus.ANSWERED: Board.ANSWERED,
    QuestionStatus.DISMISSED: Board.DISMISSED,
    QuestionStatus.WITHDRAWN: Board.DISMISSED,
}


class Questions(Shelf[Question]):
    """Questions, newest first, what is put off last; whichever is settled makes way for the next one.

    What became of one is told by `changes`, as others ask for the same changes.
    """

    boards = tuple(Board)

    def __init__(self, door: Door, changes: Changes, effort: EffortKeeper) -> None:
        super().__init__(door)
        self.changes, self._effort = changes, effort
        self.steps = changes.steps[ASKER]
        self._facts: dict[str, Fact] = {}
        self._replies: dict[str, str] = {}
        changes.made.connect(self._on_made)
        for moved in (changes.put_off, changes.taken_up):
            moved.connect(lambda _question, _asker: self.load())

    def sources(self) -> Mapping[str, Read[Question]]:
        return {"questions": self._read_questions}

    def key_of(self, item: Question) -> str:
        return item.id

    def stands(self, item: Question, board: str) -> bool:
        return BOARDS[item.status] == board

    def words_of(self, item: Question) -> str:
        return item.text

    def load(self) -> None:
        """Read everything anew, what they are about too."""
        operations.facts(self._door, self._known, lambda _: None)
        super().load()

    def waiting(self) -> list[Question]:
        """What waits, newest first; what is put off comes last."""
        return [one for one in self.items if self.stands(one, Board.WAITING)]

    def seen_to(self, day: date) -> bool:
        """Whether the person answered, dismissed or put off one on that day of theirs."""
        return any(at is not None and at.astimezone().date() == day for at in map(_seen_to_at, self.items))

    def about(self, question: Question) -> list[Fact]:
        """The facts that a question is about."""
        return [self._facts[each] for each in question.about if each in self._facts]

    def answers(self, question: Question) -> list[Fact]:
        """The facts that its answer gave."""
        return [self._facts[each] for each in question.answer_ids if each in self._facts]

    def reply(self, question: Question) -> str:
        """What the person said to it in conversation, "" for nothing."""
        return self._replies.get(question.id, "")

    def answer(self, question: Question, given: Answer) -> None:
        """Settle it."""
        self.changes.answer(question, given, ASKER)

    def later(self, question: Question) -> None:
        """Ask it another time."""
        self.changes.later(question, ASKER)

    def dismiss(self, question: Question) -> None:
        """Never ask it again."""
        self.changes.dismiss(question, ASKER)

    @property
    def effort(self) -> Effort:
        """How willing the companion is to ask."""
        return self._effort.level()

    def choose_effort(self, level: Effort) -> None:
        self._effort.keep(level)
        self.listed.emit()

    def _read_questions(
        self, success: Callable[[Sequence[Question]], None], failure: Callable[[Fault], None]
    ) -> None:
        def read(questions: list[Question]) -> None:
            newest = sorted(questions, key=lambda one: one.updated_at, reverse=True)
            success(sorted(newest, key=lambda one: one.status is QuestionStatus.LATER))

        operations.questions(self._door, read, failure, self._replied)

    def _replied(self, replies: dict[str, str]) -> None:
        self._replies = replies

    def _known(self, facts: list[Fact]) -> None:
        self._facts = {fact.id: fact for fact in facts}
        self.detailed.emit()

    def _on_made(self, done: Done) -> None:
        """A change may open, settle or reopen questions, whoever asked for it."""
        if self.known or done.asker == ASKER:
            self.load()


def _seen_to_at(question: Question) -> datetime | None:
    """When the person settled it or put it off; what they never saw was neither."""
    if question.status in (QuestionStatus.ANSWERED, QuestionStatus.DISMISSED):
        return question.settled_at
    moved = question.updated_at != question.created_at  # one of what is missing waits from the first
    return question.updated_at if question.status is QuestionStatus.LATER and moved else None
