"""Imprints fade by half in thirty days and pull the temperament a little, for any clock."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood import Imprint, ImprintOrigin
from engine.mood.formulas.affect import axes
from engine.mood.formulas.drift import NOWHERE, drifted, faded_strength, home, pull, temperament
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.points import MOMENTS, POINTS, within

SETTINGS = MoodSettings()
DAY = date(2026, 2, 8)
NOON = datetime(2026, 2, 8, 12, tzinfo=UTC)
STRENGTHS = st.floats(0, 1)


def made(point: MoodPoint, strength: float = 1.0, at: datetime = NOON) -> Imprint:
    return Imprint("i", "Pride", ImprintOrigin.FELT, point, strength, strength, at)


IMPRINTS = st.lists(st.builds(made, POINTS, STRENGTHS, MOMENTS), max_size=6)
DATES = MOMENTS.map(lambda at: at.date())


@given(STRENGTHS, st.timedeltas(), st.timedeltas())
def test_an_imprint_only_ever_fades(strength: float, a: timedelta, b: timedelta) -> None:
    soon, late = (faded_strength(strength, age, SETTINGS) for age in sorted((a, b)))
    assert 0 <= late <= soon <= strength


def test_it_is_half_as_strong_after_thirty_days() -> None:
    assert faded_strength(0.8, timedelta(days=30), SETTINGS) == pytest.approx(0.4)
    assert faded_strength(0.8, timedelta(days=90), SETTINGS) == pytest.approx(0.1)


@given(IMPRINTS, DATES)
def test_what_imprints_ask_for_is_bounded(imprints: list[Imprint], day: date) -> None:
    assert all(abs(one) <= SETTINGS.pull_in_all for one in pull(imprints, day, SETTINGS))


@given(IMPRINTS, DATES, DATES)
def test_the_temperament_stays_near_its_default(imprints: list[Imprint], a: date, b: date) -> None:
    drift = drifted(NOWHERE, a, b, imprints, SETTINGS)
    rests = temperament(drift, SETTINGS)
    assert within(rests)
    for here, default in zip(axes(rests), SETTINGS.temperament, strict=True):
        assert abs(here - default) <= SETTINGS.pull_in_all + 1e-9


@given(IMPRINTS, st.integers(0, 40), st.integers(0, 40))
def test_it_moves_at_most_a_hundredth_a_day(imprints: list[Imprint], first: int, more: int) -> None:
    then, later = DAY + timedelta(days=first), DAY + timedelta(days=first + more)
    before = drifted(NOWHERE, DAY, then, imprints, SETTINGS)
    after = drifted(before, then, later, imprints, SETTINGS)
    assert all(abs(a - b) <= 0.01 * more + 1e-9 for a, b in zip(after, before, strict=True))
    # Asked day by day or once, it comes to the same.
    assert after == pytest.approx(drifted(NOWHERE, DAY, later, imprints, SETTINGS))


@given(IMPRINTS, DATES, st.integers(0, 10_000))
def test_a_day_that_was_counted_counts_no_more(imprints: list[Imprint], day: date, back: int) -> None:
    drift = (0.1, -0.05, 0.0)
    assert (
        drifted(drift, day, day - timedelta(days=min(back, day.toordinal() - 1)), imprints, SETTINGS) == drift
    )


def test_good_days_make_it_brighter_and_it_comes_back() -> None:
    good = [made(MoodPoint(1.0, 0.5, 0.65), 0.9)] * 3
    drift = drifted(NOWHERE, DAY, DAY + timedelta(days=5), good, SETTINGS)
    assert drift == pytest.approx((0.05, 0, 0))
    month = drifted(NOWHERE, DAY, DAY + timedelta(days=30), good, SETTINGS)
    assert 0.05 < month[0] < 0.15
    assert drifted(NOWHERE, DAY, DAY + timedelta(days=200), good, SETTINGS) == pytest.approx(NOWHERE)
    assert temperament(NOWHERE, SETTINGS) == home(SETTINGS)


@given(st.tuples(*[st.floats(-1, 1)] * 3), DATES)
def test_years_of_absence_bring_it_home_in_no_time(drift: tuple[float, float, float], day: date) -> None:
    near = tuple(max(-0.15, min(0.15, one)) for one in drift)
    later = date(9000, 1, 1)
    assert drifted((near[0], near[1], near[2]), day, later, [], SETTINGS) == pytest.approx(NOWHERE)
