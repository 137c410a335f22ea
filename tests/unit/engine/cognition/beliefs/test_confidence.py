from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.cognition import Direction, Domain, Evidence, Model, ModelStatus, Principle, PrincipleStatus
from engine.cognition.beliefs.confidence import bounded, cap_of, faded, model_as_of, moved, principle_as_of
from engine.settings import CognitionSettings

SETTINGS = CognitionSettings()
START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
OF_MODELS = (Direction.SUPPORTS, Direction.WEAKENS, Direction.INVALIDATES)
OF_PRINCIPLES = (Direction.CONFIRMS, Direction.CHALLENGES)
domains = some.sampled_from(Domain)
starts = some.floats(0, 1)


def model(
    *directions: Direction, start: float = 0.5, domain: Domain = Domain.TECHNICAL, apart: timedelta = DAY
) -> Model:
    evidence = tuple(
        Evidence(at=START + apart * number, direction=each) for number, each in enumerate(directions, 1)
    )
    level = bounded(start, domain, SETTINGS)
    return Model(
        id="m", created_at=START, updated_at=START, statement="It is so.", domain=domain,
        start=level, confidence=level, evidence=evidence,
    )  # fmt: skip


def principle(*directions: Direction, domain: Domain = Domain.TECHNICAL) -> Principle:
    evidence = tuple(
        Evidence(at=START + DAY * number, direction=each) for number, each in enumerate(directions)
    )
    return Principle(
        id="p", created_at=START, updated_at=START, statement="So be it.", domain=domain,
        start=0.5, confidence=0.5, evidence=evidence,
    )  # fmt: skip


def level_of(believed: Model, days: float = 0) -> float:
    at = believed.evidence[-1].at if believed.evidence else START
    return model_as_of(believed, at + timedelta(days=days), SETTINGS).confidence


def test_evidence_moves_confidence_as_the_document_says() -> None:
    assert level_of(model(Direction.SUPPORTS)) == 0.55
    assert level_of(model(Direction.WEAKENS)) == 0.42
    assert level_of(model(Direction.INVALIDATES)) == 0.2
    assert principle_as_of(principle(Direction.CONFIRMS), SETTINGS).confidence == 0.55
    assert principle_as_of(principle(Direction.CHALLENGES), SETTINGS).confidence == 0.4


@given(domains, some.lists(some.sampled_from(OF_MODELS), max_size=60), starts, some.floats(0, 400))
def test_confidence_stays_within_its_bounds(
    domain: Domain, directions: list[Direction], start: float, days: float
) -> None:
    level = level_of(model(*directions, start=start, domain=domain), days)
    assert 0 <= level <= cap_of(domain, SETTINGS) <= 0.95


@given(domains, starts)
def test_constant_evidence_converges_to_the_cap_and_never_passes_it(domain: Domain, start: float) -> None:
    believed = model(*[Direction.SUPPORTS] * 20, start=start, domain=domain)
    levels = [level_of(believed.model_copy(update={"evidence": believed.evidence[:n]})) for n in range(21)]
    assert levels == sorted(levels)
    assert levels[-1] == cap_of(domain, SETTINGS)
    assert level_of(model(*[Direction.SUPPORTS] * 40, start=start, domain=domain)) == levels[-1]


@given(domains, starts)
def test_constant_contradiction_converges_to_nothing(domain: Domain, start: float) -> None:
    assert level_of(model(*[Direction.WEAKENS] * 13, start=start, domain=domain)) == 0


@pytest.mark.parametrize("domain", Domain)
def test_where_people_are_concerned_less_is_sure(domain: Domain) -> None:
    people = {Domain.EMOTIONAL, Domain.BEHAVIORAL}
    assert (cap_of(domain, SETTINGS) == 0.70) == (domain in people)


@given(starts, some.integers(0, 5000), some.integers(0, 5000))
def test_decay_is_monotone_and_a_function_of_time_alone(start: float, one: int, other: int) -> None:
    early, late = sorted((one, other))
    levels = [faded(start, START, START + timedelta(hours=hours), SETTINGS) for hours in (early, late)]
    assert 0 <= levels[1] <= levels[0] <= round(start, 6)


