"""Every kind of change that a run makes is taken back, and neither the person's own hand nor forgetting stops it."""

from datetime import timedelta

import pytest

from engine.cognition import Origin, PredictionStatus
from engine.memory import NewNode, NodeKind
from engine.night import Job, JobKind
from engine.withdrawal import spread_erasure, spread_withdrawal
from tests.unit.engine.night.conftest import Nights

PLAYFUL = "I choose to be playful when things get heavy."
LAKE = "We went to the lake with Jo"


def remembered(nights: Nights, *texts: str) -> list[str]:
    """Moments of little weight, each told by itself; their ids."""
    made = []
    for text in texts:
        (said,) = nights.told(text)
        new = NewNode(NodeKind.MOMENT, text, importance=0.3, sources=(f"step:{said.id}",))
        made.append(nights.mind.memory.remember(new).node.id)
    nights.mind.memory.catch_up()
    return made


def changed(nights: Nights, run: str) -> set[str]:
    return {one.what for one in nights.night.undoing.changes(run)}


def texts(nights: Nights) -> set[str]:
    return {node.text for node in nights.mind.memory.nodes([NodeKind.MOMENT])}


@pytest.mark.parametrize("spread", [spread_withdrawal, spread_erasure])
def test_what_was_forgotten_since_keeps_nothing_else_from_coming_back(nights, spread):
    dog, dentist = remembered(nights, "Biscuit the dog is twelve", "Their dentist has a practice in Kassel")
    nights.morning(days=45)
    (job,) = nights.do(JobKind.CONSOLIDATION)
    assert changed(nights, job.ref) == {"strength", "marked", "archived"}
    with nights.mind.vault.unit() as unit:
        spread([nights.mind.memory], unit, [f"node:{dog}"])
        unit.commit()
    nights.night.undoing.take_back(job.ref)
    assert texts(nights) == {"Their dentist has a practice in Kassel"}
    assert nights.mind.memory.node(dentist).strength == pytest.approx(0.3)


def merged(nights: Nights) -> tuple[str, str]:
    """The id of a memory that a run made one with "{LAKE} on foot", and the run."""
    (first,) = remembered(nights, LAKE)
    nights.mind.memory.archive(first)
    remembered(nights, f"{LAKE} on foot")  # one that is put away is not united when another is written
    nights.mind.memory.bring_back(first)
    assert len(texts(nights)) == 2
    (job,) = nights.do(JobKind.CONSOLIDATION)
    assert (changed(nights, job.ref), texts(nights)) == ({"merged"}, {f"{LAKE} on foot"})
    return first, job.ref


def test_a_merge_is_taken_back_whole(nights):
    _, run = merged(nights)
    nights.night.undoing.take_back(run)
    assert texts(nights) == {LAKE, f"{LAKE} on foot"}
    assert len(nights.mind.memory.nodes([NodeKind.MOMENT])) == 2


def test_of_a_merge_the_other_memory_comes_back_where_one_was_forgotten(nights):
    first, run = merged(nights)
    with nights.mind.vault.unit() as unit:
        spread_withdrawal([nights.mind.memory], unit, [f"node:{first}"])
        unit.commit()
    nights.night.undoing.take_back(run)
    assert texts(nights) == {f"{LAKE} on foot"}
    assert len(nights.mind.memory.nodes([NodeKind.MOMENT])) == 1


def test_a_strength_that_was_changed_since_is_left_as_it_is(nights):
    (dog,) = remembered(nights, "Biscuit the dog is twelve")
    nights.morning(days=33)
    (job,) = nights.do(JobKind.CONSOLIDATION)
    assert changed(nights, job.ref) == {"strength", "marked"}
    nights.mind.memory.set_strength(dog, 0.9)
    nights.night.undoing.take_back(job.ref)
    assert nights.mind.memory.node(dog).strength == 0.9


def test_days_that_were_taken_back_are_aged_by_again(nights):
    (dog,) = remembered(nights, "Biscuit the dog is twelve")
    nights.morning(days=33)
    (job,) = nights.do(JobKind.CONSOLIDATION)
    aged = nights.mind.memory.node(dog).strength
    assert changed(nights, job.ref) == {"strength", "marked"}
    nights.night.undoing.take_back(job.ref)
    assert nights.mind.memory.node(dog).strength > aged
    nights.do(JobKind.CONSOLIDATION)
    assert nights.mind.memory.node(dog).strength == pytest.approx(aged)


