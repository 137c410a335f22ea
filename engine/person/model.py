"""The Personal Model's front: what is understood about one person, changed in one way, searched by claim."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from engine.calling import Stop, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.errors import NotFoundError
from engine.events import EventBus
from engine.ids import NOTHING, Refs, is_open
from engine.person.ageing import last_alive
from engine.person.change.changes import Changes
from engine.person.change.proposal import OWNER, Grounding, Proposal, Verdict
from engine.person.change.undo import Undo
from engine.person.claims.scoring import SearchMode
from engine.person.claims.search import ClaimSearch, FactSearch, MatchStatus
from engine.person.curiosity.answers import Answers
from engine.person.curiosity.book import QuestionBook
from engine.person.curiosity.lifecycle import Move, Moved
from engine.person.curiosity.wanted import about
from engine.person.records import (
    Answer,
    Effort,
    Fact,
    FactRemembered,
    FactStatus,
    FactWithdrawn,
    Lens,
    Outcome,
    Question,
    QuestionOpened,
    QuestionReason,
    QuestionSettled,
    QuestionStatus,
    Update,
    Why,
)
from engine.person.showing.profile import render_profile
from engine.person.showing.projection import Count, project
from engine.person.showing.wording import wording
from engine.person.store import PersonStore
from engine.person.understanding import Understanding
from engine.person.withdrawing import Withdrawing
from engine.reasons import Reasons
from engine.settings import PersonSettings
from engine.trail import Trail
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Coordinator


class PersonalModel:
    """Facts in four lenses and questions about one person. Callable from any thread; implements `Derived`.

    Without an embedder facts are found by their words alone. Call `load` once after opening, and `catch_up` when there
    is time. Methods that take a `unit` write within it; the caller then calls `announce` once it is committed.
    """

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        *,
        settings: PersonSettings,
        person: str,
    ) -> None:
        self._vault, self._clock, self._events, self._settings = vault, clock, events, settings
        self._person = person
        self._coordinator: Coordinator | None = None
        self._store = PersonStore(vault, person)
        self._known = Understanding(vault, self._store, embedder)
        self._grounding = Grounding(trail)
        self._book = QuestionBook(self._store, self._known, settings)
        self._changes = Changes(
            self._store,
            self._known,
            self._book,
            self._grounding,
            clock=clock,
            settings=settings,
            person=person,
        )
        self._undo = Undo(self._store, self._changes, self._book, clock)
        self._answers = Answers(self._store, self._book, self._changes, clock)
        self._search = FactSearch(self._known, settings)
        reasons = Reasons(vault, "person")
        self._withdrawing = Withdrawing(self._store, self._known, self._book, self._changes, clock, reasons)

    def coordinate(self, coordinator: Coordinator) -> None:
        """From now on tell `coordinator` of every claim that is taken back or comes back, within the same unit."""
        self._coordinator = coordinator

    def load(self) -> int:
        """Read what is known; returns how many facts wait for their vectors."""
        return self._known.load()

    def catch_up(self, should_stop: Stop = never) -> int:
        """Give vectors to facts without one; returns how many got theirs. Raises EmbeddingError."""
        return self._known.catch_up(should_stop)

    # Changes

    def propose(self, proposal: Proposal) -> Verdict:
        """What policy says to a change; nothing is written. Raises InvalidInputError, NotFoundError."""
        return self._changes.propose(proposal)

    def apply(self, proposal: Proposal, unit: UnitOfWork | None = None) -> Update:
        """Carry a change out as far as policy allows: the one write path.

        Raises InvalidInputError, NotFoundError.
        """
        with self._writing(unit) as inner:
            update = self._spread(inner, self._changes.apply(inner, proposal))
        return self._told(update, unit)

    def undo(self, update_id: str, unit: UnitOfWork | None = None, by: str = OWNER) -> Update:
        """Take a change back. Raises NotFoundError; UndoRefusedError where its facts were changed since."""
        with self._writing(unit) as inner:
            update = self._spread(inner, self._undo.undo(inner, update_id, by))
        return self._told(update, unit)

    def updates(self, limit: int = 20) -> list[Update]:
        """Newest first."""
        return self._store.updates(limit)

    def update(self, update_id: str) -> Update:
        """Raises NotFoundError, also where it was erased."""
        found = self._store.update(update_id)
        if found is None:
            raise NotFoundError("There is no such change.")
        return found

    def announce(self, update: Update) -> None:
        """Tell the house what an update did; done for every update that was not written into an outer unit."""
        before = {fact.id: fact for fact in update.before}
        for fact in update.after:
            was_active = fact.id in before and before[fact.id].status is FactStatus.ACTIVE
            if fact.status is FactStatus.ACTIVE and (not was_active or update.outcome is Outcome.CONFIRMED):
                self._events.publish(FactRemembered(fact))
            elif was_active and fact.ref in update.refs:
                self._events.publish(FactWithdrawn(fact, update.refs))
        for question in update.questions:
            opened = question.status is QuestionStatus.OPEN
            self._events.publish(QuestionOpened(question) if opened else QuestionSettled(question))

    # Questions

    def questions(self, *statuses: QuestionStatus) -> list[Question]:
        """In the order of opening; of every status where none is named."""
        return self._book.all(*statuses)

    def question(self, question_id: str) -> Question:
        """Raises NotFoundError."""
        return self._book.get(question_id)

    def next_question(
        self, effort: Effort, now: datetime | None = None, episode: str = ""
    ) -> Question | None:
        """What may be asked at this natural pause, within the quota of `effort`. `ask` says that it was."""
        return self._book.next(effort, now or self._clock.now(), episode)

    def ask(self, question_id: str, episode: str) -> Question:
        """Note that it was asked. Raises NotFoundError, QuestionMoveError."""
        return self._moved(question_id, Move.ASK, Moved(self._clock.now(), episode=episode))

    def ask_later(self, question_id: str, until: datetime | None = None) -> Question:
        """Keep it open, but not before `until`. Raises NotFoundError, QuestionMoveError."""
        now = self._clock.now()
        return self._moved(question_id, Move.PUT_OFF, Moved(now, until=until or self._book.later(now)))

    def take_up(self, question_id: str) -> Question:
        """Take back that it was put off: it waits as before. Raises NotFoundError, QuestionMoveError."""
        return self._moved(question_id, Move.TAKE_UP, Moved(self._clock.now()))

    def note_reply(self, question_id: str, step_id: str) -> Question:
        """The person replied to it in a Step, which is governed like any other. Raises NotFoundError."""
        with self._vault.unit() as unit:
            question = self._book.reply(unit, self._book.get(question_id), step_id, self._clock.now())
            unit.commit()
        return question

    def settle_by(self, question_id: str, fact_id: str) -> Question:
        """A fact that was kept is the answer. Raises NotFoundError, QuestionMoveError."""
        how = Moved(self._clock.now(), answer_ids=(fact_id,))
        return self._moved(question_id, Move.ANSWER, how)

    def answer_question(self, question_id: str, answer: Answer, unit: UnitOfWork | None = None) -> Update:
        """Do what the answer says. Raises NotFoundError, QuestionMoveError, AnswerMissingError."""
        with self._writing(unit) as inner:
            update = self._spread(inner, self._answers.answer(inner, question_id, answer))
        return self._told(update, unit)

    def dismiss(self, question_id: str, unit: UnitOfWork | None = None) -> Update:
        """Never ask this again, nor anything like it. Raises NotFoundError, QuestionMoveError."""
        with self._writing(unit) as inner:
            update = self._spread(inner, self._answers.dismiss(inner, question_id))
        return self._told(update, unit)

    def open_question(self, question: Question, unit: UnitOfWork | None = None) -> Question | None:
        """Enter a question of another room; the one like it that waits, None where such a one was dismissed."""
        with self._writing(unit) as inner:
            opened = self._book.open(inner, question)
        if unit is None and opened is not None and opened.id == question.id:
            self._events.publish(QuestionOpened(opened))
        return opened

    def withdraw_question(self, question_id: str) -> Question:
        """It is not asked after all. Raises NotFoundError, QuestionMoveError where it was settled."""
        return self._moved(question_id, Move.WITHDRAW, Moved(self._clock.now()))

    def note_missing(self, text: str, step_id: str) -> Question | None:
        """Ask `text` another day, which the person took for known in a Step; None where enough of that waits."""
        asked = self._book.missing(text, self._person, step_id, self._clock.now())
        return None if asked is None else self.open_question(asked)

    def raise_stale(self) -> Question | None:
        """Ask about one Pulse fact that was not used for long, unless such a question waits already."""
        waiting = [one for one in self._book.waiting() if one.reason is QuestionReason.STALE]
        now = self._clock.now()
        limit = timedelta(days=self._settings.stale_days)
        stale = [fact for fact in self.facts(Lens.PULSE) if now - last_alive(fact) >= limit]
        for fact in sorted(stale, key=last_alive) if not waiting else ():
            text = wording().asking_of(fact.text).stale.format(text=fact.text)
            if opened := self.open_question(about([fact], QuestionReason.STALE, text, now)):
                return opened
        return None

    # Reading

    def search(
        self,
        query: str,
        mode: SearchMode = SearchMode.AUTO,
        variants: Sequence[str] = (),
        *,
        topic: str | None = None,
        limit: int | None = None,
        beyond: int = 0,
        statuses: Collection[FactStatus] = (FactStatus.ACTIVE,),
    ) -> ClaimSearch:
        """What is known about a claim: strong, weak or no match, with the reason ([P] §6.2).

        `variants` are other wordings or translations of the query. `topic` leaves out facts of other topics. At most
        `beyond` facts that are no match follow behind those, nearest in meaning first.
        """
        return self._search.search(
            [query, *variants],
            mode,
            self._clock.now(),
            topic=topic,
            limit=limit or self._settings.claims.limit,
            beyond=beyond,
            statuses=statuses,
        )

    def nearest(self, text: str, limit: int, least: float) -> list[Fact]:
        """Active facts nearest in meaning to a text, from the cosine `least` on; none without a sentence model."""
        asked = self._known.vector_of(text)
        if asked is None:
            return []
        near = [
            (float(one.vector @ asked), one.fact)
            for one in self._known.of(FactStatus.ACTIVE)
            if one.vector is not None
        ]
        ranked = sorted((one for one in near if one[0] >= least), key=lambda one: -one[0])
        return [fact for _, fact in ranked[:limit]]

    def named_by(self, words: str) -> ClaimSearch:
        """Which fact words mean, active or disputed: one strong match where one leads clearly, else all that may be."""
        standing = (FactStatus.ACTIVE, FactStatus.DISPUTED)
        found = self.search(words, SearchMode.VERIFY, statuses=standing)
        strong = [one for one in found.matches if one.status is MatchStatus.STRONG]
        lead = self._settings.find_lead
        if len(strong) == 1 or (len(strong) > 1 and strong[0].support - strong[1].support >= lead):
            return found.model_copy(update={"matches": tuple(strong[:1])})
        if found.matches:
            return found
        # What only a wider search finds is never taken as meant.
        wider = self.search(words, statuses=standing)
        status = MatchStatus.WEAK if wider.matches else MatchStatus.NONE
        return wider.model_copy(update={"status": status})

    def facts(self, lens: Lens | None = None, status: FactStatus | None = FactStatus.ACTIVE) -> list[Fact]:
        """In the order of writing; of every lens or status where None."""
        every = [known.fact for known in self._known.all()]
        return [
            fact
            for fact in every
            if (lens in (None, fact.lens)) and (status is None or fact.status is status)
        ]

    def fact(self, fact_id: str) -> Fact:
        """The fact of that id, whatever its status. Raises NotFoundError."""
        known = self._known.get(fact_id)
        if known is None:
            raise NotFoundError("There is no such fact.", "See `companion facts list`.")
        return known.fact

    def why(self, fact_id: str) -> Why:
        """Why a fact is believed: its Steps, Episodes and earlier versions ([P] §5.2). Raises NotFoundError."""
        fact = self.fact(fact_id)
        steps = tuple(self._grounding.steps(fact.source_step_ids))
        earlier = tuple(one for one in self.history(fact_id) if one.id != fact.id)
        return Why(fact, steps, fact.source_episode_ids, earlier)

    def history(self, fact_id: str) -> list[Fact]:
        """A fact and every version it came from, oldest first. Raises NotFoundError."""
        fact = self.fact(fact_id)
        every = [known.fact for known in self._known.all()]
        line, fresh = {fact.id: fact}, {fact.id}
        while fresh:
            found = {one.id: one for one in every if one.superseded_by in fresh and one.id not in line}
            line |= found
            fresh = set(found)
        return [one for one in every if one.id in line]

    def projection(self, budget: int, count: Count, person: str = "") -> tuple[Fact, ...]:
        """The facts that stand in the stable prompt; `render_projection(facts, person)` is within `budget` tokens.

        "Tomorrow" is called by its date in them: the prompt stands for days.
        """
        return project(
            map(self._grounding.dated, self.facts()),
            budget,
            count,
            person=person,
            now=self._clock.now(),
            settings=self._settings,
        )

    def used(self, fact_ids: Iterable[str]) -> None:
        """Count that an answer used these facts."""
        ids = [each for each in dict.fromkeys(fact_ids) if self._known.get(each) is not None]
        if ids:
            with self._vault.unit() as unit:
                self._store.note_uses(unit, ids, self._clock.now())
                unit.commit()

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """What is known as (path, text) to be read: `people/NAME/profile.md` and `preferences.md` ([A] §7).

        Facts that `hidden` names are in none.
        """
        facts = [fact for fact in self.facts() if is_open(hidden, fact.ref)]
        shown = render_profile(facts, self._person)
        yield f"people/{self._person}/profile.md", shown.profile
        yield f"people/{self._person}/preferences.md", shown.preferences

    # Derived

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide every fact that stands on nothing but `refs`; returns their refs."""
        return self._withdrawing.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let facts stand again that were hidden for `refs` alone; returns their refs."""
        return self._withdrawing.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete the facts in `refs` and those that stand on nothing else, with vectors, quotes and changes."""
        return self._withdrawing.erase(unit, refs)

    def holdings(self, person: str | None = None) -> Refs:
        """Everything that is kept about this person, or another one, whatever its state."""
        store = self._store if person is None else self._store.of(person)
        _, facts = store.facts()
        questions = {f"question:{each.id}" for each in store.questions()}
        return frozenset({fact.ref for fact in facts} | questions)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything that is known of this person, or another one; returns the refs, to be spread further."""
        return self._withdrawing.forget_person(unit, person)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return self._withdrawing.citing(refs)

    @contextmanager
    def _writing(self, unit: UnitOfWork | None) -> Iterator[UnitOfWork]:
        if unit is not None:
            yield unit
            return
        with self._vault.unit() as own:
            yield own
            own.commit()

    def _spread(self, unit: UnitOfWork, update: Update) -> Update:
        """What was taken back goes everywhere, and what stands again comes back with its Steps."""
        again = update.standing_again
        for fact in again:
            self._store.unmark(unit, fact.id)
        if self._coordinator is not None:
            if update.refs:
                self._coordinator.withdraw(update.refs)
            steps = [f"step:{step}" for fact in again for step in fact.source_step_ids]
            if again:
                self._coordinator.restore([*(fact.ref for fact in again), *steps])
        return update

    def _told(self, update: Update, unit: UnitOfWork | None) -> Update:
        if unit is None:
            self.announce(update)
        return update

    def _moved(self, question_id: str, move: Move, how: Moved) -> Question:
        with self._vault.unit() as unit:
            question = self._book.move(unit, self._book.get(question_id), move, how)
            unit.commit()
        return question
