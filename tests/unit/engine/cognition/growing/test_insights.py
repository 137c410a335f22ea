import pytest

from engine.cognition import Insight, Origin, Principle, PrincipleCrystallised, UnsourcedError
from engine.trail import StepKind
from tests.unit.engine.cognition.conftest import Thinking

NIGHT = (
    "Mira works best late at night",
    "Late at night Mira does her best work",
    "Mira's best work is done late at night",
)


def heard(thinking: Thinking, text: str, run: str) -> tuple[Insight, Principle | None]:
    """What a run of a new day notices, out of something new."""
    thinking.wait(days=1)
    return thinking.mind.insights.absorb(text, run=run, cites=(thinking.said(text),))


def test_three_alike_of_different_days_become_a_principle(meaning: Thinking) -> None:
    made = [heard(meaning, text, f"run-{number}") for number, text in enumerate(NIGHT)]
    assert [principle for _, principle in made[:2]] == [None, None]
    principle = made[2][1]
    assert principle is not None
    assert (principle.confidence, principle.needs) == (0.5, 3)
    assert principle.cites == tuple(insight.ref for insight, _ in made)
    assert all(each.principle == principle.id for each in meaning.mind.insights.all())
    assert meaning.told.index(PrincipleCrystallised(principle.ref)) > 0


def test_a_fourth_confirms_it(meaning: Thinking) -> None:
    for number, text in enumerate(NIGHT):
        heard(meaning, text, f"run-{number}")
    insight, confirmed = heard(meaning, "At night, late, Mira works best", "run-3")
    assert confirmed is not None
    assert confirmed.confidence == 0.55
    assert insight.principle == confirmed.id
    assert len(meaning.mind.principles.all()) == 1


def test_on_one_day_it_is_not_enough(meaning: Thinking) -> None:
    for number, text in enumerate(NIGHT):
        meaning.mind.insights.absorb(text, run=f"run-{number}", cites=(meaning.said(text),))
    assert meaning.mind.principles.all() == []


def test_the_same_source_again_and_again_makes_nothing(meaning: Thinking) -> None:
    said = meaning.said(NIGHT[0])
    for number, text in enumerate(NIGHT):
        meaning.wait(days=1)
        meaning.mind.insights.absorb(text, run=f"run-{number}", cites=(said,))
    assert meaning.mind.principles.all() == []


def test_what_contradicts_does_not_add_up(meaning: Thinking) -> None:
    for number, text in enumerate((*NIGHT[:2], "Mira does not work best late at night")):
        heard(meaning, text, f"run-{number}")
    assert meaning.mind.principles.all() == []


def test_noise_makes_no_principle(meaning: Thinking) -> None:
    noise = (
        "Soup needs salt",
        "The train was late",
        "Cats sleep a lot",
        "Rust has no exceptions",
        "It rained",
    )
    for number, text in enumerate(noise):
        heard(meaning, text, f"run-{number}")
    assert meaning.mind.principles.all() == []


def test_one_run_is_heard_once(thinking: Thinking) -> None:
    first, _ = heard(thinking, NIGHT[0], "run-1")
    again, _ = heard(thinking, NIGHT[0], "run-1")
    assert again.id == first.id
    assert len(thinking.mind.insights.all()) == 1


def test_its_own_words_are_no_source(thinking: Thinking) -> None:
    answer = thinking.said(NIGHT[0], StepKind.ANSWER)
    for cites in ((), (answer,), ("insight:1",)):
        with pytest.raises(UnsourcedError):
            thinking.mind.insights.absorb(NIGHT[0], run="r", cites=cites)
    with pytest.raises(UnsourcedError):
        thinking.mind.insights.absorb(NIGHT[0], run="r", cites=(), origin=Origin.HAND)


def test_what_the_person_rejected_does_not_crystallise_again(meaning: Thinking) -> None:
    for number, text in enumerate(NIGHT):
        _, principle = heard(meaning, text, f"run-{number}")
    assert principle is not None
    meaning.mind.principles.reject(principle.id)
    for number, text in enumerate(NIGHT):
        _, again = heard(meaning, f"{text}, truly", f"later-{number}")
        assert again is None
    assert len(meaning.mind.principles.all()) == 1


def test_a_principle_goes_when_one_of_its_three_insights_does_and_can_form_anew(meaning: Thinking) -> None:
    made = [heard(meaning, text, f"run-{number}") for number, text in enumerate(NIGHT)]
    principle = made[2][1]
    assert principle is not None
    reached = meaning.withdraw(made[0][0].cites[0])
    assert {made[0][0].ref, principle.ref} <= reached
    assert meaning.mind.principles.all() == []
    _, anew = heard(meaning, "At night, late, Mira works best", "run-9")
    assert anew is not None
    assert made[0][0].ref not in anew.cites