def test_days_that_a_later_run_went_on_from_are_not_aged_by_twice(nights):
    (dog,) = remembered(nights, "Biscuit the dog is twelve")
    nights.morning(days=33)
    (first,) = nights.do(JobKind.CONSOLIDATION)
    nights.morning()
    nights.do(JobKind.CONSOLIDATION)
    aged = nights.mind.memory.node(dog).strength
    nights.night.undoing.take_back(first.ref)
    nights.do(JobKind.CONSOLIDATION)
    assert nights.mind.memory.node(dog).strength == aged


def proposed(nights: Nights) -> tuple[str, str]:
    """A prediction of which a run thinks that it came true, and the run."""
    (said,) = nights.told("Lotte wants to move to Oslo in May")
    prediction = nights.mind.cognition.predictions.predict(
        "Lotte moves to Oslo", deadline=nights.today + timedelta(days=2), cites=(f"step:{said.id}",)
    )
    nights.clock.advance(timedelta(days=3))
    nights.told("Lotte moves to Oslo this morning, with all her plants")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    assert "proposed" in changed(nights, job.ref)
    return prediction.id, job.ref


def test_what_a_run_proposed_of_a_prediction_is_open_again(nights):
    prediction, run = proposed(nights)
    nights.night.undoing.take_back(run)
    assert nights.mind.cognition.predictions.prediction(prediction).outcome is None


def test_what_seems_to_have_come_true_is_asked_in_one_brief(nights):
    prediction, _ = proposed(nights)
    nights.do(JobKind.BRIEF)
    (line,) = [one for one in nights.night.results.brief().lines if f"prediction:{prediction}" in one.cites]
    assert line.section == "night"
    assert line.text == (
        "Foreseen for 6 May: “Lotte moves to Oslo”. You told me since: "
        "“Lotte moves to Oslo this morning, with all her plants”. Did it come true?"
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert not [one for one in nights.night.results.brief().lines if f"prediction:{prediction}" in one.cites]


def test_what_the_person_agreed_to_stays_agreed(nights):
    prediction, run = proposed(nights)
    nights.mind.cognition.predictions.agree(prediction)
    nights.night.undoing.take_back(run)
    settled = nights.mind.cognition.predictions.prediction(prediction)
    assert (settled.status, settled.is_settled) == (PredictionStatus.CORRECT, True)


def test_a_proposal_that_the_person_took_back_does_not_stop_the_rest(nights):
    prediction, run = proposed(nights)
    nights.mind.cognition.predictions.undo(prediction)
    nights.night.undoing.take_back(run)
    assert changed(nights, run) == set()


def test_evidence_of_a_belief_that_is_gone_does_not_stop_the_rest(nights):
    (said,) = nights.told("I sleep badly whenever I drink coffee after four")
    source = f"step:{said.id}"
    models = nights.mind.cognition.models
    model = models.create("Coffee after four makes for a bad night", cites=(source,), origin=Origin.RUN)
    nights.clock.advance(timedelta(hours=2))
    nights.told("Coffee after four again, and a bad night again")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    assert "evidence" in changed(nights, job.ref)
    with nights.mind.vault.unit() as unit:
        spread_erasure([nights.mind.cognition], unit, [source])
        unit.commit()
    assert model.id not in {one.id for one in models.all()}
    nights.night.undoing.take_back(job.ref)
    assert changed(nights, job.ref) == set()


def promoted(nights: Nights) -> Job:
    """The run in which what had three votes became part of the companion."""
    for day in range(3):
        (said,) = nights.told(f"It was heavy again today, and you made me laugh, number {day}")
        nights.mind.identity.growth.nominate(PLAYFUL, [f"step:{said.id}"], f"night {day}")
        nights.clock.advance(timedelta(hours=13))
    (job,) = nights.do(JobKind.DISCOVERY)
    return job


def test_what_rose_to_be_part_of_the_companion_is_put_away_again(nights):
    growth, job = nights.mind.identity.growth, promoted(nights)
    assert "risen" in changed(nights, job.ref)
    assert [node.text for node in growth.extensions()] == [PLAYFUL]
    nights.night.undoing.take_back(job.ref)
    assert growth.extensions() == []
    assert [one.verdict for one in growth.candidates()] == [None]
    nights.morning()
    nights.do(JobKind.DISCOVERY)
    assert [node.text for node in growth.extensions()] == [PLAYFUL], "a later run may come to the same again"


def test_what_was_vetoed_after_it_was_undone_does_not_rise_again(nights):
    growth, job = nights.mind.identity.growth, promoted(nights)
    nights.night.undoing.take_back(job.ref)
    (candidate,) = growth.candidates()
    growth.veto(candidate.node)
    nights.morning()
    nights.do(JobKind.DISCOVERY)
    assert growth.extensions() == []
