"""Questions as they are made: from a proposal that needs a word, a conflict, a fact gone stale."""

from collections.abc import Sequence
from datetime import datetime

from engine.ids import new_id
from engine.person.change.completion import Placed
from engine.person.change.proposal import Proposal
from engine.person.claims.search import GENERAL
from engine.person.records import Action, Fact, Lens, Question, QuestionReason, QuestionStatus
from engine.person.showing.wording import Asking, wording


def question_for(
    proposal: Proposal,
    place: Placed,
    *,
    target: Fact | None,
    fact: Fact | None,
    person: str,
    at: datetime,
) -> Question:
    """What asks whether a proposal is to be carried out; a yes does it. Outside the quota."""
    usual = QuestionReason.GAP if proposal.action is Action.REMEMBER else QuestionReason.CONFLICT
    usual = QuestionReason.ADAPTATION if proposal.changes_manner else usual
    return Question(
        id=new_id("q"),
        person=person,
        reason=proposal.question_reason or usual,
        lens=place.lens,
        topic=place.topic,
        text=proposal.question or asked_first(proposal, "" if target is None else target.text),
        status=QuestionStatus.OPEN,
        about=(target.id,) if target is not None else (),
        action=proposal.action,
        proposed=fact.text if fact is not None else "",
        proposed_id=fact.id if fact is not None else None,
        outside_quota=True,
        step_ids=proposal.step_ids,
        created_at=at,
        updated_at=at,
    )


def conflict_between(facts: Sequence[Fact], at: datetime) -> Question:
    """Which of two facts is right; of one alone, whether it is."""
    words = wording().asking_of(facts[-1].text)
    if len(facts) == 1:
        text = words.gap.format(text=facts[0].text)
    else:
        text = words.conflict.format(first=facts[0].text, second=facts[-1].text)
    return about(facts, QuestionReason.CONFLICT, text, at)


def missing(text: str, person: str, step_id: str, at: datetime, until: datetime) -> Question:
    """What the person took for known when they asked it in a Step, and was not: to be asked from `until` on."""
    return Question(
        id=new_id("q"),
        person=person,
        reason=QuestionReason.GAP,
        lens=Lens.WORLD,
        topic=GENERAL,
        text=text,
        status=QuestionStatus.LATER,
        step_ids=(step_id,),
        created_at=at,
        updated_at=at,
        later_until=until,
    )


def about(facts: Sequence[Fact], reason: QuestionReason, text: str, at: datetime) -> Question:
    """A question about facts, within the quota."""
    return Question(
        id=new_id("q"),
        person=facts[-1].person,
        reason=reason,
        lens=facts[-1].lens,
        topic=facts[-1].topic,
        text=text,
        status=QuestionStatus.OPEN,
        about=tuple(fact.id for fact in facts),
        created_at=at,
        updated_at=at,
    )


def asked_first(proposal: Proposal, known: str) -> str:
    """The question whether to carry out `proposal`, of what is `known` so far ("" of nothing); in the language of what
    it brings, else of that.
    """
    text, first = proposal.text.strip(), known
    words = wording().asking_of(text or first)
    match proposal.action:
        case Action.CORRECT:
            return words.correct.format(first=first, second=text)
        case Action.FORGET:
            return words.forget.format(text=first)
        case Action.DISPUTE | Action.KEEP_PRIVATE:
            return words.dispute.format(text=first)
        case Action.REMEMBER:
            return _remembering(words, proposal).format(text=text)


def _remembering(words: Asking, proposal: Proposal) -> str:
    """The words that ask whether something is to be remembered."""
    if proposal.changes_manner:
        return words.manner
    if proposal.identity_changing:
        return words.changes
    return words.judged if proposal.judges_other else words.gap
