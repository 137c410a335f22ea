"""A problem from its beginning to its solution, found again with what did not work, and gone with what it rests on."""

import pytest

from engine.cognition import CognitionMissingError, CognitionMoveError, Origin, UnsourcedError
from engine.cognition.reasoning import ReasoningTrail, TrailPart, TrailStatus
from engine.errors import InvalidInputError
from engine.trail import StepKind
from tests.unit.engine.cognition.reasoning.conftest import Workshop


def login(workshop: Workshop) -> ReasoningTrail:
    """How the login was mended."""
    book = workshop.reasoning
    trail = book.start("Logging in fails every other time", tags=("Auth", "auth"))
    book.add_hypothesis(trail.id, "The session cookie expires too early", confidence=0.6)
    book.add_hypothesis(trail.id, "Two servers disagree about the time")
    book.add_evidence(
        trail.id, "The cookie still had an hour to live", supports=False, hypothesis=1, confidence=0.1
    )
    book.add_evidence(trail.id, "One clock was four minutes behind", hypothesis=2, confidence=0.9)
    book.abandon(trail.id, "Make the cookie last longer", "It hid the fault for a day", hypothesis=1)
    return book.solve(
        trail.id, "Let both servers take their time from one place", "Looking at both logs at once"
    )


def test_a_trail_from_problem_to_solution(workshop: Workshop) -> None:
    solved = login(workshop)
    assert (solved.status, solved.tags) == (TrailStatus.SOLVED, ("auth",))
    assert [(one.number, one.confidence) for one in solved.hypotheses] == [(1, 0.1), (2, 0.9)]
    assert [(one.hypothesis, one.supports) for one in solved.evidence] == [(1, False), (2, True)]
    assert solved.solution is not None
    assert solved.solution.breakthrough == "Looking at both logs at once"
    assert workshop.reasoning.open() == []
    with pytest.raises(CognitionMoveError):
        workshop.reasoning.add_hypothesis(solved.id, "It was the moon")
    assert workshop.another().reasoning.trail(solved.id) == solved


def test_what_is_wrong_is_refused(workshop: Workshop) -> None:
    book = workshop.reasoning
    trail = book.start("It does not start")
    with pytest.raises(InvalidInputError, match="is empty"):
        book.start("  ")
    for confidence in (-0.1, 1.1):
        with pytest.raises(InvalidInputError, match="confidence"):
            book.add_hypothesis(trail.id, "Perhaps", confidence=confidence)
    with pytest.raises(InvalidInputError, match="hypothesis"):
        book.add_evidence(trail.id, "It hums", hypothesis=1)
    with pytest.raises(CognitionMissingError):
        book.solve("rt_none", "So")
    answer = workshop.say("I think so", StepKind.ANSWER)
    with pytest.raises(UnsourcedError):
        book.add_hypothesis(trail.id, "So I think", cites=[f"step:{answer.id}"], origin=Origin.TURN)
    assert book.trail(trail.id) == trail


def test_it_is_found_by_any_of_its_words_and_evidence_by_itself(workshop: Workshop) -> None:
    trail = login(workshop)
    workshop.reasoning.start("The cellar is damp")
    for query, part in (
        ("logging fails", TrailPart.CONTEXT),
        ("session cookie expires", TrailPart.HYPOTHESIS),
        ("clock minutes behind", TrailPart.EVIDENCE),
        ("hid the fault for a day", TrailPart.ABANDONED),
        ("time from one place", TrailPart.SOLUTION),
    ):
        (found,) = workshop.reasoning.search(query)
        assert (found.trail.id, found.part) == (trail.id, part)
        assert 0 < found.score <= 1
    (evidence,) = workshop.reasoning.search_evidence("clock behind")
    assert evidence.evidence.text == "One clock was four minutes behind"
    assert workshop.reasoning.search("submarine") == []


def test_by_meaning_it_is_found_in_other_words(meant: Workshop) -> None:
    trail = login(meant)
    meant.reasoning.start("The cellar is damp")
    found = meant.reasoning.search("How did we solve the authentication bug?")
    assert found[0].trail.id == trail.id
    assert found[0].trail.abandoned[0].approach == "Make the cookie last longer"
    (dead_end,) = meant.reasoning.dead_ends("Extend the lifetime of the cookie")
    assert (dead_end.why, dead_end.trail) == ("It hid the fault for a day", trail.id)
    assert meant.reasoning.dead_ends("Paint the cellar") == []


def test_evidence_goes_with_its_step_and_the_trail_with_its_own(workshop: Workshop) -> None:
    book = workshop.reasoning
    told = workshop.say("Login fails on Mondays")
    seen = workshop.say("My aunt Rosalind's clock is behind")
    trail = book.start("Login fails", cites=[f"step:{told.id}"], origin=Origin.TURN)
    book.add_evidence(trail.id, "Rosalind's clock is behind", cites=[f"step:{seen.id}"], origin=Origin.TURN)
    solved = book.solve(trail.id, "Wind up Rosalind's clock", cites=[f"step:{seen.id}"], origin=Origin.TURN)
    assert solved.status is TrailStatus.SOLVED
    with workshop.vault.unit() as unit:
        workshop.cognition.withdraw(unit, frozenset({f"step:{seen.id}"}))
        unit.commit()
    left = book.trail(trail.id)
    assert (left.evidence, left.solution, left.status) == ((), None, TrailStatus.OPEN)
    assert book.search("Rosalind clock") == []
    with workshop.vault.unit() as unit:
        workshop.cognition.erase(unit, frozenset({f"step:{seen.id}"}))
        assert workshop.cognition.withdraw(unit, frozenset({f"step:{told.id}"})) == {f"trail:{trail.id}"}
        unit.commit()
    assert book.all() == []
    with workshop.vault.read() as connection:
        bodies = [row["body"] for row in connection.execute("SELECT body FROM cognition_records").fetchall()]
    assert not any("Rosalind" in body for body in bodies)


def test_erased_evidence_leaves_no_vector(meant: Workshop) -> None:
    book = meant.reasoning
    seen = meant.say("My aunt's clock is behind")
    trail = book.start("Login fails")
    book.add_evidence(trail.id, "A clock is behind", cites=[f"step:{seen.id}"])
    assert book.search("clock")
    assert meant.embedder is not None
    assert meant.vault.vectors.load(meant.embedder.space)[0]
    with meant.vault.unit() as unit:
        meant.cognition.erase(unit, frozenset({f"step:{seen.id}"}))
        unit.commit()
    assert meant.vault.vectors.load(meant.embedder.space)[0] == []


def test_another_companion_and_another_person_see_none_of_it(workshop: Workshop) -> None:
    trail = login(workshop)
    assert workshop.another("nova").reasoning.all() == []
    assert workshop.another(person="ben").reasoning.all() == []
    assert f"trail:{trail.id}" in workshop.cognition.holdings()
    with workshop.vault.unit() as unit:
        assert f"trail:{trail.id}" in workshop.cognition.forget_person(unit)
        unit.commit()
    assert workshop.reasoning.all() == []
