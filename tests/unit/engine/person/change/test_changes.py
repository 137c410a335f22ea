"""The one write path: every change, what it touches, what it publishes."""

import pytest

from engine.embedding import OnnxEmbedder
from engine.errors import InvalidInputError, NotFoundError
from engine.models import standard_folder
from engine.person import (
    Action,
    FactStatus,
    Lens,
    Outcome,
    Proposal,
    QuestionReason,
    QuestionStatus,
    Source,
    UndoRefusedError,
    Volatility,
)
from engine.trail import StepKind
from tests.unit.engine.person.conftest import START, Acquaintance


def forget(fact_id: str) -> Proposal:
    return Proposal(Action.FORGET, fact_id=fact_id)


def test_a_plain_statement_is_remembered_with_its_source(mira: Acquaintance) -> None:
    update = mira.states("I'm allergic to peanuts")
    fact = update.fact
    assert fact is not None
    assert (fact.status, fact.source, fact.quote) == (
        FactStatus.ACTIVE,
        Source.STATED,
        "I'm allergic to peanuts",
    )
    assert (fact.lens, fact.topic, fact.safety) == (Lens.IDENTITY, "allergy", True)
    assert fact.source_step_ids
    assert fact.source_episode_ids == (mira.trail.step(fact.source_step_ids[0]).episode_id,)
    assert mira.reopened().fact(fact.id) == fact
    assert mira.told_names() == ["FactRemembered"]


def test_a_statement_without_its_words_becomes_a_question(mira: Acquaintance) -> None:
    step = mira.said("Good morning")
    proposal = Proposal(Action.REMEMBER, "I own a boat").stated_in(step.id, "I own a boat")
    update = mira.person.apply(proposal)
    assert update.outcome is Outcome.ASKED
    assert mira.person.facts() == []
    pending = mira.person.facts(status=FactStatus.PENDING)
    assert [(fact.text, fact.source) for fact in pending] == [("I own a boat", Source.ASSUMED)]


def test_the_companions_words_are_no_source(mira: Acquaintance) -> None:
    answer = mira.said("I live on the moon", StepKind.ANSWER)
    proposal = Proposal(Action.REMEMBER, "I live on the moon").stated_in(answer.id, "I live on the moon")
    assert mira.person.apply(proposal).outcome is Outcome.ASKED
    assert mira.person.facts() == []


def test_a_new_value_closes_the_old_one_with_its_date(mira: Acquaintance) -> None:
    old = mira.knows("I live in Porto")
    mira.wait(days=30)
    update = mira.states("我住在里斯本")
    closed = mira.person.fact(old.id)
    assert update.fact is not None
    assert (closed.status, closed.superseded_by) == (FactStatus.RETIRED, update.fact.id)
    assert closed.valid_until == update.at > START
    assert mira.texts() == ["我住在里斯本"]
    # What was true in its time stays among what was said.
    assert update.refs == {old.ref}


def test_what_puts_a_known_fact_out_of_date_closes_it(mira: Acquaintance) -> None:
    nights = mira.states("I'm a nurse, nights mostly")
    days = mira.states("They moved me to days", supersedes=nights.fact.id)
    assert days.outcome is Outcome.COMMITTED
    assert [fact.text for fact in mira.person.facts()] == ["They moved me to days"]
    (old,) = days.before
    assert old.id == nights.fact.id
    (closed,) = mira.person.facts(status=FactStatus.RETIRED)
    assert (closed.superseded_by, closed.retired_because) == (days.fact.id, "succeeded")
    mira.person.undo(days.id)
    assert [fact.text for fact in mira.person.facts()] == ["I'm a nurse, nights mostly"]


def test_the_nearest_facts_are_found_by_their_meaning() -> None:
    knows = Acquaintance(OnnxEmbedder(standard_folder() / "minilm-l6-onnx"))
    for text in ("I'm a nurse at the hospital, nights mostly", "My aunt collects stamps"):
        knows.states(text)
    knows.person.catch_up()
    assert [one.text for one in knows.person.nearest("I don't do nights anymore", 3, 0.2)] == [
        "I'm a nurse at the hospital, nights mostly"
    ]


def test_what_was_closed_before_is_no_longer_put_out_of_date(mira: Acquaintance) -> None:
    nights = mira.states("I'm a nurse, nights mostly")
    mira.states("They moved me to days", supersedes=nights.fact.id)
    again = mira.states("I don't work at night", supersedes=nights.fact.id)
    assert again.before == ()
    assert len(mira.person.facts()) == 2


