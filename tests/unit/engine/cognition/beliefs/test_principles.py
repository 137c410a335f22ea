import pytest

from engine.cognition import CognitionMoveError, Direction, Domain, Origin, PrincipleStatus, UnsourcedError
from tests.unit.engine.cognition.conftest import Thinking


def test_one_set_by_hand_is_gathered(thinking: Thinking) -> None:
    made = thinking.mind.principles.create("Measure before changing", Domain.TECHNICAL)
    assert (made.confidence, made.status) == (0.5, PrincipleStatus.ACTIVE)
    assert thinking.mind.principles.gathered() == [made]
    assert thinking.mind.principles.create("Measure before changing!").id == made.id


def test_below_half_it_is_not_gathered_and_below_two_tenths_challenged(thinking: Thinking) -> None:
    principles = thinking.mind.principles
    made = principles.create("Measure before changing")
    assert principles.evidence(made.id, Direction.CHALLENGES).status is PrincipleStatus.ACTIVE
    assert principles.gathered() == []
    for _ in range(3):
        held = principles.evidence(made.id, Direction.CHALLENGES)
    assert (held.confidence, held.status) == (0.1, PrincipleStatus.CHALLENGED)


def test_it_is_confirmed_by_news_alone_and_by_a_run_once(thinking: Thinking) -> None:
    principles = thinking.mind.principles
    said, more = thinking.said(), thinking.said()
    made = principles.create("Measure before changing", cites=(said,), origin=Origin.RUN)
    with pytest.raises(UnsourcedError):
        principles.evidence(made.id, Direction.CONFIRMS, cites=(said,), origin=Origin.RUN, run="r1")
    held = principles.evidence(made.id, Direction.CONFIRMS, cites=(more,), origin=Origin.RUN, run="r1")
    assert held.confidence == 0.55
    with pytest.raises(UnsourcedError):
        principles.evidence(
            made.id, Direction.CONFIRMS, cites=(thinking.said(),), origin=Origin.RUN, run="r1"
        )


def test_models_are_weakened_and_principles_challenged(thinking: Thinking) -> None:
    made = thinking.mind.principles.create("Measure before changing")
    with pytest.raises(CognitionMoveError):
        thinking.mind.principles.evidence(made.id, Direction.WEAKENS)


def test_a_rejected_one_stays_away_until_that_is_undone(thinking: Thinking) -> None:
    principles = thinking.mind.principles
    made = principles.create("Measure before changing")
    principles.reject(made.id)
    assert principles.live() == []
    with pytest.raises(CognitionMoveError):
        principles.evidence(made.id, Direction.CONFIRMS)
    assert principles.revive(made.id).status is PrincipleStatus.ACTIVE


def test_principles_do_not_fade(thinking: Thinking) -> None:
    made = thinking.mind.principles.create("Measure before changing")
    thinking.wait(days=400)
    assert thinking.mind.principles.principle(made.id).confidence == 0.5


def test_stats_and_search(thinking: Thinking) -> None:
    principles = thinking.mind.principles
    made = principles.create("Measure before changing", Domain.TECHNICAL)
    principles.create("Sleep on it")
    principles.evidence(made.id, Direction.CONFIRMS)
    assert principles.stats()["confirmed"] == 1
    assert principles.stats()["by_domain"] == {"technical": 1, "general": 1}
    assert principles.search("measure first", 1)[0][0].id == made.id
