"""Taking a change back: every fact it touched is again as it was, if nothing has touched it since."""

from engine.clock import Clock
from engine.errors import NotFoundError
from engine.person.change.changes import Changes
from engine.person.change.draft import Draft
from engine.person.change.proposal import OWNER
from engine.person.curiosity.book import QuestionBook
from engine.person.curiosity.lifecycle import Move, Moved
from engine.person.records import Fact, Outcome, UndoRefusedError, Update
from engine.person.store import PersonStore
from engine.vault import UnitOfWork

UNDONE = "undone"


class Undo:
    """Takes updates back by their id."""

    def __init__(self, store: PersonStore, changes: Changes, book: QuestionBook, clock: Clock) -> None:
        self._store, self._changes, self._book = store, changes, book
        self._clock = clock

    def undo(self, unit: UnitOfWork, update_id: str, by: str = OWNER) -> Update:
        """Put the facts back. Raises NotFoundError; UndoRefusedError where one was changed since."""
        update = self._store.update(update_id)
        if update is None:
            raise NotFoundError("There is no such change.")
        if not update.undoable:
            raise UndoRefusedError("This change was taken back already, or takes one back.")
        draft = Draft(update.action, self._clock.now())
        self._put_back(draft, update)
        self._settle(unit, draft, update)
        written = self._changes.written(unit, draft, Outcome.UNDONE, "You took it back.", by)
        done = written.model_copy(update={"undoes": update.id})
        self._store.put_update(unit, done)
        self._store.put_update(unit, update.model_copy(update={"undone_at": draft.at}))
        return done

    def _put_back(self, draft: Draft, update: Update) -> None:
        before = {fact.id: fact for fact in update.before}
        for fact in update.after:
            present = self._unchanged(fact)
            if fact.id not in before:
                draft.retire(present, UNDONE)
        for fact in update.before:
            present_one = self._store.fact(fact.id)
            if present_one is None:
                draft.add(fact)
            else:
                draft.change(present_one, **_stand(fact))

    def _settle(self, unit: UnitOfWork, draft: Draft, update: Update) -> None:
        """What it had asked is not asked any more; what it had answered is open again."""
        for touched in update.questions:
            question = self._store.question(touched.id)
            if question is None:
                continue
            if not touched.is_waiting and question.status is touched.status:
                draft.note(self._book.move(unit, question, Move.REOPEN, Moved(draft.at)))
            elif touched.is_waiting and question.is_waiting:
                draft.note(self._book.move(unit, question, Move.WITHDRAW, Moved(draft.at)))

    def _unchanged(self, fact: Fact) -> Fact:
        present = self._store.fact(fact.id)
        if present is None or _stand(present) != _stand(fact):
            raise UndoRefusedError("What it changed was changed again since.")
        return present


def _stand(fact: Fact) -> dict[str, object]:
    """What an update decides of a fact; uses go on."""
    names = ("status", "valid_until", "superseded_by", "retired_because", "private", "confidence", "source")
    named = {name: getattr(fact, name) for name in names}
    return named | {"source_step_ids": fact.source_step_ids, "quote": fact.quote, "cites": fact.cites}
