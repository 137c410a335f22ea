"""Nominations are votes, a review decides, a veto is for ever: over a real memory, by the real sentence model."""

import pytest

from engine.errors import InvalidInputError
from engine.identity import Candidate, IdentityMissingError, Outcome, VetoedError
from engine.memory import NodeKind
from tests.unit.engine.identity.conftest import Together

PLAYFUL = "I choose to be playful when things get heavy."
ALIKE = ("When things get heavy I choose to be playful.", "I like to be playful when things are heavy.")


def vote(mira: Together, text: str = PLAYFUL, run: str = "run") -> bool:
    """A vote that rests on an exchange of its own."""
    steps = mira.said("Something happened.")
    return mira.identity.growth.nominate(text, [f"step:{one.id}" for one in steps], run).counted


def promoted(mira: Together, text: str = PLAYFUL) -> Candidate:
    for day in range(3):
        vote(mira, text, f"night {day}")
        mira.wait(hours=13)
    (candidate,) = [one for one in mira.identity.growth.review() if one.text == text]
    return candidate


def standing(mira: Together) -> list[str]:
    return [node.text for node in mira.identity.growth.extensions()]


def test_three_nights_make_it_part_of_the_companion(meant: Together) -> None:
    for night, text in enumerate((PLAYFUL, *ALIKE)):
        assert meant.identity.growth.review() == [] or not standing(meant)
        assert vote(meant, text, f"night {night}")
        meant.wait(hours=13)
    (candidate,) = meant.identity.growth.review()
    assert candidate.verdict is not None
    assert candidate.verdict.outcome is Outcome.PROMOTED
    (node,) = meant.identity.growth.extensions()
    assert (node.id, node.person, node.text) == (candidate.verdict.extension, None, PLAYFUL)
    assert meant.identity.growth.review() == []
    assert meant.identity.growth.growing() == []


def test_a_model_votes_and_never_decides(meant: Together) -> None:
    for _ in range(5):
        vote(meant, run="the same run")
    meant.wait(days=3)
    (candidate,) = meant.identity.growth.review()
    assert len(candidate.votes) == 1
    assert candidate.verdict is not None
    assert (candidate.verdict.outcome, candidate.verdict.reason) == (Outcome.DEFERRED, "1 of 3 votes")
    assert standing(meant) == []


def test_a_vote_needs_something_new(meant: Together) -> None:
    steps = [f"step:{one.id}" for one in meant.said("Something happened.")]
    growth = meant.identity.growth
    assert growth.nominate(PLAYFUL, steps, "first").counted
    again = growth.nominate(PLAYFUL, steps, "second")
    assert (again.counted, again.reason) == (False, "it rests on nothing new")
    with pytest.raises(InvalidInputError):
        growth.nominate(PLAYFUL, [], "third")


def test_what_is_part_of_it_already_is_rejected_and_returns_only_by_a_new_vote(meant: Together) -> None:
    growth = meant.identity.growth
    promoted(meant)
    # Words that are like the extension, but were nominated before it rose, as a node of their own.
    meant.memory.archive(growth.candidates()[0].node)
    candidate = promoted(meant)
    assert candidate.verdict is not None
    assert candidate.verdict.outcome is Outcome.REJECTED
    assert growth.review() == []
    meant.wait(hours=1)
    assert vote(meant, run="a fourth night")
    (returned,) = growth.review()
    assert returned.verdict is not None
    assert returned.verdict.outcome is Outcome.REJECTED


@pytest.mark.parametrize(
    "text",
    ["I am gentle when Mira is sad.", "I am gentle when they cry.", "I know allergic to peanuts matters."],
)
def test_nothing_of_a_person_is_said_for_everyone(meant: Together, text: str) -> None:
    meant.claims = ["Allergic to peanuts"]
    candidate = promoted(meant, text)
    assert candidate.verdict is not None
    assert candidate.verdict.outcome is Outcome.REJECTED
    assert standing(meant) == []


def test_what_is_private_does_not_rise(meant: Together) -> None:
    for day in range(3):
        vote(meant, run=f"night {day}")
        meant.wait(hours=13)
    (candidate,) = meant.identity.growth.candidates()
    meant.memory.set_private(candidate.node)
    (looked_at,) = meant.identity.growth.review()
    assert looked_at.verdict is not None
    assert looked_at.verdict.outcome is Outcome.REJECTED
    assert meant.memory.nodes([NodeKind.CORE_EXTENSION]) == []


