"""The formulas of the affect point hold for any input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood.formulas.affect import axes, clamped, cooled, distance, felt_shift, moved, nearness, noise
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.points import POINTS, within

SETTINGS = MoodSettings()
HOME = MoodPoint(*SETTINGS.temperament)


@given(st.floats(), st.floats(), st.floats())
def test_any_numbers_end_within_the_bounds(valence: float, energy: float, openness: float) -> None:
    assert within(clamped(valence, energy, openness))


@given(POINTS, st.tuples(*[st.floats(-1e300, 1e300)] * 3))
def test_any_move_stays_within_the_bounds(point: MoodPoint, by: tuple[float, float, float]) -> None:
    assert within(moved(point, by))


@given(POINTS, POINTS, st.floats(allow_nan=False))
def test_cooling_lies_between_the_mood_and_its_home(point: MoodPoint, home: MoodPoint, hours: float) -> None:
    now = cooled(point, home, hours, SETTINGS)
    for was, rests, is_ in zip(axes(point), axes(home), axes(now), strict=True):
        assert min(was, rests) - 1e-12 <= is_ <= max(was, rests) + 1e-12


@given(POINTS, POINTS, st.floats(0, 1e9), st.floats(0, 1e9))
def test_cooling_is_monotone_in_time(point: MoodPoint, home: MoodPoint, a: float, b: float) -> None:
    soon, late = (cooled(point, home, hours, SETTINGS) for hours in sorted((a, b)))
    assert distance(late, home, SETTINGS) <= distance(soon, home, SETTINGS) + 1e-9


@given(POINTS, st.floats(20, 1e12))
def test_after_twenty_hours_it_is_home(point: MoodPoint, hours: float) -> None:
    assert axes(cooled(point, HOME, hours, SETTINGS)) == pytest.approx(axes(HOME))


@given(POINTS, st.floats(max_value=0, allow_nan=False))
def test_a_clock_set_back_cools_nothing(point: MoodPoint, hours: float) -> None:
    assert axes(cooled(point, HOME, hours, SETTINGS)) == pytest.approx(axes(point))


def test_it_cools_by_a_twentieth_an_hour() -> None:
    assert cooled(MoodPoint(-0.45, 0.9, 0.25), HOME, 8, SETTINGS).valence == pytest.approx(-0.05)


@given(st.text(max_size=40), st.integers())
def test_chance_is_the_same_for_the_same_seed_and_key(key: str, seed: int) -> None:
    settings = MoodSettings(seed=seed)
    assert noise(key, settings) == noise(key, settings)
    assert len(set(noise(key, settings))) == 3
    assert noise(key, MoodSettings(noise=0.0)) == (0, 0, 0)


def test_chance_has_the_spread_of_the_settings() -> None:
    draws = [draw for key in range(2000) for draw in noise(str(key), SETTINGS)]
    mean = sum(draws) / len(draws)
    spread = (sum((draw - mean) ** 2 for draw in draws) / len(draws)) ** 0.5
    assert abs(mean) < 0.002
    assert spread == pytest.approx(0.02, rel=0.05)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["valence", "energy", "x"]), inner)
    ),
    max_leaves=5,
)


@given(JSON)
def test_whatever_a_model_replies_moves_the_mood_by_a_bounded_step(reply: object) -> None:
    valence, energy, openness = felt_shift(reply, SETTINGS)
    assert abs(valence) <= 0.3 + 1e-12
    assert abs(energy) <= 0.15 + 1e-12
    assert openness == 0 or isinstance(reply, dict)


def test_a_felt_point_moves_a_twentieth_of_its_axis() -> None:
    felt = felt_shift({"valence": 3, "energy": -1, "openness": 2}, SETTINGS)
    assert felt == pytest.approx((0.3, -0.05, 0.1))
    assert felt_shift({"valence": 99, "energy": "2", "openness": True}, SETTINGS) == pytest.approx(
        (0.3, 0, 0)
    )


@given(POINTS, POINTS, POINTS)
def test_the_distance_is_one(a: MoodPoint, b: MoodPoint, c: MoodPoint) -> None:
    assert distance(a, b, SETTINGS) == distance(b, a, SETTINGS)
    assert distance(a, a, SETTINGS) == 0
    assert distance(a, c, SETTINGS) <= distance(a, b, SETTINGS) + distance(b, c, SETTINGS) + 1e-9
    assert 0 <= nearness(a, b, SETTINGS) <= 1


def test_valence_weighs_most() -> None:
    middle = MoodPoint(0, 0.5, 0.5)
    assert distance(middle, MoodPoint(0.5, 0.5, 0.5), SETTINGS) == pytest.approx((1.3 * 0.25) ** 0.5)
    assert nearness(MoodPoint(-1, 0, 0), MoodPoint(1, 1, 1), SETTINGS) == pytest.approx(0)
