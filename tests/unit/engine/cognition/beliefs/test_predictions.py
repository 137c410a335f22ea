from datetime import date

import pytest

from engine.cognition import CognitionMoveError, Domain, Origin, PredictionStatus, UnsourcedError
from tests.unit.engine.cognition.conftest import Thinking

MONDAY = date(2026, 2, 9)


def test_without_a_day_it_is_known_in_two_weeks(thinking: Thinking) -> None:
    made = thinking.mind.predictions.predict("The refactor will take three sessions")
    assert (made.deadline, made.status) == (date(2026, 2, 23), PredictionStatus.PENDING)
    assert thinking.mind.predictions.due() == []
    thinking.wait(days=14)
    assert thinking.mind.predictions.due() == [made]


def test_confidence_is_held_under_the_cap_of_its_domain(thinking: Thinking) -> None:
    made = thinking.mind.predictions.predict("She will be glad", confidence=1.0, domain=Domain.EMOTIONAL)
    assert made.confidence == 0.70


def test_one_like_it_that_is_open_is_the_same(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    first = predictions.predict("It ships in May")
    assert predictions.predict("It ships in May.").id == first.id
    predictions.resolve(first.id, PredictionStatus.CORRECT)
    assert predictions.predict("It ships in May").id != first.id


def test_what_the_person_says_settles_it_once(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    made = predictions.predict("It ships in May", confidence=0.7)
    settled = predictions.resolve(made.id, PredictionStatus.WRONG, "It shipped in June", "Plan for reviews")
    assert (settled.status, settled.is_settled) == (PredictionStatus.WRONG, True)
    with pytest.raises(CognitionMoveError):
        predictions.resolve(made.id, PredictionStatus.CORRECT)
    with pytest.raises(CognitionMoveError):
        predictions.resolve(made.id, PredictionStatus.PENDING)
    assert predictions.accuracy().calibration_error == pytest.approx(0.7)
    assert predictions.undo(made.id).status is PredictionStatus.PENDING
    with pytest.raises(CognitionMoveError):
        predictions.undo(made.id)


def test_a_proposal_needs_evidence_and_counts_when_the_person_agrees(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    why, shown = thinking.said("It must ship in May."), thinking.said("It shipped in May!")
    made = predictions.predict("It ships in May", cites=(why,), origin=Origin.TURN)
    with pytest.raises(UnsourcedError):
        predictions.propose(made.id, PredictionStatus.CORRECT, ())
    with pytest.raises(UnsourcedError):
        predictions.propose(made.id, PredictionStatus.CORRECT, (why,))
    proposed = predictions.propose(made.id, PredictionStatus.CORRECT, (shown,))
    assert (proposed.status, proposed.is_settled) == (PredictionStatus.CORRECT, False)
    assert predictions.accuracy().checked == 0
    assert predictions.agree(made.id).is_settled
    assert predictions.accuracy().correct == 1
    with pytest.raises(CognitionMoveError):
        predictions.agree(made.id)


def test_a_proposal_goes_with_its_evidence(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    made = predictions.predict("It ships in May")
    shown = thinking.said("It shipped in May!")
    predictions.propose(made.id, PredictionStatus.CORRECT, (shown,))
    thinking.withdraw(shown)
    assert predictions.prediction(made.id).status is PredictionStatus.PENDING


def test_what_comes_of_it_teaches_the_model_behind_it(thinking: Thinking) -> None:
    mind = thinking.mind
    model = mind.models.create("Reviews take a week", Domain.PROJECT)
    made = mind.predictions.predict("This review will take a week", source_model=model.id)
    assert made.domain is Domain.PROJECT
    mind.predictions.resolve(made.id, PredictionStatus.CORRECT)
    assert mind.models.model(model.id).confidence == 0.55
    mind.predictions.undo(made.id)
    assert mind.models.model(model.id).confidence == 0.5
    mind.predictions.resolve(made.id, PredictionStatus.WRONG)
    assert mind.models.model(model.id).confidence == 0.42


def test_a_prediction_of_a_model_rests_on_what_the_model_does(thinking: Thinking) -> None:
    said = thinking.said("Reviews take a week here.")
    model = thinking.mind.models.create("Reviews take a week", cites=(said,), origin=Origin.TURN)
    made = thinking.mind.predictions.predict("It takes a week", source_model=model.id, origin=Origin.RUN)
    assert made.cites == (said,)
    assert {model.ref, made.ref} <= thinking.withdraw(said)


def test_long_after_its_day_it_has_expired_and_is_left_out(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    made = predictions.predict("It ships in May", deadline=MONDAY)
    thinking.wait(days=30)
    assert predictions.prediction(made.id).status is PredictionStatus.PENDING
    thinking.wait(days=1)
    assert predictions.prediction(made.id).status is PredictionStatus.EXPIRED
    assert predictions.due() == []
    predictions.resolve(made.id, PredictionStatus.EXPIRED)
    assert predictions.accuracy().checked == 0


def test_accuracy_counts_partly_as_half_in_one_domain_or_all(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    for text, domain, status in (
        ("The cache will help", Domain.TECHNICAL, PredictionStatus.PARTLY),
        ("Nobody will buy it", Domain.BUSINESS, PredictionStatus.CORRECT),
    ):
        predictions.resolve(predictions.predict(text, domain=domain).id, status)
    assert predictions.accuracy().accuracy == 0.75
    assert predictions.accuracy(Domain.TECHNICAL).accuracy == 0.5
    assert predictions.accuracy(Domain.GENERAL).accuracy is None


def test_what_is_pending_soon(thinking: Thinking) -> None:
    predictions = thinking.mind.predictions
    late = predictions.predict("The bridge will be built", deadline=date(2027, 1, 1))
    soon = predictions.predict("Rain falls", deadline=date(2026, 2, 12))
    assert predictions.pending() == [soon, late]
    assert predictions.pending(7) == [soon]


def test_an_outcome_in_the_talk_is_held_against_what_is_due(meaning: Thinking) -> None:
    predictions = meaning.mind.predictions
    one = predictions.predict("The login refactor will take 3 sessions", deadline=MONDAY)
    wrong = predictions.notice("The login refactor took 5 sessions", (meaning.said(),))
    assert wrong is not None
    assert (wrong.id, wrong.status) == (one.id, PredictionStatus.WRONG)
    predictions.undo(one.id)
    right = predictions.notice("The login refactor took 3 sessions", (meaning.said(),))
    assert right is not None
    assert right.status is PredictionStatus.CORRECT
    assert predictions.notice("The soup was too salty", (meaning.said(),)) is None
