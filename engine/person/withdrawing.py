"""How facts and questions go with what they were made from (`engine.withdrawal.Derived`)."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from engine.clock import Clock
from engine.person.change.changes import Changes
from engine.person.change.draft import Draft
from engine.person.curiosity.book import QuestionBook
from engine.person.curiosity.lifecycle import Move, Moved
from engine.person.records import Action, Fact, FactStatus, Question, QuestionStatus
from engine.person.store import PersonStore
from engine.person.topics import topic_key
from engine.person.understanding import Understanding
from engine.reasons import Reasons
from engine.vault import UnitOfWork
from engine.withdrawal import Refs

WITHDRAWN = "withdrawn"
_facts = TypeAdapter(list[Fact])
_FACT, _STEP = "fact:", "step:"


@dataclass(frozen=True, slots=True)
class Withdrawing:
    """Implements `engine.withdrawal.Derived` for one person."""

    store: PersonStore
    known: Understanding
    book: QuestionBook
    changes: Changes
    clock: Clock
    reasons: Reasons

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Retire every fact that stands on nothing else, and let go of questions about what is gone.

        A Step that goes for the sake of one fact takes no other fact with it but what says the same topic: the person
        took back that claim, not all they said in that breath.
        """
        hidden = set()
        for fact in self._reached(refs):
            # One that is named was dealt with by whoever named it: a disputed fact waits for its answer.
            if fact.status is FactStatus.RETIRED or fact.ref in refs:
                continue
            if self.store.mark_withdrawn(unit, fact.id, self._lost(fact, refs), self.clock.now()):
                self._retire(unit, fact)
                hidden.add(fact.ref)
        self._let_go(unit, refs | hidden)
        return frozenset(hidden)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let facts stand again that were retired for `refs` alone, and questions that were let go with these."""
        shown = set()
        for fact in self._reached(refs):
            self.store.unmark_refs(unit, fact.id, refs)
            hidden = fact.status is FactStatus.RETIRED and fact.retired_because == WITHDRAWN
            if hidden and self.store.standing(fact.id, ()):
                shown.add(fact.ref)
        for owner, was in self.reasons.lift(unit, refs | shown).items():
            if owner in shown and was:
                # With those that were in conflict with it.
                for fact in _facts.validate_json(was):
                    self.changes.put(unit, fact)
            elif was:
                self._take_up(unit, owner, was)
        return frozenset(shown) - refs

    def _take_up(self, unit: UnitOfWork, question_id: str, was: str) -> None:
        question = self.store.question(question_id)
        if question is not None and question.status is QuestionStatus.WITHDRAWN:
            self.store.put_question(unit, Question.model_validate_json(was))

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the facts named and those that stand on nothing else, with vectors, quotes, updates, questions."""
        erased = {fact.ref for fact in self._reached(refs) if not self.store.standing(fact.id, refs)}
        erased |= {ref for ref in refs if ref.startswith(_FACT) and self._fact(ref) is not None}
        thinned = [fact for fact in self._reached(refs) if fact.ref not in erased]
        for fact in thinned:
            self._thin_out(unit, fact, refs)
        for ref in erased:
            self.reasons.drop(unit, [ref])
            self.reasons.forget(unit, ref.removeprefix(_FACT))
            self.known.erase(unit, ref.removeprefix(_FACT))
            self.store.erase(unit, ref.removeprefix(_FACT))
        self._erase_records(unit, refs | erased)
        self._erase_updates(unit, frozenset(fact.ref for fact in thinned))
        return frozenset(erased) - refs

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete every fact, question and change of this person, or another one; returns the refs of the facts."""
        self.reasons.clear(unit)
        facts = (self.store if person is None else self.store.of(person)).forget_person(unit)
        for each in facts:
            self.known.erase(unit, each)
        return frozenset(f"{_FACT}{each}" for each in facts)

    def citing(self, refs: Refs) -> Refs:
        """The facts that would be withdrawn or, retired ones too, erased. Writes nothing."""
        going = [
            fact for fact in self._reached(refs) if not self.store.standing(fact.id, self._lost(fact, refs))
        ]
        return frozenset(fact.ref for fact in going) - refs

    def _reached(self, refs: Refs) -> list[Fact]:
        owners = self.store.citing(refs)
        return [known.fact for known in self.known.all() if known.fact.id in owners]

    def _lost(self, fact: Fact, refs: Refs) -> Refs:
        """The refs that `fact` loses."""
        taken_back = [one for ref in refs if ref.startswith(_FACT) and (one := self._fact(ref)) is not None]
        for_others = {
            f"{_STEP}{step}"
            for one in taken_back
            if topic_key(one.topic) != topic_key(fact.topic)
            for step in one.source_step_ids
        }
        return refs - for_others - {fact.ref}

    def _retire(self, unit: UnitOfWork, fact: Fact) -> None:
        draft = Draft(Action.FORGET, self.clock.now())
        self._note_questions(unit, fact)
        self.changes.release(unit, draft, fact.id)
        if fact.status is FactStatus.PENDING:
            self.known.erase(unit, fact.id)
            self.store.erase(unit, fact.id)
        else:
            draft.retire(fact, WITHDRAWN)
            self.reasons.note(
                unit, fact.ref, {fact.ref}, _facts.dump_json(list(draft.before.values())).decode()
            )
        for each in draft.after.values():
            self.changes.put(unit, each)

    def _note_questions(self, unit: UnitOfWork, fact: Fact) -> None:
        """Questions about a fact go with it, and come back with it."""
        for question in self.book.all():
            if fact.id in question.about and (question.is_waiting or self.reasons.of(question.id)):
                self.reasons.note(unit, question.id, {fact.ref}, question.model_dump_json())

    def _let_go(self, unit: UnitOfWork, refs: Refs) -> None:
        owners = self.store.citing(refs)
        steps = {ref.removeprefix(_STEP) for ref in refs if ref.startswith(_STEP)}
        self._unlink_replies(unit, steps)
        for question in self.book.waiting():
            cited = question.id in owners and not self._stands(question.about)
            unsaid = bool(question.step_ids) and not question.about and not set(question.step_ids) - steps
            proposed = question.proposed_id is None or self.store.fact(question.proposed_id) is not None
            if cited or unsaid or not proposed:
                rests_on = {f"{_FACT}{each}" for each in question.about}
                rests_on |= {f"{_STEP}{each}" for each in question.step_ids}
                self.reasons.note(unit, question.id, refs & rests_on, question.model_dump_json())
                self.book.move(unit, question, Move.WITHDRAW, Moved(self.clock.now()))

    def _unlink_replies(self, unit: UnitOfWork, steps: set[str]) -> None:
        """What was replied and taken back is no reply."""
        for question in self.book.all():
            if question.reply_id in steps:
                self.store.put_question(unit, question.model_copy(update={"reply_id": None}))

    def _stands(self, fact_ids: tuple[str, ...]) -> bool:
        facts = [self.store.fact(each) for each in fact_ids]
        return bool(facts) and all(
            fact is not None and fact.status is not FactStatus.RETIRED for fact in facts
        )

    def _thin_out(self, unit: UnitOfWork, fact: Fact, refs: Refs) -> None:
        """A fact that stands on other sources keeps those; a quote may be of what is erased, so it goes."""
        self.store.drop_citations(unit, fact.id, refs)
        self.reasons.forget(unit, fact.id)
        left = self.store.fact(fact.id)
        if left is not None:
            self.changes.put(unit, left.model_copy(update={"quote": ""}))

    def _erase_records(self, unit: UnitOfWork, refs: Refs) -> None:
        steps = {ref.removeprefix(_STEP) for ref in refs if ref.startswith(_STEP)}
        for owner in self.store.citing(refs):
            if not owner.startswith("f_"):
                self.reasons.drop(unit, [owner])
                self.store.erase(unit, owner)
        self._unlink_replies(unit, steps)
        for question in self.book.all():
            if steps & set(question.step_ids):
                self.reasons.drop(unit, [question.id])
                self.store.erase(unit, question.id)

    def _erase_updates(self, unit: UnitOfWork, refs: Refs) -> None:
        """What a fact was before may hold words that are erased."""
        for owner in self.store.citing(refs):
            if owner.startswith("u_"):
                self.store.erase(unit, owner)

    def _fact(self, ref: str) -> Fact | None:
        return self.store.fact(ref.removeprefix(_FACT))
