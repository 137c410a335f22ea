"""The arithmetic of a reflection against numpy, and its bounds."""

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cognition.reflecting import Direction, Held, Level, Moment
from engine.cognition.reflecting.formulas import (
    energy_by_hour,
    mean_energy,
    parted,
    peak_hour,
    slope,
    trend,
    volatility,
)
from engine.settings import NoticingSettings

SETTINGS = NoticingSettings()
START = datetime(2026, 2, 1, 8, 0, tzinfo=UTC)
MOMENTS = st.lists(
    st.builds(
        lambda minutes, valence, energy: Moment(START + timedelta(minutes=minutes), valence, energy),
        st.integers(0, 100_000),
        st.floats(-1, 1),
        st.floats(0, 1),
    ),
    max_size=60,
)
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
HELD = st.lists(
    st.builds(
        lambda number, standing, day: Held(
            ref=f"imprint:{number}",
            what="feeling",
            text=str(number),
            since=START + timedelta(days=day),
            standing=standing,
            over_at=None if standing else START + timedelta(days=day + 1),
        ),
        st.integers(0, 10**6),
        st.booleans(),
        st.integers(0, 400),
    ),
    max_size=30,
    unique_by=lambda one: one.ref,
)


def moments(*valences: float, hours: float = 24) -> list[Moment]:
    return [Moment(START + timedelta(hours=hours * at), one, 0.5) for at, one in enumerate(valences)]


@given(
    st.lists(
        st.tuples(st.floats(0, 365), st.floats(-1, 1)), min_size=2, max_size=50, unique_by=lambda one: one[0]
    ).filter(lambda points: max(points)[0] - min(points)[0] > 0.01)
)
def test_the_slope_is_that_of_least_squares(points: list[tuple[float, float]]) -> None:
    days, values = np.array(points).T
    expected = np.polyfit(days - days.mean(), values, 1)[0]
    assert slope(days, values) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("valences", "direction"),
    [
        ([], Direction.UNKNOWN),
        ([0.5] * 4, Direction.UNKNOWN),  # four moments are too few
        ([0.5] * 5, Direction.STEADY),
        ([0.1, 0.2, 0.3, 0.4, 0.5], Direction.RISING),
        ([0.5, 0.4, 0.3, 0.2, 0.1], Direction.FALLING),
        ([0.5, 0.52, 0.54, 0.56, 0.58], Direction.STEADY),  # 0.08 in all is no direction
    ],
)
def test_the_direction(valences: list[float], direction: Direction) -> None:
    assert trend(moments(*valences), SETTINGS).direction is direction


@given(MOMENTS)
def test_a_trend_turned_upside_down_goes_the_other_way(given: list[Moment]) -> None:
    turned = trend([one._replace(valence=-one.valence) for one in given], SETTINGS)
    assert turned.slope == pytest.approx(-trend(given, SETTINGS).slope, abs=1e-9)


def test_moments_of_one_instant_have_no_slope() -> None:
    assert trend([Moment(START, value / 10, 0.5) for value in range(6)], SETTINGS).slope == 0.0


@pytest.mark.parametrize(
    ("valences", "level"),
    [
        ([0.5] * 4, Level.UNKNOWN),
        ([0.5] * 6, Level.LOW),
        ([0.4, 0.6] * 3, Level.MEDIUM),  # a deviation of 0.1
        ([0.3, 0.7] * 3, Level.MEDIUM),  # one of 0.2 is not above it
        ([0.25, 0.75] * 3, Level.HIGH),
    ],
)
def test_the_volatility(valences: list[float], level: Level) -> None:
    found = volatility(moments(*valences), SETTINGS)
    assert found.level is level


@given(MOMENTS)
def test_volatility_is_the_standard_deviation_and_never_below_nothing(given: list[Moment]) -> None:
    found = volatility(given, SETTINGS)
    assert found.deviation >= 0.0
    if len(given) >= SETTINGS.trend_least:
        assert found.deviation == pytest.approx(float(np.std([one.valence for one in given])))


@given(MOMENTS, ZONES)
def test_energy_covers_every_hour_once(given: list[Moment], zone: timezone) -> None:
    rows = energy_by_hour(given, zone)
    assert [one.hour for one in rows] == list(range(24))
    assert sum(one.moments for one in rows) == len(given)
    assert all((one.energy is None) == (one.moments == 0) for one in rows)
    weighed = sum((one.energy or 0.0) * one.moments for one in rows)
    assert weighed == pytest.approx(sum(one.energy for one in given))
    assert (mean_energy(given) is None) == (not given)
    peak = peak_hour(rows)
    assert (peak is None) == (not given)
    assert peak is None or all((one.energy or 0.0) <= (rows[peak].energy or 0.0) for one in rows)


def test_hours_are_the_persons_own() -> None:
    rows = energy_by_hour([Moment(START, 0.0, 0.9)], timezone(timedelta(hours=-9)))
    assert [one.hour for one in rows if one.moments] == [23]


@given(HELD)
def test_what_is_carried_and_what_is_lost_part_everything(items: list[Held]) -> None:
    carried, lost = parted(items)
    assert {one.ref for one in carried} | {one.ref for one in lost} == {one.ref for one in items}
    assert len(carried) + len(lost) == len(items)
    assert all(one.standing for one in carried)
    assert not any(one.standing for one in lost)
    assert [one.since for one in carried] == sorted(one.since for one in carried)
