from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.library import Mentions, importance
from engine.settings import LibrarySettings

SETTINGS = LibrarySettings()
INTENSITIES = st.lists(st.floats(0, 1), max_size=5).map(tuple)
MENTIONS = st.builds(Mentions, st.integers(0, 20), INTENSITIES)
IDLE = st.timedeltas(timedelta(0), timedelta(days=400))


def test_the_documents_own_example() -> None:
    full = Mentions(links=5, intensities=(0.8, 0.7, 0.9))
    assert importance(25, timedelta(days=2), full, SETTINGS) == 1.0
    assert importance(25, timedelta(days=2), Mentions(), SETTINGS) == pytest.approx(0.33 * 1.2, abs=0.01)


@given(st.integers(0, 10_000), IDLE, MENTIONS)
def test_it_lies_between_nothing_and_one(accesses: int, idle: timedelta, mentions: Mentions) -> None:
    assert 0.0 <= importance(accesses, idle, mentions, SETTINGS) <= 1.0


@given(st.integers(0, 10_000), IDLE, MENTIONS)
def test_more_use_never_makes_it_less(accesses: int, idle: timedelta, mentions: Mentions) -> None:
    found = importance(accesses, idle, mentions, SETTINGS)
    assert importance(accesses + 1, idle, mentions, SETTINGS) >= found
    assert importance(accesses, idle / 2, mentions, SETTINGS) >= found
    linked = Mentions(mentions.links + 1, mentions.intensities)
    assert importance(accesses, idle, linked, SETTINGS) >= found


def test_a_week_is_recent_and_no_longer() -> None:
    week = importance(9, timedelta(days=7), Mentions(), SETTINGS)
    assert importance(9, timedelta(days=6, hours=23), Mentions(), SETTINGS) == pytest.approx(week * 1.2)
    assert importance(9, timedelta(days=300), Mentions(), SETTINGS) == week
    assert importance(0, timedelta(0), Mentions(), SETTINGS) == 0.0