def test_a_topic_with_many_values_keeps_them(mira: Acquaintance) -> None:
    mira.states("I speak Portuguese", topic="language")
    mira.states("I speak Finnish", topic="language")
    assert mira.texts() == ["I speak Portuguese", "I speak Finnish"]


def test_what_hardly_ever_changes_is_asked_first(mira: Acquaintance) -> None:
    mira.states("My birthday is on 3 May")
    update = mira.states("My birthday is on 4 May")
    assert update.outcome is Outcome.ASKED
    assert update.question is not None
    assert update.question.at_once
    assert mira.texts() == ["My birthday is on 3 May"]


def test_said_again_it_is_surer_and_stands_once(mira: Acquaintance) -> None:
    first = mira.knows("I'm allergic to peanuts")
    update = mira.states("I am allergic to peanuts!")
    fact = mira.person.fact(first.id)
    assert update.outcome is Outcome.CONFIRMED
    assert len(mira.person.facts()) == 1
    assert fact.confidence > first.confidence
    assert len(fact.source_step_ids) == 2
    assert not update.refs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I love coffee", "I don't like coffee"),
        ("我喜欢咖啡", "我不喜欢咖啡"),
        ("Ich mag Koriander", "Ich mag keinen Koriander"),
        ("J'aime le jazz", "Je n'aime pas le jazz"),
        ("I am vegetarian", "I'm not vegetarian"),
    ],
)
def test_yes_and_no_to_one_thing_dispute_each_other(mira: Acquaintance, one: str, other: str) -> None:
    first = mira.knows(one)
    update = mira.states(other)
    assert update.outcome is Outcome.DISPUTED
    assert mira.person.facts() == []
    assert [fact.text for fact in mira.person.facts(status=FactStatus.DISPUTED)] == [one, other]
    question = mira.person.questions(QuestionStatus.OPEN)[0]
    assert question.reason is QuestionReason.CONFLICT
    assert first.id in question.about
    # Neither Step was taken back: the person has not said yet which of them is wrong.
    assert update.refs == {first.ref}


def test_a_correction_replaces_and_takes_the_words_back(mira: Acquaintance) -> None:
    old = mira.knows("My dog is called Rex", volatility=Volatility.PERMANENT, private=True)
    step = mira.said("No, my dog is called Max")
    update = mira.person.apply(
        Proposal(Action.CORRECT, "My dog is called Max", fact_id=old.id).stated_in(
            step.id, "my dog is called Max"
        )
    )
    assert mira.texts() == ["My dog is called Max"]
    retired = mira.person.fact(old.id)
    assert update.fact is not None
    assert (retired.superseded_by, retired.retired_because) == (update.fact.id, "corrected")
    assert (update.fact.volatility, update.fact.private) == (Volatility.PERMANENT, True)
    assert update.refs == {old.ref, f"step:{old.source_step_ids[0]}"}
    assert [fact.text for fact in mira.person.history(update.fact.id)] == [
        "My dog is called Rex",
        "My dog is called Max",
    ]
    assert [fact.id for fact in mira.person.why(update.fact.id).earlier] == [old.id]


def test_what_was_forgotten_leaves_a_tombstone_and_does_not_come_back_by_itself(mira: Acquaintance) -> None:
    fact = mira.knows("I collect stamps")
    update = mira.person.apply(forget(fact.id))
    tombstone = mira.person.fact(fact.id)
    assert (tombstone.status, tombstone.retired_because) == (FactStatus.RETIRED, "forgotten")
    assert update.refs == {fact.ref, f"step:{fact.source_step_ids[0]}"}
    assert mira.told_names() == ["FactRemembered", "FactWithdrawn"]
    guess = Proposal(Action.REMEMBER, "I collect stamps", source=Source.INFERRED)
    assert mira.person.apply(guess).outcome is Outcome.DROPPED
    assert mira.person.questions() == []
    assert mira.states("I collect stamps").outcome is Outcome.COMMITTED


def test_what_is_forgotten_cannot_be_forgotten_twice(mira: Acquaintance) -> None:
    fact = mira.knows("I collect stamps")
    mira.person.apply(forget(fact.id))
    with pytest.raises(NotFoundError):
        mira.person.apply(forget(fact.id))


def test_a_dispute_withholds_it_until_it_is_answered(mira: Acquaintance) -> None:
    fact = mira.knows("I collect stamps")
    update = mira.person.apply(Proposal(Action.DISPUTE, fact_id=fact.id))
    assert mira.person.facts() == []
    assert update.question is not None
    assert update.question.about == (fact.id,)


