"""The view-model of what is understood about the person: facts by lens, one chosen, and why it is believed. No Qt."""

from collections.abc import Iterable

from engine.person.records import Answer, Fact, FactStatus, Lens, Question
from ui.doors import Door, Fault, Loading
from ui.facts import Changes, Done, Reasons, Verdict, operations
from ui.observable import Signal
from ui.shelf.model import holds

ASKER = "you"
STANDING = frozenset({FactStatus.ACTIVE, FactStatus.DISPUTED, FactStatus.PENDING})


class KnownFacts:
    """Facts and the verbs of the place. What is chosen stays chosen while it is there."""

    def __init__(self, door: Door, changes: Changes) -> None:
        self._door, self.changes = door, changes
        self.steps = changes.steps[ASKER]
        self._facts: dict[str, Fact] = {}
        self._questions: list[Question] = []
        self._verdict: Verdict | None = None
        self._asked = 0
        self.lens: Lens | None = None
        self.earlier = False
        self.needle = ""
        self.looking = False  # whether what means the same is still looked for
        self.unfound: Fault | None = None  # why that could not be done
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.current: Fact | None = None
        self.reasons: Reasons | None = None
        self._explaining = self._revealing = ""
        self.place = 0  # where the chosen one stands, so that the next one takes its place
        self.listed: Signal[[]] = Signal()  # which facts are shown, or how loading stands
        self.detailed: Signal[[]] = Signal()  # the chosen fact, its reasons or its questions
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew
        self.lost: Signal[[]] = Signal()  # what was to be revealed is nowhere
        changes.made.connect(self._on_made)

    # Reading

    def __len__(self) -> int:
        """How many facts stand."""
        return sum(fact.status in STANDING for fact in self._facts.values())

    def count(self, lens: Lens | None) -> int:
        return sum(lens in (None, fact.lens) for fact in self._facts.values() if self._is_wanted(fact))

    def shown(self) -> list[Fact]:
        """What the list shows: newest first, or best match first."""
        return [fact for fact in self._found() if self._is_wanted(fact) and self.lens in (None, fact.lens)]

    @property
    def verdict(self) -> Verdict | None:
        """What is known about the claim that was looked for."""
        return self._verdict

    def question_about(self, fact: Fact) -> Question | None:
        """The question that waits for the person about this fact."""
        for question in self._questions:
            if question.is_waiting and (fact.id in question.about or fact.id == question.proposed_id):
                return question
        return None

    def sides(self, question: Question) -> list[Fact]:
        """The facts a question is about, both sides of a doubt."""
        return [self._facts[each] for each in question.about if each in self._facts]

    # Loading

    def load(self) -> None:
        """Read everything, or read it anew; what is shown stays meanwhile."""
        if self.loading is Loading.LOADING:
            return
        self.loading, self.fault = Loading.LOADING, None
        operations.facts(self._door, self._loaded, self._not_loaded)
        operations.questions(self._door, self._questioned, lambda _: None)
        self.listed.emit()

    def _loaded(self, facts: list[Fact]) -> None:
        self.loading = Loading.READY
        self._facts = {fact.id: fact for fact in facts}
        self._renew_current()
        if self._explaining in self._facts:
            self.explain(self._explaining)
        elif self._revealing in self._facts:
            self.reveal(self._revealing)
        elif self._revealing:
            self.lost.emit()
        self._revealing = ""
        self.listed.emit()

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault, self._revealing = Loading.FAILED, fault, ""
        self.listed.emit()
        if self._facts:
            self.unread.emit(fault)

    def _questioned(self, questions: list[Question]) -> None:
        self._questions = questions
        self.detailed.emit()

    # Choosing

    def choose_lens(self, lens: Lens | None) -> None:
        self.lens, self.place = lens, 0
        self.listed.emit()

    def show_earlier(self, shown: bool) -> None:
        """Also show what is no longer so."""
        self.earlier = shown
        self.listed.emit()

    def seek(self, needle: str) -> None:
        """Look for a claim, by its words at once and then by its meaning; empty shows everything."""
        self.needle, self.place = needle.strip(), 0
        self._asked += 1
        self._verdict, self.unfound = None, None
        self.looking = bool(self.needle)
        asked = self._asked
        if self.needle:

            def found(verdict: Verdict) -> None:
                self._settle(asked, verdict, None)

            def failed(fault: Fault) -> None:
                self._settle(asked, None, fault)

            operations.search(self._door, self.needle, found, failed)
        self.listed.emit()

    def _settle(self, asked: int, verdict: Verdict | None, fault: Fault | None) -> None:
        """What was looked for last was found, or could not be."""
        if asked == self._asked:
            self.looking, self._verdict, self.unfound = False, verdict, fault
            self.listed.emit()

    def select(self, fact_id: str) -> None:
        self.current, self.reasons = self._facts.get(fact_id), None
        self._note_place()
        self.detailed.emit()

    def reveal(self, fact_id: str) -> None:
        """Choose a fact, once it was read where it is new here; whatever filter hides it is taken away."""
        if fact_id not in self._facts:
            self._show_all()
            self._revealing = fact_id
            self.load()
            return
        self.select(fact_id)
        if self.current is not None and self.current not in self.shown():
            self._show_all()
            self.earlier = self.earlier or self.current.status not in STANDING
            self.listed.emit()

    def _show_all(self) -> None:
        """Whatever was looked for, or narrowed to, is no more."""
        self._asked += 1
        self.lens, self.needle, self._verdict = None, "", None
        self.looking, self.unfound = False, None

    def explain(self, fact_id: str) -> None:
        """Choose a fact, read anew if it is not known here yet, and show why it is believed."""
        self._explaining = fact_id
        self.reveal(fact_id)
        if self._explaining and self.current is not None and self.current.id == fact_id:
            self._explaining = ""
            self.toggle_why()

    def toggle_why(self) -> None:
        """Open or close why the chosen fact is believed."""
        if self.current is None or self.reasons is not None:
            self.reasons = None
            self.detailed.emit()
            return
        chosen = self.current.id

        def told(reasons: Reasons) -> None:
            if self.current is not None and self.current.id == chosen:
                self.reasons = reasons
                self.detailed.emit()

        operations.why(self._door, chosen, told, lambda fault: self.changes.failed.emit(fault, ASKER))

    # Changing

    def add(self, text: str, lens: Lens | None = None) -> None:
        self.changes.remember(text, lens, ASKER)

    def correct(self, text: str) -> None:
        if self.current is not None and text != self.current.text:
            self.changes.correct(self.current, text, ASKER)

    def forget(self) -> None:
        if self.current is not None:
            self.changes.forget(self.current, ASKER)

    def dispute(self) -> None:
        if self.current is not None:
            self.changes.dispute(self.current, ASKER)

    def toggle_private(self) -> None:
        if self.current is not None:
            self.changes.keep_private(self.current, ASKER, private=not self.current.private)

    def settle(self, question: Question, given: Answer) -> None:
        """Answer the question about the chosen fact."""
        self.changes.answer(question, given, ASKER)

    def _note_place(self) -> None:
        shown = self.shown()
        if self.current in shown:
            self.place = shown.index(self.current)

    def _on_made(self, done: Done) -> None:
        """Take over what changed; what a change took away altogether shows only in a new reading."""
        for fact in done.change.facts:
            self._facts[fact.id] = fact
        self._renew_current(done.change.fact if done.asker == ASKER else None)
        self.loading = Loading.READY if self.loading is Loading.LOADING else self.loading
        self.load()

    def _renew_current(self, changed: Fact | None = None) -> None:
        """The chosen fact as it is now: a corrected one gives way to its new version."""
        if changed is not None and changed.status in STANDING:
            self.current, self.reasons = changed, None
        elif self.current is not None:
            known = self._facts.get(self.current.id)
            if known != self.current:
                self.reasons = None
            self.current = known if known is not None and self._is_wanted(known) else None
        self.detailed.emit()

    def _is_wanted(self, fact: Fact) -> bool:
        return self.earlier or fact.status in STANDING

    def _found(self) -> Iterable[Fact]:
        if not self.needle:
            return sorted(self._facts.values(), key=lambda fact: fact.created_at, reverse=True)
        matches = [match.fact.id for match in self._verdict.matches] if self._verdict else []
        by_words = [
            fact.id for fact in self._facts.values() if holds(self.needle, f"{fact.text} {fact.topic}")
        ]
        ordered = dict.fromkeys([*matches, *by_words])
        return [self._facts[each] for each in ordered if each in self._facts]