def test_a_veto_takes_back_what_rose_and_refuses_what_means_the_same(meant: Together) -> None:
    candidate = promoted(meant)
    assert candidate.verdict is not None
    refs = meant.identity.growth.veto(str(candidate.verdict.extension))
    assert refs == {f"node:{candidate.node}", f"node:{candidate.verdict.extension}"}
    assert standing(meant) == []
    meant.wait(days=400)
    for text in (PLAYFUL, PLAYFUL.upper(), *ALIKE):
        with pytest.raises(VetoedError):
            vote(meant, text, "much later")
    meant.memory.bring_back(str(candidate.verdict.extension))
    assert standing(meant) == []
    with pytest.raises(IdentityMissingError):
        meant.identity.growth.veto("n_nothing")


def test_a_veto_is_taken_back_and_what_had_risen_stands_again(meant: Together) -> None:
    candidate = promoted(meant)
    before = standing(meant)
    refs = meant.identity.growth.veto(candidate.node)
    assert standing(meant) == []
    assert meant.identity.growth.unveto([ref.removeprefix("node:") for ref in refs]) == refs
    assert standing(meant) == before
    (again,) = meant.identity.growth.candidates()
    assert again.verdict is not None
    assert (again.verdict.outcome, again.verdict.extension) == (
        Outcome.PROMOTED,
        candidate.verdict.extension if candidate.verdict is not None else "",
    )
    assert meant.identity.growth.review() == [], "it is decided"
    with pytest.raises(IdentityMissingError):
        meant.identity.growth.unveto([candidate.node])


def test_what_was_refused_before_it_rose_is_decided_anew_once_that_is_taken_back(meant: Together) -> None:
    vote(meant)
    (candidate,) = meant.identity.growth.candidates()
    meant.identity.growth.veto(candidate.node)
    meant.identity.growth.unveto([candidate.node])
    assert [one.verdict for one in meant.identity.growth.candidates()] == [None]
    assert vote(meant, run="another night"), "it may be voted for again"


def test_a_veto_outlives_the_words_that_it_was_about(meant: Together) -> None:
    candidate = promoted(meant)
    refs = meant.identity.growth.veto(candidate.node)
    meant.erase(*refs)
    assert "playful" not in meant.stored()
    with pytest.raises(VetoedError):
        vote(meant, run="much later")


def test_what_rose_falls_with_the_votes_that_raised_it(meant: Together) -> None:
    candidate = promoted(meant)
    assert candidate.verdict is not None
    late = candidate.votes[-1].sources[0]
    extension = f"node:{candidate.verdict.extension}"
    assert meant.identity.citing(frozenset({late})) == {extension}
    assert extension in meant.withdraw(late)
    assert standing(meant) == []
    (still,) = meant.identity.growth.candidates()
    assert still.verdict is not None
    assert still.verdict.outcome is Outcome.DEFERRED
    assert len(still.votes) == 2


def test_what_fell_rises_again_with_the_last_vote_that_it_lacked(meant: Together) -> None:
    candidate = promoted(meant)
    late, early = candidate.votes[-1].sources[0], candidate.votes[0].sources[0]
    extension = standing(meant)
    meant.withdraw(late)
    meant.withdraw(early)
    meant.restore(late)
    assert standing(meant) == []
    meant.restore(early)
    assert standing(meant) == extension
    (again,) = meant.identity.growth.candidates()
    assert again.verdict == candidate.verdict


def test_without_a_sentence_model_nothing_rises_and_nothing_is_lost(mira: Together) -> None:
    for day in range(3):
        vote(mira, run=f"night {day}")
        mira.wait(hours=13)
    (candidate,) = mira.identity.growth.review()
    assert candidate.verdict is not None
    assert (candidate.verdict.outcome, len(candidate.votes)) == (Outcome.DEFERRED, 3)


def test_forgetting_a_person_leaves_nothing_but_that_something_was_refused(mira: Together) -> None:
    vote(mira)
    mira.identity.directives.add("Be brief.")
    mira.identity.growth.veto(mira.identity.growth.candidates()[0].node)
    held = mira.identity.holdings()
    with mira.vault.unit() as unit:
        assert mira.identity.forget_person(unit) == held
        unit.commit()
    assert held
    assert mira.identity.holdings() == frozenset()
    assert "brief" not in mira.stored()
    assert "playful" not in mira.stored()
    with pytest.raises(VetoedError):
        vote(mira, run="later")
