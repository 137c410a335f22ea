"""What an answer does: it goes the same way as every other change ([P] §5.3)."""

from dataclasses import dataclass

from engine.clock import Clock
from engine.person.change.changes import CORRECTED, Changes
from engine.person.change.draft import Draft
from engine.person.change.proposal import OWNER, Proposal
from engine.person.claims.search import GENERAL
from engine.person.curiosity.book import QuestionBook
from engine.person.curiosity.lifecycle import Move, Moved
from engine.person.records import (
    Action,
    Answer,
    AnswerMissingError,
    Fact,
    FactStatus,
    Outcome,
    Question,
    QuestionMoveError,
    QuestionReason,
    Update,
)
from engine.person.store import PersonStore
from engine.vault import UnitOfWork

OVER = "over"


@dataclass(frozen=True, slots=True)
class Answers:
    """Carries answers out, each in the caller's unit."""

    store: PersonStore
    book: QuestionBook
    changes: Changes
    clock: Clock

    def answer(self, unit: UnitOfWork, question_id: str, answer: Answer) -> Update:
        """Do what was answered. Raises NotFoundError, QuestionMoveError, AnswerMissingError."""
        question = self.book.get(question_id)
        if not question.is_waiting:
            raise QuestionMoveError(f"The question is {question.status.value} already.")
        if question.action is not None and not answer.text:
            return self._decided(unit, question, answer)
        if question.reason is QuestionReason.CONFLICT and not answer.text:
            return self._resolved(unit, question, answer)
        if question.about and not answer.text:
            return self._still_so(unit, question, answer)
        return self._told(unit, question, answer)

    def dismiss(self, unit: UnitOfWork, question_id: str) -> Update:
        """Never ask this again; what waited for it is gone."""
        question = self.book.get(question_id)
        draft = Draft(question.action or Action.DISPUTE, self.clock.now())
        self._drop_pending(draft, question)
        draft.note(self.book.move(unit, question, Move.DISMISS, Moved(draft.at)))
        return self.changes.written(unit, draft, Outcome.COMMITTED, "You do not want to be asked.", OWNER)

    def _decided(self, unit: UnitOfWork, question: Question, answer: Answer) -> Update:
        """Yes or no to a proposed change."""
        if answer.accept is None:
            raise AnswerMissingError("It is not said whether this is right.")
        if not answer.accept:
            return self.dismiss(unit, question.id)
        return self._carried_out(unit, question, self._proposal(question, answer))

    def _proposal(self, question: Question, answer: Answer) -> Proposal:
        pending = self._pending(question)
        target = question.about[0] if question.about else None
        action = question.action or Action.REMEMBER
        if pending is None:
            return Proposal(action, fact_id=target, step_ids=answer.step_ids)
        return Proposal(
            action,
            pending.text,
            lens=pending.lens,
            topic=pending.topic,
            fact_id=target,
            quote=answer.quote or pending.quote,
            step_ids=(*pending.source_step_ids, *answer.step_ids),
            cites=pending.cites,
            volatility=pending.volatility,
            valid_from=pending.valid_from,
            safety=pending.safety,
            private=pending.private,
        )

    def _told(self, unit: UnitOfWork, question: Question, answer: Answer) -> Update:
        """An answer in words: a new fact, in the place of what was asked about."""
        if not answer.text:
            raise AnswerMissingError("The answer is empty.")
        standing = [fact for each in question.about if (fact := self._standing(each)) is not None]
        placed = question.topic != GENERAL
        proposal = Proposal(
            Action.CORRECT if standing else Action.REMEMBER,
            answer.text,
            lens=question.lens if placed else None,
            topic=question.topic if placed else "",
            fact_id=standing[-1].id if standing else None,
            quote=answer.quote or answer.text,
            step_ids=answer.step_ids,
        )
        return self._carried_out(unit, question, proposal, also=standing[:-1])

    def _carried_out(
        self, unit: UnitOfWork, question: Question, proposal: Proposal, also: list[Fact] | None = None
    ) -> Update:
        # Settled first, so that the change does not find a conflict that this answer ends.
        settled = self.book.move(unit, question, Move.ANSWER, Moved(self.clock.now()))
        draft = Draft(proposal.action, self.clock.now())
        self._drop_pending(draft, question)
        for fact in also or []:
            draft.retire(fact, CORRECTED)
        draft.note(settled)
        update = self.changes.apply(unit, proposal, agreed=True, draft=draft)
        answered = settled.model_copy(update={"answer_ids": tuple(fact.id for fact in update.after[-1:])})
        self.store.put_question(unit, answered)
        return update

    def _resolved(self, unit: UnitOfWork, question: Question, answer: Answer) -> Update:
        """Of facts in conflict those named stand, the others do not; a plain yes or no is for all of them."""
        keep = set(answer.keep) | (set(question.about) if answer.accept else set())
        if answer.accept is None and not keep & set(question.about):
            raise AnswerMissingError("It is not said which of the facts is right.")
        draft = Draft(Action.CORRECT, self.clock.now())
        for fact in [fact for each in question.about if (fact := self._standing(each)) is not None]:
            if fact.id in keep:
                draft.change(fact, status=FactStatus.ACTIVE)
            else:
                draft.retire(fact, CORRECTED, by=next(iter(sorted(keep)), None))
        return self._settled(unit, question, draft)

    def _still_so(self, unit: UnitOfWork, question: Question, answer: Answer) -> Update:
        """Yes: alive again; no: it was so until now."""
        if answer.accept is None:
            raise AnswerMissingError("It is not said whether this is still so.")
        draft = Draft(Action.REMEMBER if answer.accept else Action.CORRECT, self.clock.now())
        for fact in [fact for each in question.about if (fact := self._standing(each)) is not None]:
            if answer.accept:
                draft.change(fact, status=FactStatus.ACTIVE, last_used_at=draft.at)
            else:
                draft.retire(fact, OVER)
        return self._settled(unit, question, draft)

    def _settled(self, unit: UnitOfWork, question: Question, draft: Draft) -> Update:
        standing = tuple(fact.id for fact in draft.after.values() if fact.status is FactStatus.ACTIVE)
        how = Moved(draft.at, answer_ids=standing)
        draft.note(self.book.move(unit, question, Move.ANSWER, how))
        return self.changes.written(unit, draft, Outcome.COMMITTED, "You answered a question.", OWNER)

    def _drop_pending(self, draft: Draft, question: Question) -> None:
        pending = self._pending(question)
        if pending is not None:
            draft.remove(pending)

    def _pending(self, question: Question) -> Fact | None:
        fact = self.store.fact(question.proposed_id) if question.proposed_id else None
        return fact if fact is not None and fact.status is FactStatus.PENDING else None

    def _standing(self, fact_id: str) -> Fact | None:
        fact = self.store.fact(fact_id)
        return None if fact is None or fact.status is FactStatus.RETIRED else fact