def test_forgetting_one_side_of_a_conflict_lets_the_other_stand(mira: Acquaintance) -> None:
    first = mira.knows("I love coffee")
    mira.states("I hate coffee")
    mira.person.apply(forget(first.id))
    assert mira.texts() == ["I hate coffee"]
    assert mira.person.questions()[0].status is QuestionStatus.WITHDRAWN


def test_said_again_while_in_doubt_is_the_answer(mira: Acquaintance) -> None:
    first = mira.knows("I love coffee")
    mira.states("I hate coffee")
    update = mira.states("I love coffee")
    assert update.outcome is Outcome.CONFIRMED
    assert [fact.id for fact in mira.person.facts()] == [first.id]
    assert mira.person.facts(status=FactStatus.DISPUTED) == []
    assert mira.person.questions()[0].status is QuestionStatus.ANSWERED
    mira.person.undo(update.id)
    assert len(mira.person.facts(status=FactStatus.DISPUTED)) == 2
    assert mira.person.questions()[0].status is QuestionStatus.OPEN


def test_private_is_known_and_kept_back(mira: Acquaintance) -> None:
    fact = mira.knows("I see a therapist")
    update = mira.person.apply(Proposal(Action.KEEP_PRIVATE, fact_id=fact.id, private=True))
    assert update.refs == {fact.ref}
    assert mira.person.facts()[0].private
    assert mira.person.projection(100, len) == ()


@pytest.mark.parametrize(
    "proposal",
    [
        Proposal(Action.REMEMBER, " "),
        Proposal(Action.REMEMBER, "x" * 1001),
        Proposal(Action.REMEMBER, "x", topic="t" * 101),
        Proposal(Action.CORRECT, "x"),
        Proposal(Action.FORGET),
    ],
)
def test_what_cannot_be_carried_out_is_refused(mira: Acquaintance, proposal: Proposal) -> None:
    with pytest.raises(InvalidInputError):
        mira.person.apply(proposal)


def test_a_proposal_is_judged_without_being_written(mira: Acquaintance) -> None:
    step = mira.said("I own a boat")
    proposal = Proposal(Action.REMEMBER, "I own a boat").stated_in(step.id, "I own a boat")
    assert mira.person.propose(proposal).reason == "You said so."
    assert mira.person.facts(status=None) == []


@pytest.mark.parametrize("action", [Action.FORGET, Action.DISPUTE, Action.KEEP_PRIVATE])
def test_a_change_is_taken_back(mira: Acquaintance, action: Action) -> None:
    fact = mira.knows("I collect stamps")
    update = mira.person.apply(Proposal(action, fact_id=fact.id, private=True))
    mira.person.undo(update.id)
    back = mira.person.fact(fact.id)
    assert back.model_copy(update={"updated_at": fact.updated_at}) == fact
    assert all(not one.is_waiting for one in mira.person.questions())


def test_taking_a_value_back_restores_the_one_before(mira: Acquaintance) -> None:
    mira.states("I live in Porto")
    update = mira.states("I live in Lisbon")
    undone = mira.person.undo(update.id)
    assert mira.texts() == ["I live in Porto"]
    assert update.fact is not None
    assert update.fact.ref in undone.refs
    with pytest.raises(UndoRefusedError):
        mira.person.undo(update.id)
    with pytest.raises(UndoRefusedError):
        mira.person.undo(undone.id)


def test_taking_back_a_conflict_lets_the_first_stand_again(mira: Acquaintance) -> None:
    mira.states("I love coffee")
    update = mira.states("I hate coffee")
    mira.person.undo(update.id)
    assert mira.texts() == ["I love coffee"]
    assert mira.person.questions()[0].status is QuestionStatus.WITHDRAWN


def test_what_was_changed_since_is_not_taken_back(mira: Acquaintance) -> None:
    first = mira.states("I live in Porto")
    mira.states("I live in Lisbon")
    with pytest.raises(UndoRefusedError):
        mira.person.undo(first.id)


def test_a_change_in_a_unit_that_fails_leaves_nothing(mira: Acquaintance) -> None:
    step = mira.said("I own a boat")
    proposal = Proposal(Action.REMEMBER, "I own a boat").stated_in(step.id, "I own a boat")
    with mira.vault.unit() as unit:
        mira.person.apply(proposal, unit)
        assert mira.texts() == ["I own a boat"]
    assert mira.texts() == []
    assert mira.told_names() == []


def test_two_people_do_not_share_what_is_known(mira: Acquaintance) -> None:
    fact = mira.knows("I own a boat")
    other = mira.reopened("tom")
    assert other.facts() == []
    with pytest.raises(NotFoundError):
        other.fact(fact.id)