@given(some.integers(0, 100), some.integers(0, 23), some.integers(0, 23))
def test_within_one_day_a_second_look_changes_nothing(days: int, one: int, other: int) -> None:
    levels = {level_of(model(), days + hour / 24) for hour in (one, other)}
    assert len(levels) == 1


def test_a_model_fades_after_thirty_days_unless_it_is_checked() -> None:
    assert level_of(model(), 30) == 0.5
    assert level_of(model(), 31) == 0.45
    assert level_of(model(), 40) == 0
    checked = model(Direction.SUPPORTS, Direction.SUPPORTS, apart=timedelta(days=29))
    assert level_of(checked, 30) == 0.6
    late = model(Direction.SUPPORTS, apart=timedelta(days=32))
    assert level_of(late) == pytest.approx(0.5 - 2 * 0.05 + 0.05)


def test_a_clock_that_was_set_back_changes_nothing() -> None:
    assert faded(0.5, START, START - 90 * DAY, SETTINGS) == 0.5


@pytest.mark.parametrize(
    ("directions", "status"),
    [
        ((), ModelStatus.ACTIVE),
        ((Direction.WEAKENS, Direction.WEAKENS), ModelStatus.ACTIVE),
        ((Direction.WEAKENS,) * 3, ModelStatus.WEAKENED),
        ((Direction.INVALIDATES,), ModelStatus.WEAKENED),
        ((Direction.INVALIDATES, Direction.WEAKENS, Direction.WEAKENS), ModelStatus.INVALIDATED),
    ],
)
def test_a_model_is_weakened_and_invalidated_by_its_confidence(
    directions: tuple[Direction, ...], status: ModelStatus
) -> None:
    believed = model(*directions)
    assert model_as_of(believed, START + 5 * DAY, SETTINGS).status is status


def test_exactly_three_tenths_is_weakened() -> None:
    assert model_as_of(model(start=0.3), START, SETTINGS).status is ModelStatus.WEAKENED
    assert model_as_of(model(start=0.1), START, SETTINGS).status is ModelStatus.INVALIDATED


@given(some.integers(0, 2**32), some.integers(200, 400))
def test_noise_alone_makes_no_principle_sure(seed: int, trials: int) -> None:
    """Challenges weigh double: of words that go either way alike it keeps low, and none of them moves it far."""
    noise = [*OF_PRINCIPLES] * trials
    Random(seed).shuffle(noise)
    levels = [0.5]
    for direction in noise:
        levels.append(moved(levels[-1], direction, Domain.GENERAL, SETTINGS))
        assert abs(levels[-1] - levels[-2]) <= SETTINGS.challenges + 1e-9
    assert sum(levels) / len(levels) < 0.5


@given(some.integers(0, 2**32))
def test_a_principle_that_mostly_holds_survives_noise(seed: int) -> None:
    """One challenge among six words: in any order of blocks it stays near its cap, and is never challenged."""
    chance = Random(seed)
    trials: list[Direction] = []
    for _ in range(40):
        block = [Direction.CHALLENGES, *[Direction.CONFIRMS] * 5]
        chance.shuffle(block)
        trials += block
    held = principle_as_of(principle(*trials), SETTINGS)
    assert held.status is PrincipleStatus.ACTIVE
    assert held.confidence >= cap_of(Domain.TECHNICAL, SETTINGS) - 2 * SETTINGS.challenges


def test_below_two_tenths_a_principle_is_challenged() -> None:
    assert principle_as_of(principle(*[Direction.CHALLENGES] * 3), SETTINGS).status is PrincipleStatus.ACTIVE
    assert (
        principle_as_of(principle(*[Direction.CHALLENGES] * 4), SETTINGS).status is PrincipleStatus.CHALLENGED
    )


def test_withdrawn_evidence_counts_no_more() -> None:
    shown = Evidence(at=START + DAY, direction=Direction.SUPPORTS, cites=("step:1",))
    believed = model().model_copy(update={"evidence": (shown,)})
    assert level_of(believed) == 0.55
    assert level_of(believed.model_copy(update={"gone": ("step:1",)})) == 0.5
