"""Questions from their opening to what an answer does."""

from datetime import timedelta

import pytest

from engine.errors import NotFoundError
from engine.person import (
    Action,
    Answer,
    AnswerMissingError,
    Effort,
    FactStatus,
    Lens,
    Outcome,
    Proposal,
    Question,
    QuestionMoveError,
    QuestionReason,
    QuestionStatus,
    Source,
    Update,
)
from tests.unit.engine.person.conftest import START, Acquaintance


def inferred(mira: Acquaintance, text: str, **more: object) -> Update:
    step = mira.said("The night shift was long again.")
    proposal = Proposal(Action.REMEMBER, text, source=Source.INFERRED, step_ids=(step.id,), **more)  # type: ignore[arg-type]
    return mira.person.apply(proposal)


def wanted(topic: str, text: str, reason: QuestionReason = QuestionReason.GAP) -> Question:
    return Question(
        id=f"q_{topic}",
        person="mira",
        reason=reason,
        lens=Lens.WORLD,
        topic=topic,
        text=text,
        status=QuestionStatus.OPEN,
        created_at=START,
        updated_at=START,
    )


def test_what_is_inferred_waits_for_a_yes(mira: Acquaintance) -> None:
    update = inferred(mira, "I work at night", topic="work hours")
    assert update.outcome is Outcome.ASKED
    assert update.question is not None
    assert (update.question.proposed, update.question.outside_quota) == ("I work at night", True)
    assert mira.person.facts() == []
    assert mira.person.projection(100, len) == ()
    assert len(mira.person.facts(status=FactStatus.PENDING)) == 1
    yes = mira.said("Yes, that's right")
    done = mira.person.answer_question(update.question.id, Answer(accept=True, step_ids=(yes.id,)))
    assert done.fact is not None
    assert (done.fact.text, done.fact.source, done.fact.status) == (
        "I work at night",
        Source.STATED,
        FactStatus.ACTIVE,
    )
    assert yes.id in done.fact.source_step_ids
    answered = mira.person.question(update.question.id)
    assert (answered.status, answered.answer_ids) == (QuestionStatus.ANSWERED, (done.fact.id,))
    assert mira.person.facts(status=FactStatus.PENDING) == []


def test_a_no_is_a_boundary(mira: Acquaintance) -> None:
    update = inferred(mira, "I work at night", topic="work hours")
    assert update.question is not None
    mira.person.answer_question(update.question.id, Answer(accept=False))
    assert mira.person.question(update.question.id).status is QuestionStatus.DISMISSED
    assert mira.person.facts(status=None) == []
    assert inferred(mira, "I work at night", topic="work hours").outcome is Outcome.DROPPED
    assert len(mira.person.questions()) == 1


def test_an_answer_taken_back_is_open_again(mira: Acquaintance) -> None:
    update = inferred(mira, "I work at night", topic="work hours")
    assert update.question is not None
    done = mira.person.answer_question(update.question.id, Answer(accept=True))
    mira.person.undo(done.id)
    assert mira.person.facts() == []
    assert mira.person.question(update.question.id).status is QuestionStatus.OPEN
    assert [fact.text for fact in mira.person.facts(status=FactStatus.PENDING)] == ["I work at night"]


def test_an_answer_in_other_words_is_what_is_remembered(mira: Acquaintance) -> None:
    update = inferred(mira, "I work at night", topic="work hours")
    assert update.question is not None
    step = mira.said("Only on weekends")
    answer = Answer(text="I work at night only on weekends", quote="Only on weekends", step_ids=(step.id,))
    mira.person.answer_question(update.question.id, answer)
    assert mira.texts() == ["I work at night only on weekends"]
    assert mira.person.facts(status=FactStatus.PENDING) == []


@pytest.mark.parametrize("keep", [0, 1])
def test_of_a_conflict_one_stands(mira: Acquaintance, keep: int) -> None:
    first = mira.knows("I love coffee")
    update = mira.states("I hate coffee")
    assert update.fact is not None
    assert update.question is not None
    ids = (first.id, update.fact.id)
    done = mira.person.answer_question(update.question.id, Answer(keep=(ids[keep],)))
    assert [fact.id for fact in mira.person.facts()] == [ids[keep]]
    lost = mira.person.fact(ids[1 - keep])
    assert (lost.status, lost.superseded_by) == (FactStatus.RETIRED, ids[keep])
    mira.person.undo(done.id)
    assert len(mira.person.facts(status=FactStatus.DISPUTED)) == 2


