"""Facts go with what they were made from; what is erased leaves nothing behind."""

from hypothesis import given
from hypothesis import strategies as st

from engine.person import Action, Answer, FactStatus, Proposal, QuestionStatus, Source
from engine.withdrawal import reach, spread_erasure, spread_withdrawal
from tests.unit.engine.person.conftest import Acquaintance


def withdraw(mira: Acquaintance, *refs: str) -> frozenset[str]:
    with mira.vault.unit() as unit:
        reached = spread_withdrawal([mira.person], unit, refs)
        unit.commit()
    return reached - set(refs)


def erase(mira: Acquaintance, *refs: str) -> frozenset[str]:
    with mira.vault.unit() as unit:
        reached = spread_erasure([mira.person], unit, refs)
        unit.commit()
    return reached - set(refs)


def everything_stored(mira: Acquaintance) -> str:
    with mira.vault.read() as connection:
        tables = [
            row["name"]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if row["name"].startswith("person_")
        ]
        return "\n".join(
            str(tuple(row))
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own tables
        )


def test_a_fact_whose_every_source_is_gone_is_retired(mira: Acquaintance) -> None:
    fact = mira.knows("I'm allergic to peanuts")
    twice = mira.states("I am allergic to peanuts!").fact
    assert twice is not None
    first, second = (f"step:{each}" for each in twice.source_step_ids)
    assert withdraw(mira, first) == frozenset()
    assert mira.person.facts() != []
    assert withdraw(mira, second) == {fact.ref}
    gone = mira.person.fact(fact.id)
    assert (gone.status, gone.retired_because) == (FactStatus.RETIRED, "withdrawn")


def test_an_episode_takes_its_steps_along(mira: Acquaintance) -> None:
    fact = mira.knows("I own a boat")
    episode = f"episode:{fact.source_episode_ids[0]}"
    assert mira.person.citing(frozenset({episode})) == {fact.ref}
    assert withdraw(mira, episode) == {fact.ref}


def test_taking_back_one_claim_leaves_what_was_said_with_it(mira: Acquaintance) -> None:
    step = mira.said("I'm allergic to peanuts and I live in Lisbon")
    claims = ("I'm allergic to peanuts", "I live in Lisbon")
    allergy, home = (
        mira.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text)).fact for text in claims
    )
    assert allergy is not None
    assert home is not None
    update = mira.person.apply(Proposal(Action.FORGET, fact_id=home.id))
    assert update.refs == {home.ref, f"step:{step.id}"}
    assert withdraw(mira, *update.refs) == frozenset()
    assert [fact.id for fact in mira.person.facts()] == [allergy.id]
    # The Step itself taken back is another thing.
    assert withdraw(mira, f"step:{step.id}") == {allergy.ref}


def test_a_fact_in_doubt_waits_for_its_answer_though_its_words_are_withheld(mira: Acquaintance) -> None:
    fact = mira.knows("I collect stamps")
    update = mira.person.apply(Proposal(Action.DISPUTE, fact_id=fact.id))
    assert update.refs == {fact.ref, f"step:{fact.source_step_ids[0]}"}
    assert withdraw(mira, *update.refs) == frozenset()
    assert mira.person.fact(fact.id).status is FactStatus.DISPUTED
    assert update.question is not None
    mira.person.answer_question(update.question.id, Answer(accept=True))
    assert mira.texts() == ["I collect stamps"]


def test_what_is_proposed_from_a_step_goes_with_it(mira: Acquaintance) -> None:
    step = mira.said("Another night shift")
    mira.person.apply(
        Proposal(Action.REMEMBER, "I work at night", source=Source.INFERRED, step_ids=(step.id,))
    )
    withdraw(mira, f"step:{step.id}")
    assert mira.person.facts(status=None) == []
    assert [one.status for one in mira.person.questions()] == [QuestionStatus.WITHDRAWN]


def test_a_fact_made_of_a_fact_goes_with_it(mira: Acquaintance) -> None:
    base = mira.knows("I own a boat")
    guess = mira.person.apply(
        Proposal(Action.REMEMBER, "I can sail", source=Source.INFERRED, cites=(base.ref,))
    )
    assert guess.question is not None
    mira.person.answer_question(guess.question.id, Answer(accept=True))
    derived = next(fact for fact in mira.person.facts() if fact.text == "I can sail")
    update = mira.person.apply(Proposal(Action.FORGET, fact_id=base.id))
    assert withdraw(mira, *update.refs) == {derived.ref}


def test_the_other_side_of_a_conflict_stands_again(mira: Acquaintance) -> None:
    first = mira.knows("I love coffee")
    mira.states("I hate coffee")
    withdraw(mira, f"step:{first.source_step_ids[0]}")
    assert mira.texts() == ["I hate coffee"]


def test_erasing_leaves_no_word_behind(mira: Acquaintance) -> None:
    old = mira.knows("I live in Zanzibar")
    new = mira.states("I live in Lisbon").fact
    assert new is not None
    mira.states("I hate Zanzibar")
    mira.states("I love Zanzibar")
    refs = [f"step:{step}" for fact in mira.person.facts(status=None) for step in fact.source_step_ids]
    assert "Zanzibar" in everything_stored(mira)
    preview = reach([mira.person], refs)
    erased = erase(mira, *refs)
    assert old.ref in erased
    assert preview - set(refs) == erased
    assert "Zanzibar" not in everything_stored(mira)
    assert "Lisbon" not in everything_stored(mira)
    assert mira.person.facts(status=None) == []


def test_erasing_one_source_of_two_keeps_the_fact_without_the_quote(mira: Acquaintance) -> None:
    fact = mira.states("I'm allergic to peanuts").fact
    mira.states("I am allergic to peanuts!")
    assert fact is not None
    erase(mira, f"step:{fact.source_step_ids[0]}")
    left = mira.person.fact(fact.id)
    assert (left.quote, len(left.source_step_ids)) == ("", 1)
    assert mira.person.updates() == []


def test_erasing_a_fact_by_name(mira: Acquaintance) -> None:
    fact = mira.knows("I own a boat")
    assert erase(mira, fact.ref) == frozenset()
    assert "boat" not in everything_stored(mira)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.sets(st.integers(0, 3)))
def test_a_fact_stands_exactly_while_a_source_does(sources: list[int], gone: set[int]) -> None:
    mira = Acquaintance()
    steps = [mira.said(f"I own a boat, number {at}") for at in range(4)]
    fact_id = ""
    for at in sources:
        proposal = Proposal(Action.REMEMBER, "I own a boat").stated_in(steps[at].id, "I own a boat")
        fact = mira.person.apply(proposal).fact
        assert fact is not None
        fact_id = fact.id
    refs = [f"step:{steps[at].id}" for at in gone]
    hidden = withdraw(mira, *refs)
    stands = bool(set(sources) - gone)
    assert (mira.person.fact(fact_id).status is FactStatus.ACTIVE) is stands
    assert bool(hidden) is not stands
    mira.vault.close()
