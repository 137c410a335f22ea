import pytest

from engine.cognition import (
    CognitionChanged,
    CognitionMissingError,
    CognitionMoveError,
    Direction,
    Domain,
    ModelStatus,
    Origin,
    UnsourcedError,
)
from engine.errors import InvalidInputError
from engine.trail import StepKind
from tests.unit.engine.cognition.conftest import Thinking


def test_a_model_starts_half_sure_and_is_told(thinking: Thinking) -> None:
    model = thinking.mind.models.create("Tests run faster on the desktop", Domain.TECHNICAL)
    assert (model.confidence, model.status, model.origin) == (0.5, ModelStatus.ACTIVE, Origin.HAND)
    assert CognitionChanged(model.ref) in thinking.told
    assert thinking.mind.models.model(model.ref) == model


def test_what_it_thinks_itself_needs_something_that_was_said(thinking: Thinking) -> None:
    answer = thinking.said("Mira works at night.", StepKind.ANSWER)
    for cites in ((), ("node:1",), (answer,)):
        with pytest.raises(UnsourcedError):
            thinking.mind.models.create("Mira works at night", cites=cites, origin=Origin.RUN)
    said = thinking.said("I work best at night.")
    made = thinking.mind.models.create("Mira works at night", cites=(answer, said), origin=Origin.RUN)
    assert made.cites == (answer, said)


def test_what_was_only_read_says_nothing_about_a_person(thinking: Thinking) -> None:
    read = ("document:1",)
    thinking.mind.models.create("Caches go stale", Domain.TECHNICAL, cites=read, origin=Origin.RUN)
    with pytest.raises(UnsourcedError):
        thinking.mind.models.create("Mira is easily hurt", Domain.EMOTIONAL, cites=read, origin=Origin.RUN)


def test_a_source_is_a_ref(thinking: Thinking) -> None:
    with pytest.raises(InvalidInputError):
        thinking.mind.models.create("Caches go stale", cites=("because I say so",))


def test_saying_it_again_supports_it(thinking: Thinking) -> None:
    first = thinking.mind.models.create("Mira works best at night")
    again = thinking.mind.models.create("Mira works best at night.")
    assert (again.id, again.confidence) == (first.id, 0.55)


def test_the_same_evidence_is_weighed_once(thinking: Thinking) -> None:
    """No echo chamber: what a belief was made from does not support it too ([E] §14.9)."""
    said, more = thinking.said("I work best at night."), thinking.said("Last night I wrote it all.")
    model = thinking.mind.models.create("Mira works at night", cites=(said,), origin=Origin.RUN, run="r1")
    with pytest.raises(UnsourcedError):
        thinking.mind.models.evidence(
            model.id, Direction.SUPPORTS, cites=(said,), origin=Origin.RUN, run="r2"
        )
    shown = thinking.mind.models.evidence(
        model.id, Direction.SUPPORTS, cites=(more,), origin=Origin.RUN, run="r2"
    )
    assert shown.confidence == 0.55
    third = thinking.said("And this night too.")
    with pytest.raises(UnsourcedError):
        thinking.mind.models.evidence(
            model.id, Direction.SUPPORTS, cites=(third,), origin=Origin.RUN, run="r2"
        )


def test_what_the_person_says_is_not_so_does_not_come_back(thinking: Thinking) -> None:
    model = thinking.mind.models.create("Mira likes mornings")
    assert thinking.mind.models.invalidate(model.id).status is ModelStatus.INVALIDATED
    assert thinking.mind.models.live() == []
    said = thinking.said("This morning was fine.")
    with pytest.raises(CognitionMoveError):
        thinking.mind.models.create("Mira likes mornings", cites=(said,), origin=Origin.RUN)
    with pytest.raises(CognitionMoveError):
        thinking.mind.models.evidence(model.id, Direction.SUPPORTS)
    assert thinking.mind.models.revive(model.id).status is ModelStatus.ACTIVE


def test_what_is_taken_out_of_prompts_after_being_rejected_is_still_known(thinking: Thinking) -> None:
    model = thinking.mind.models.create("Mira likes mornings")
    thinking.mind.models.invalidate(model.id)
    thinking.withdraw(model.ref)
    assert thinking.mind.models.model(model.id).rejected_at is not None


def test_another_model_takes_its_place(thinking: Thinking) -> None:
    old = thinking.mind.models.create("It ships in May")
    new = thinking.mind.models.create("The release needs a second reviewer")
    assert thinking.mind.models.supersede(old.id, new.id).status is ModelStatus.SUPERSEDED
    assert [each.id for each in thinking.mind.models.live()] == [new.id]
    with pytest.raises(CognitionMoveError):
        thinking.mind.models.supersede(new.id, new.id)
    thinking.withdraw(new.ref)
    assert [each.id for each in thinking.mind.models.live()] == [old.id]
    thinking.erase(new.ref)
    assert thinking.mind.models.model(old.id).successor is None


def test_what_has_faded_is_believed_anew_from_the_start(thinking: Thinking) -> None:
    old = thinking.mind.models.create("It ships in May")
    thinking.wait(days=60)
    with pytest.raises(CognitionMoveError):
        thinking.mind.models.evidence(old.id, Direction.SUPPORTS)
    anew = thinking.mind.models.create("It ships in May")
    assert (anew.id == old.id, anew.confidence) == (False, 0.5)


def test_principles_are_not_supported_and_models_not_confirmed(thinking: Thinking) -> None:
    model = thinking.mind.models.create("It ships in May")
    with pytest.raises(CognitionMoveError):
        thinking.mind.models.evidence(model.id, Direction.CONFIRMS)


def test_it_fades_without_being_written(thinking: Thinking) -> None:
    model = thinking.mind.models.create("It ships in May")
    thinking.wait(days=33)
    assert thinking.mind.models.model(model.id).confidence == 0.35
    assert thinking.mind.models.model(model.id).confidence == 0.35
    thinking.wait(days=5)
    assert thinking.mind.models.model(model.id).status is ModelStatus.INVALIDATED


def test_another_companion_and_another_person_see_none_of_it(thinking: Thinking) -> None:
    model = thinking.mind.models.create("It ships in May")
    for other in (thinking.another("ada"), thinking.another(person="noor")):
        assert other.models.all() == []
        with pytest.raises(CognitionMissingError):
            other.models.model(model.id)


def test_by_meaning_the_same_is_the_same_and_the_opposite_is_not(meaning: Thinking) -> None:
    models = meaning.mind.models
    first = models.create("Mira works best late at night")
    assert models.create("Mira works best late in the night").id == first.id
    assert models.create("Mira does not work best late at night").id != first.id
    assert models.search("night work")[0][0].statement.endswith("night")


def test_stats_count_by_status_and_domain(thinking: Thinking) -> None:
    models = thinking.mind.models
    models.invalidate(models.create("Mira likes mornings").id)
    models.create("Caches go stale", Domain.TECHNICAL, confidence=0.9)
    known = models.stats()
    assert known["by_status"] == {"invalidated": 1, "active": 1}
    assert known["by_domain"] == {"general": 1, "technical": 1}
    assert known["mean_confidence"] == 0.9
