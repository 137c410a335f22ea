"""The seven patterns, their thresholds and the order in which they are looked for."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood import ArcPattern
from engine.mood.formulas.arcs import pattern_of, turns
from engine.settings import MoodSettings

SETTINGS = MoodSettings()
VALENCES = st.lists(st.floats(-1, 1), max_size=40)


@pytest.mark.parametrize(
    ("valences", "pattern"),
    [
        ([], "flat"),
        ([0.5], "flat"),
        ([0.5, 0.6, 0.5, 0.64], "flat"),  # a range under 0.15, however it goes
        ([0.5, 0.65], "steady"),  # a range of 0.15 is none under it
        ([0.5, 0.69], "steady"),  # a rise of 0.19 is not above it
        ([0.5, 0.7], "upswing"),
        ([0.5, 0.6, 0.58, 0.8], "upswing"),  # a dip under 0.05 is no turn
        ([0.7, 0.5], "slow drain"),
        ([0.7, 0.66, 0.69, 0.4], "slow drain"),
        ([0.5, 0.2, 0.5], "recovery"),
        ([0.5, 0.3, 0.9], "recovery"),  # before upswing
        ([0.5, 0.8, 0.5], "crash"),
        ([0.9, 0.95, 0.3], "crash"),  # before slow drain
        ([0.5, 0.8, 0.4, 0.7], "rollercoaster"),
        ([0.5, 0.8, 0.5, 0.8], "recovery"),  # two turns, but a range of 0.3 is not above it
        ([0.5, 0.9, 0.4, 0.8, 0.3], "rollercoaster"),
    ],
)
def test_each_pattern(valences: list[float], pattern: str) -> None:
    assert pattern_of(valences, SETTINGS) is ArcPattern(pattern)


@given(VALENCES)
def test_any_course_has_one_pattern(valences: list[float]) -> None:
    assert isinstance(pattern_of(valences, SETTINGS), ArcPattern)


@given(VALENCES)
def test_upside_down_every_turn_is_the_other(valences: list[float]) -> None:
    found = turns(valences, 0.05)
    assert turns([-one for one in valences], 0.05) == [not one for one in found]
    assert all(one is not other for one, other in itertools.pairwise(found))


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30).map(sorted))
def test_what_only_rises_never_turns(valences: list[float]) -> None:
    assert turns(valences, 0.05) == []
    assert pattern_of(valences, SETTINGS) in {ArcPattern.FLAT, ArcPattern.STEADY, ArcPattern.UPSWING}


@given(st.lists(st.floats(-0.02, 0.02), min_size=1, max_size=60))
def test_noise_is_no_pattern(noise: list[float]) -> None:
    assert turns([0.5 + one for one in noise], 0.05) == []


@given(VALENCES, st.lists(st.integers(1, 4), min_size=40, max_size=40))
def test_a_mood_that_stays_a_while_is_the_same_course(valences: list[float], times: list[int]) -> None:
    longer = [one for one, count in zip(valences, times, strict=False) for _ in range(count)]
    assert pattern_of(longer, SETTINGS) is pattern_of(valences, SETTINGS)
