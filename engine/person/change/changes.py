"""The one write path of facts ([P] §3.4, §5.4): remember, correct, forget, dispute, keep private."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.clock import Clock
from engine.embedding import Vectors
from engine.errors import NotFoundError
from engine.ids import new_id
from engine.person.change.completion import Placed, checked, made_fact, placed
from engine.person.change.draft import Draft
from engine.person.change.policy import decide
from engine.person.change.proposal import Decision, Grounding, Proposal, Standing, Verdict
from engine.person.claims.polarity import opposed
from engine.person.claims.reading import Reading, says_same
from engine.person.curiosity.book import QuestionBook
from engine.person.curiosity.lifecycle import Move, Moved
from engine.person.curiosity.wanted import conflict_between, question_for
from engine.person.records import Action, Fact, FactStatus, Outcome, Source, Update
from engine.person.store import PersonStore
from engine.person.topics import topic_key
from engine.person.understanding import KnownFact, Understanding
from engine.settings import PersonSettings
from engine.vault import UnitOfWork

CORRECTED, FORGOTTEN, SUCCEEDED = "corrected", "forgotten", "succeeded"
_FIRMNESS = tuple(Source)
_REFUSED = (FORGOTTEN, CORRECTED)
_AGREED = Verdict(Decision.COMMIT, "You said yes.", Source.STATED)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A proposal with all that is found out about it once: its target, its place, its meaning, its source."""

    proposal: Proposal
    target: Fact | None
    place: Placed
    vector: Vectors | None
    source: Source = Source.ASSUMED


