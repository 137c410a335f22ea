"""Carries out what was understood, in one unit with the UPDATE Step that tells of it, before the answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.conversation.correcting import with_exchanged
from engine.conversation.governing.records import Governed, Pending, Target, Understood, Wanted
from engine.conversation.governing.wording import Lines
from engine.conversation.registry import CorrectionHook, PutRight, TurnFacts
from engine.person import (
    Action,
    Answer,
    Fact,
    FactStatus,
    Outcome,
    PersonalModel,
    Proposal,
    Update,
    asked_first,
)
from engine.settings import GoverningSettings
from engine.trail import Step, StepKind, Trail
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Coordinator


@dataclass(frozen=True)
class Carrier:
    """Writes through the Personal Model's one path."""

    vault: Vault
    trail: Trail
    person: PersonalModel
    coordinator: Coordinator
    lines: Lines
    settings: GoverningSettings
    speaker: Callable[[], str]
    before_correction: Sequence[CorrectionHook] = ()
    after_correction: Sequence[CorrectionHook] = ()
    """See `Registry`."""

    def carry(self, turn: TurnFacts, found: Understood) -> Governed | None:
        """What becomes of `found`; None where it wants nothing that can be done."""
        if found.unclear:
            return self._ask_which(turn, found)
        if found.wanted.takes_back and found.target is None:
            # Whoever says “no, …” of the world at large is not told of notes.
            surely = found.wanted is not Wanted.CORRECT and found.share >= self.settings.unknown_from
            return self._say("unknown", hush=found.wanted is Wanted.FORGET) if surely else None
        if not found.sure and found.target is not None:
            # Most of what seems to correct a note a little only tells something: that is thought back on.
            surely = found.wanted is not Wanted.CORRECT or found.share >= self.settings.asked_correct_from
            return self._ask_first(turn, found) if surely else None
        return self._change(turn, found)

    def settle(self, turn: TurnFacts, waiting: Pending, target: Target | None) -> Governed:
        """Do what was waited with, now that the person said which (`target`) or yes."""
        found = Understood(waiting.wanted, text=waiting.text, quote=waiting.quote, target=target)
        if waiting.question_id is None:
            return self._change(turn, found, said_in=waiting.step_id)
        answer = Answer(accept=True, step_ids=(turn.utterance.id,))
        question = waiting.question_id
        return self._written(turn, found, lambda unit: [self.person.answer_question(question, answer, unit)])

    def decline(self, turn: TurnFacts, waiting: Pending) -> Governed:
        """The person said no."""
        if waiting.question_id is not None:
            answer = Answer(accept=False, step_ids=(turn.utterance.id,))
            question = waiting.question_id
            self._commit(turn, lambda unit: [self.person.answer_question(question, answer, unit)])
        return self._say("declined")

    def _change(self, turn: TurnFacts, found: Understood, said_in: str = "") -> Governed:
        if found.target is not None and found.target.fact_id is None:
            return self._withdraw_step(turn, found, found.target)
        step = said_in or turn.utterance.id
        proposal = Proposal(
            found.wanted.action,
            found.text if found.wanted in (Wanted.REMEMBER, Wanted.CORRECT) else "",
            fact_id=None if found.target is None else found.target.fact_id,
        )
        if proposal.brings_text:
            proposal = proposal.stated_in(step, found.quote)
        return self._written(turn, found, lambda unit: self._applied(proposal, found, unit))

    def _applied(self, proposal: Proposal, found: Understood, unit: UnitOfWork) -> list[Update]:
        """The change, and once that stands, what else was made of the same utterance: put right like it, or as it was.

        What was said wrongly is withdrawn with all that rests on it, so these are remembered anew.
        """
        others = self._told_with(found) if proposal.action is Action.CORRECT else []
        done = [self.person.apply(proposal, unit)]
        if done[0].outcome in (Outcome.COMMITTED, Outcome.CONFIRMED):
            anew = replace(proposal, action=Action.REMEMBER, fact_id=None)
            lost = [one.text for one in others if self.person.fact(one.id).status is FactStatus.RETIRED]
            texts = [*(text for _, text in found.beside), *lost]
            done += [self.person.apply(replace(anew, text=text), unit) for text in texts]
        return done

    def _told_with(self, found: Understood) -> list[Fact]:
        """What else is known of the utterance that is put right, and is neither put right with it nor private."""
        said_in = set() if found.target is None else set(found.target.said_in)
        named = {found.target, *(target for target, _ in found.beside)}
        refs = {one.ref for one in named if one is not None}
        known = [one for one in self.person.facts() if one.ref not in refs and not one.private]
        return [one for one in known if said_in & set(one.source_step_ids)]

    def _written(
        self, turn: TurnFacts, found: Understood, change: Callable[[UnitOfWork], list[Update]]
    ) -> Governed:
        def prepared(unit: UnitOfWork) -> list[Update]:
            if found.wanted is not Wanted.CORRECT or found.target is None:
                return change(unit)
            refs = frozenset(f"step:{one}" for one in found.target.said_in)
            put_right = PutRight(refs, turn.utterance, found.target.text, found.text)
            for hook in self.before_correction:
                hook(unit, put_right)
            updates = change(unit)
            if updates[0].outcome in (Outcome.COMMITTED, Outcome.CONFIRMED):
                for hook in self.after_correction:
                    hook(unit, put_right)
            return updates

        update = self._commit(turn, prepared)
        pending = None
        if update.outcome is Outcome.ASKED and update.question is not None:
            question = update.question
            pending = Pending(found.wanted, question.text, question_id=question.id)
        hush = found.wanted is Wanted.FORGET and update.outcome in (Outcome.COMMITTED, Outcome.CONFIRMED)
        kind, text = _told_of(update)
        cites = tuple(fact.ref for fact in update.after if fact.text in text)
        return self._say(kind, text, cites=cites, update=update, pending=pending, hush=hush)

    def _commit(self, turn: TurnFacts, change: Callable[[UnitOfWork], list[Update]]) -> Update:
        """Write them all or none, each with a Step by which it can be taken back; the first is what was asked for."""
        with self.vault.unit() as unit:
            updates = change(unit)
            steps = [self._step(turn, _details(one), unit) for one in updates]
            unit.commit()
        for step, update in zip(steps, updates, strict=True):
            self.trail.announce(step)
            self.person.announce(update)
        return updates[0]

    def _step(self, turn: TurnFacts, details: dict[str, str], unit: UnitOfWork) -> Step:
        return self.trail.record(turn.loop, StepKind.UPDATE, "", self.speaker(), details=details, unit=unit)

    def _withdraw_step(self, turn: TurnFacts, found: Understood, target: Target) -> Governed:
        """What was only said, and never made a fact, is taken back where it was said."""
        if found.wanted is Wanted.CORRECT:
            return self._change(turn, self._of_what_it_became(found, target))
        with self.vault.unit() as unit:
            reached = self.coordinator.withdraw({target.ref})
            details = {"action": Action.FORGET.value, "outcome": Outcome.COMMITTED.value}
            step = self._step(turn, details, unit)
            unit.commit()
        self.trail.announce(step)
        return self._say("forgotten", hush=True, withdrawn=reached)

    def _of_what_it_became(self, found: Understood, step: Target) -> Understood:
        """The change of the facts that a Step has become and that have the word which is put right; of one without any,
        what is said is remembered.
        """
        made = [
            fact
            for fact in self.person.facts()
            if step.ref.removeprefix("step:") in fact.source_step_ids and not fact.private
        ]
        changed = [
            (Target(fact.ref, fact.text, step.support, fact.source_step_ids), text)
            for fact in made
            if (text := with_exchanged(fact.text, found.text, step.text))
        ]
        if not changed:
            return replace(found, wanted=Wanted.REMEMBER, target=None)
        (first, text), *beside = changed
        return replace(found, target=first, text=text, beside=tuple(beside))

    def _ask_which(self, turn: TurnFacts, found: Understood) -> Governed:
        shown = "\n".join(f"{number}. {one.text}" for number, one in enumerate(found.unclear, 1))
        pending = Pending(
            found.wanted, shown, found.text, found.quote, turn.utterance.id, targets=found.unclear
        )
        cites = tuple(one.ref for one in found.unclear)
        return self._say("which", shown, cites=cites, pending=pending)

    def _ask_first(self, turn: TurnFacts, found: Understood) -> Governed:
        """It is not sure that this note is meant, or that these are its words: the person's yes comes first."""
        targets = () if found.target is None else (found.target,)
        note = "" if found.target is None else found.target.text.rstrip(".")
        shown = asked_first(Proposal(found.wanted.action, found.text.rstrip(".")), note)
        pending = Pending(found.wanted, shown, found.text, found.quote, turn.utterance.id, targets=targets)
        cites = tuple(one.ref for one in targets)
        return self._say("confirm", shown, cites=cites, pending=pending)

    def _say(self, kind: str, text: str = "", **rest: Any) -> Governed:
        """With the line that tells the model of it."""
        return Governed(kind, text, getattr(self.lines, kind).format(text=text), **rest)


_BY_OUTCOME = {
    Outcome.ASKED: "confirm",
    Outcome.DROPPED: "declined",
    Outcome.DISPUTED: "conflict",
}
_BY_ACTION = {Action.CORRECT: "corrected", Action.DISPUTE: "doubted"}


def _details(update: Update) -> dict[str, str]:
    return {"update": update.id, "action": update.action.value, "outcome": update.outcome.value}


def _told_of(update: Update) -> tuple[str, str]:
    """The kind of line that tells of `update`, and what it is about."""
    text = "" if update.fact is None else update.fact.text
    if update.outcome is Outcome.ASKED:
        text = "" if update.question is None else update.question.text
    elif update.outcome is Outcome.DISPUTED:
        text = "; ".join(fact.text for fact in update.before)
    if update.outcome in _BY_OUTCOME:
        return _BY_OUTCOME[update.outcome], text
    if update.action is Action.REMEMBER:
        new = "replaced" if update.before else "remembered"
        return ("known" if update.outcome is Outcome.CONFIRMED else new), text
    return _BY_ACTION.get(update.action, "forgotten"), text