def test_of_a_conflict_both_or_neither_may_stand(mira: Acquaintance) -> None:
    mira.states("I love coffee")
    update = mira.states("I hate coffee")
    assert update.question is not None
    with pytest.raises(AnswerMissingError):
        mira.person.answer_question(update.question.id, Answer())
    mira.person.answer_question(update.question.id, Answer(text="I love coffee, but not in the evening"))
    assert mira.texts() == ["I love coffee, but not in the evening"]
    assert all(fact.status is not FactStatus.DISPUTED for fact in mira.person.facts(status=None))


def test_what_was_dismissed_by_mistake_is_open_again(mira: Acquaintance) -> None:
    known = mira.knows("I love coffee")
    update = mira.person.apply(Proposal(Action.DISPUTE, fact_id=known.id))
    assert update.question is not None
    dismissed = mira.person.dismiss(update.question.id)
    assert dismissed.undoable
    assert not dismissed.after, "nothing but the question was settled"
    mira.person.undo(dismissed.id)
    (waiting,) = mira.person.questions()
    assert (waiting.id, waiting.status) == (update.question.id, QuestionStatus.OPEN)


def test_settled_is_settled(mira: Acquaintance) -> None:
    update = inferred(mira, "I work at night")
    assert update.question is not None
    mira.person.dismiss(update.question.id)
    for settle in (
        mira.person.dismiss,
        lambda each: mira.person.ask(each, "e"),
        mira.person.ask_later,
        lambda each: mira.person.answer_question(each, Answer(accept=True)),
    ):
        with pytest.raises(QuestionMoveError):
            settle(update.question.id)
    with pytest.raises(NotFoundError):
        mira.person.dismiss("q_none")


def test_the_most_urgent_is_asked_within_the_quota(mira: Acquaintance) -> None:
    person = mira.person
    person.open_question(wanted("music", "What music do you like?", QuestionReason.ADAPTATION))
    person.open_question(wanted("home", "Where do you live?"))
    first = person.next_question(Effort.BALANCED, episode="e1")
    assert first is not None
    assert first.topic == "home"
    person.ask(first.id, "e1")
    assert person.next_question(Effort.BALANCED, episode="e1") is None
    mira.wait(days=1)
    assert person.next_question(Effort.BALANCED, episode="e2") is None
    mira.wait(days=1)
    second = person.next_question(Effort.BALANCED, episode="e3")
    assert second is not None
    assert second.topic == "music"


def test_a_guess_does_not_use_up_the_quota(mira: Acquaintance) -> None:
    inferred(mira, "I work at night")
    assert mira.person.next_question(Effort.ACTIVE, episode="e1") is None
    mira.states("My birthday is on 3 May")
    asked = mira.states("My birthday is on 4 May").question
    assert mira.person.next_question(Effort.QUIET, episode="e1") == asked


def test_later_keeps_it_with_its_date(mira: Acquaintance) -> None:
    opened = mira.person.open_question(wanted("home", "Where do you live?"))
    assert opened is not None
    mira.person.ask_later(opened.id, mira.clock.now() + timedelta(days=3))
    assert mira.person.next_question(Effort.ACTIVE, episode="e1") is None
    mira.wait(days=3)
    assert mira.person.next_question(Effort.ACTIVE, episode="e2") is not None


def test_the_same_question_stands_once(mira: Acquaintance) -> None:
    first = mira.person.open_question(wanted("home", "Where do you live?"))
    again = mira.person.open_question(wanted("home", "Where do you live??").model_copy(update={"id": "q_2"}))
    assert again == first
    assert len(mira.person.questions()) == 1


def test_a_stale_pulse_raises_one_question(mira: Acquaintance) -> None:
    fact = mira.knows("I am preparing for an exam", lens=Lens.PULSE, topic="study")
    mira.states("I am painting the kitchen", lens=Lens.PULSE, topic="house")
    mira.wait(days=29)
    mira.person.used([mira.person.facts()[1].id])
    assert mira.person.raise_stale() is None
    mira.wait(days=2)
    question = mira.person.raise_stale()
    assert question is not None
    assert question.about == (fact.id,)
    mira.wait(days=60)
    assert mira.person.raise_stale() is None
    mira.person.answer_question(question.id, Answer(accept=False))
    assert mira.person.fact(fact.id).retired_because == "over"
    other = mira.person.raise_stale()
    assert other is not None
    mira.person.answer_question(other.id, Answer(accept=True))
    assert mira.texts() == ["I am painting the kitchen"]
    assert mira.person.raise_stale() is None
