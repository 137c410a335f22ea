"""How to meet again: the five gaps of [E] §5.3 with their edges, the parts of a day, and clocks that jump."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.intent import GapMode, TimeOfDay
from engine.intent.boot.meeting import gap_mode, time_of_day
from engine.trail import StepKind
from tests.unit.engine.intent.conftest import BERLIN, SETTINGS, Together

EDGES = [
    (timedelta(0), GapMode.INSTANT_RESUME),
    (timedelta(minutes=30) - timedelta(microseconds=1), GapMode.INSTANT_RESUME),
    (timedelta(minutes=30), GapMode.CONTINUATION),
    (timedelta(hours=4) - timedelta(microseconds=1), GapMode.CONTINUATION),
    (timedelta(hours=4), GapMode.FRESH_START),
    (timedelta(hours=24), GapMode.FRESH_START),
    (timedelta(hours=24, microseconds=1), GapMode.CATCH_UP),
    (timedelta(hours=48), GapMode.CATCH_UP),
    (timedelta(hours=48, microseconds=1), GapMode.CHECK_IN),
    (timedelta(days=4000), GapMode.CHECK_IN),
    (timedelta(days=-1), GapMode.INSTANT_RESUME),
]


@pytest.mark.parametrize(("gap", "mode"), EDGES)
def test_a_gap_has_its_mode(gap: timedelta, mode: GapMode) -> None:
    assert gap_mode(gap, SETTINGS) is mode


@given(st.timedeltas(), st.timedeltas())
def test_a_longer_gap_is_never_met_as_a_shorter_one(first: timedelta, second: timedelta) -> None:
    order = list(GapMode)
    short, long = sorted((first, second))
    assert order.index(gap_mode(short, SETTINGS)) <= order.index(gap_mode(long, SETTINGS))


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_hour_is_a_part_of_the_day(local: datetime) -> None:
    part = time_of_day(local, SETTINGS)
    expected = (
        TimeOfDay.MORNING if 5 <= local.hour < 12
        else TimeOfDay.AFTERNOON if 12 <= local.hour < 17
        else TimeOfDay.EVENING if 17 <= local.hour < 22
        else TimeOfDay.LATE_NIGHT
    )  # fmt: skip
    assert part is expected


@pytest.mark.parametrize(
    ("span", "mode"),
    [
        ({"minutes": 20}, GapMode.INSTANT_RESUME),
        ({"hours": 3}, GapMode.CONTINUATION),
        ({"hours": 14}, GapMode.FRESH_START),
        ({"hours": 30}, GapMode.CATCH_UP),
        ({"days": 30}, GapMode.CHECK_IN),
        ({"days": -2}, GapMode.INSTANT_RESUME),
    ],
)
def test_the_gap_is_since_the_last_word(mira: Together, span: dict[str, float], mode: GapMode) -> None:
    mira.said("Good morning")
    mira.wait(**span)
    greeting = mira.intent.greeting()
    assert greeting.mode is mode
    assert greeting.gap_s is not None
    assert greeting.gap_s >= 0


def test_a_night_with_a_change_of_clocks_is_as_long_as_it_is(mira: Together) -> None:
    # Clocks go forward on 29 March 2026: 23:00 to 07:30 are seven hours and a half.
    mira.clock.advance(timedelta(days=47, hours=14))
    mira.said("Good night")
    mira.wait(hours=7.5)
    assert mira.clock.local().astimezone(BERLIN).hour == 7
    greeting = mira.intent.greeting()
    assert greeting.gap_s == 7.5 * 3600
    assert (greeting.mode, greeting.time_of_day) == (GapMode.FRESH_START, TimeOfDay.MORNING)


def test_nothing_was_ever_said(mira: Together) -> None:
    greeting = mira.intent.greeting()
    assert (greeting.mode, greeting.gap_s, greeting.last_episode) == (None, None, None)
    assert greeting.due == ()


def test_what_is_being_answered_is_not_the_past(mira: Together) -> None:
    mira.said("Good morning")
    mira.goodbye()
    mira.wait(hours=30)
    loop = mira.trail.open_loop("terminal", "process-1", "utterance")
    mira.trail.record(loop, StepKind.UTTERANCE, "I am back", "Mira")
    assert mira.intent.greeting().mode is GapMode.CATCH_UP