class Changes:
    """Carries proposals out. Everything of one proposal is written in the caller's unit, or not at all."""

    def __init__(
        self,
        store: PersonStore,
        known: Understanding,
        book: QuestionBook,
        grounding: Grounding,
        *,
        clock: Clock,
        settings: PersonSettings,
        person: str,
    ) -> None:
        self._store, self._known, self._book = store, known, book
        self._grounding = grounding
        self._clock = clock
        self._settings = settings
        self._person = person

    def propose(self, proposal: Proposal) -> Verdict:
        """What policy says to a proposal; nothing is written. Raises InvalidInputError, NotFoundError."""
        return self._verdict(self._claim(proposal))

    def apply(
        self, unit: UnitOfWork, proposal: Proposal, *, agreed: bool = False, draft: Draft | None = None
    ) -> Update:
        """Carry out what policy allows. `agreed`: the person has said yes to just this.

        A `draft` that was begun is made part of the same update.
        """
        claim = self._claim(proposal)
        verdict = _AGREED if agreed else self._verdict(claim)
        claim = replace(claim, source=verdict.source)
        draft = draft or Draft(proposal.action, self._clock.now())
        match verdict.decision:
            case Decision.COMMIT:
                outcome = self._commit(unit, draft, claim)
            case Decision.DROP:
                outcome = Outcome.DROPPED
            case Decision.CONFIRM | Decision.QUESTION:
                outcome = self._ask(unit, draft, claim, at_once=verdict.decision is Decision.CONFIRM)
        return self.written(unit, draft, outcome, proposal.reason or verdict.reason, proposal.by)

    def written(self, unit: UnitOfWork, draft: Draft, outcome: Outcome, reason: str, by: str) -> Update:
        """Write a draft down as an update; one that touches nothing is only returned."""
        update = Update(
            id=new_id("u"),
            person=self._person,
            action=draft.action,
            outcome=outcome,
            before=tuple(draft.before.values()),
            after=tuple(draft.after.values()),
            questions=tuple(draft.questions.values()),
            reason=reason,
            by=by,
            at=draft.at,
            refs=draft.refs(),
        )
        for fact in draft.after.values():
            self.put(unit, fact)
        for fact_id in draft.before.keys() - draft.after.keys():
            self._known.erase(unit, fact_id)
            self._store.erase(unit, fact_id)
        if outcome is not Outcome.DROPPED:
            self._store.put_update(unit, update)
        return update

    def put(self, unit: UnitOfWork, fact: Fact) -> None:
        """Write a fact as it is."""
        self._store.put_fact(unit, fact, self._grounding.episodes(fact.source_step_ids))

    def release(self, unit: UnitOfWork, draft: Draft, fact_id: str) -> None:
        """A fact left a conflict: what it was in conflict with stands again, and the question has lost its reason."""
        for question in self._book.waiting():
            if question.action is not None or fact_id not in question.about:
                continue
            draft.note(self._book.move(unit, question, Move.WITHDRAW, Moved(draft.at)))
            for other in question.about:
                known = self._known.get(other)
                if other != fact_id and known is not None and known.fact.status is FactStatus.DISPUTED:
                    draft.change(known.fact, status=FactStatus.ACTIVE)

    def _claim(self, proposal: Proposal) -> _Claim:
        target = self._target(checked(proposal))
        vector = self._known.vector_of(proposal.text) if proposal.text else None
        return _Claim(proposal, target, placed(proposal, target), vector)

    def _target(self, proposal: Proposal) -> Fact | None:
        if proposal.fact_id is None:
            return None
        known = self._known.get(proposal.fact_id)
        if known is None or known.fact.status is FactStatus.RETIRED:
            raise NotFoundError("There is no such fact.", "See `companion facts list`.")
        return known.fact

    def _verdict(self, claim: _Claim) -> Verdict:
        grounded = self._grounding.holds(claim.proposal)
        if claim.target is not None:
            return decide(claim.proposal, Standing(grounded=grounded))
        same = self._same(claim, self._known.all())
        known = any(one.status is FactStatus.ACTIVE for one in same)
        standing = Standing(
            grounded=grounded,
            known=known,
            replaces_fixed=claim.place.is_fixed and bool(self._rivals(claim.place)),
            refused=not known and any(_is_refused(one) for one in same),
        )
        return decide(claim.proposal, standing)

    def _commit(self, unit: UnitOfWork, draft: Draft, claim: _Claim) -> Outcome:
        match claim.proposal.action:
            case Action.REMEMBER:
                return self._remember(unit, draft, claim)
            case Action.CORRECT:
                return self._correct(unit, draft, claim, _the(claim.target))
            case Action.FORGET:
                self.release(unit, draft, _the(claim.target).id)
                draft.retire(_the(claim.target), FORGOTTEN)
            case Action.DISPUTE:
                draft.change(_the(claim.target), status=FactStatus.DISPUTED)
                self._open_conflict(unit, draft, [_the(claim.target)])
            case Action.KEEP_PRIVATE:
                draft.change(_the(claim.target), private=claim.proposal.private)
        return Outcome.COMMITTED

    def _remember(self, unit: UnitOfWork, draft: Draft, claim: _Claim) -> Outcome:
        same = self._same(claim, self._known.of(FactStatus.ACTIVE))
        if same:
            draft.change(same[0], **self._confirmed(same[0], claim))
            return Outcome.CONFIRMED
        doubted = self._same(claim, self._known.of(FactStatus.DISPUTED))
        if doubted:
            return self._insist(unit, draft, claim, doubted[0])
        rivals = self._superseded(claim)
        against = [] if rivals else self._opposed(claim.proposal.text)
        fact = self._new(unit, claim, FactStatus.DISPUTED if against else FactStatus.ACTIVE)
        for old in rivals:
            draft.retire(old, SUCCEEDED, by=fact.id)
        for other in against:
            draft.change(other, status=FactStatus.DISPUTED)
        draft.add(fact)
        if against:
            self._open_conflict(unit, draft, [*against, fact])
            return Outcome.DISPUTED
        return Outcome.COMMITTED

    def _insist(self, unit: UnitOfWork, draft: Draft, claim: _Claim, fact: Fact) -> Outcome:
        """Said once more while it is in doubt: that is the answer."""
        for question in self._book.waiting():
            if question.action is not None or fact.id not in question.about:
                continue
            draft.note(self._book.move(unit, question, Move.ANSWER, Moved(draft.at, answer_ids=(fact.id,))))
            for other in question.about:
                known = self._known.get(other)
                if other != fact.id and known is not None and known.fact.status is FactStatus.DISPUTED:
                    draft.retire(known.fact, CORRECTED, by=fact.id)
        draft.change(fact, status=FactStatus.ACTIVE, **self._confirmed(fact, claim))
        return Outcome.CONFIRMED

    def _correct(self, unit: UnitOfWork, draft: Draft, claim: _Claim, target: Fact) -> Outcome:
        self.release(unit, draft, target.id)
        same = self._same(
            claim, [one for one in self._known.of(FactStatus.ACTIVE) if one.fact.id != target.id]
        )
        if same:
            draft.retire(target, CORRECTED, by=same[0].id)
            draft.change(same[0], **self._confirmed(same[0], claim))
            return Outcome.CONFIRMED
        fact = self._new(
            unit, replace(claim, proposal=_inheriting(claim.proposal, target)), FactStatus.ACTIVE
        )
        draft.retire(target, CORRECTED, by=fact.id)
        for old in self._rivals(claim.place):
            if old.id != target.id:
                draft.retire(old, SUCCEEDED, by=fact.id)
        draft.add(fact)
        return Outcome.COMMITTED

    def _ask(self, unit: UnitOfWork, draft: Draft, claim: _Claim, *, at_once: bool) -> Outcome:
        fact = self._made(claim, FactStatus.PENDING) if claim.proposal.brings_text else None
        question = question_for(
            claim.proposal, claim.place, target=claim.target, fact=fact, person=self._person, at=draft.at
        )
        question = question.model_copy(update={"at_once": at_once})
        opened = self._book.open(unit, question)
        if opened is None:
            return Outcome.DROPPED
        draft.note(opened)
        if fact is not None and opened.id == question.id:
            self._place(unit, draft.add(fact), claim.vector)
        return Outcome.ASKED

    def _open_conflict(self, unit: UnitOfWork, draft: Draft, facts: list[Fact]) -> None:
        opened = self._book.open(unit, conflict_between(facts, draft.at))
        if opened is not None:
            draft.note(opened)

    def _new(self, unit: UnitOfWork, claim: _Claim, status: FactStatus) -> Fact:
        fact = self._made(claim, status)
        self._place(unit, fact, claim.vector)
        return fact

    def _made(self, claim: _Claim, status: FactStatus) -> Fact:
        return made_fact(
            claim.proposal,
            claim.place,
            status,
            source=claim.source,
            person=self._person,
            episode_ids=tuple(dict.fromkeys(self._grounding.episodes(claim.proposal.step_ids).values())),
            now=self._clock.now(),
            settings=self._settings,
        )

    def _place(self, unit: UnitOfWork, fact: Fact, vector: Vectors | None) -> None:
        if vector is not None:
            self._known.place(unit, fact.id, vector)

    def _confirmed(self, fact: Fact, claim: _Claim) -> dict[str, object]:
        """Said once more: surer, with the sources of both, and the firmer of the two."""
        said = claim.proposal
        episodes = self._grounding.episodes(said.step_ids).values()
        return {
            "confidence": fact.confidence + (1 - fact.confidence) * self._settings.confirmation,
            "source": min(fact.source, claim.source, key=_FIRMNESS.index),
            "quote": fact.quote or said.quote,
            "source_step_ids": _united(fact.source_step_ids, said.step_ids),
            "source_episode_ids": _united(fact.source_episode_ids, episodes),
            "cites": _united(fact.cites, said.cites),
            "safety": fact.safety or said.safety,
        }

    def _same(self, claim: _Claim, among: Iterable[KnownFact]) -> list[Fact]:
        reading = Reading(claim.proposal.text.strip())
        return [
            one.fact
            for one in among
            if says_same(reading, one.text, (claim.vector, one.vector), self._settings)
        ]

    def _rivals(self, place: Placed) -> list[Fact]:
        """Active facts of the same topic, where that holds one value."""
        if place.known is None or not place.known.single:
            return []
        active = self._known.of(FactStatus.ACTIVE)
        return [one.fact for one in active if topic_key(one.fact.topic) == place.known.key]

    def _superseded(self, claim: _Claim) -> list[Fact]:
        """What a new fact puts out of date: the one that it names, and those of a topic that holds one value."""
        rivals = self._rivals(claim.place)
        named = self._known.get(claim.proposal.supersedes)
        if named is not None and named.fact.status is FactStatus.ACTIVE and named.fact not in rivals:
            rivals.append(named.fact)
        return rivals

    def _opposed(self, text: str) -> list[Fact]:
        said, limit = Reading(text), self._settings.same_object
        near = [one for one in self._known.of(FactStatus.ACTIVE) if said.stem_set & one.text.stem_set]
        return [one.fact for one in near if opposed(said.stance, one.text.stance, limit)]


def _is_refused(fact: Fact) -> bool:
    if fact.status is FactStatus.DISPUTED:
        return True
    return fact.status is FactStatus.RETIRED and fact.retired_because in _REFUSED


def _inheriting(proposal: Proposal, target: Fact) -> Proposal:
    """A corrected fact ages, matters and is kept as the one before it."""
    return replace(
        proposal,
        volatility=proposal.volatility or target.volatility,
        safety=proposal.safety or target.safety,
        private=proposal.private or target.private,
    )


def _united(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _the(target: Fact | None) -> Fact:
    if target is None:
        raise TypeError("the proposal was not checked")
    return target
