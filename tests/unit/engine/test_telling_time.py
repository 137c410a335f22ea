from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.telling_time import date_in_words, gap_in_words, moment_in_words


def test_a_moment_in_words():
    at = datetime(2026, 11, 22, 9, 5, tzinfo=UTC)
    assert date_in_words(at) == "22 November 2026"
    assert moment_in_words(at) == "Sunday 22 November 2026, 09:05"


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (timedelta(seconds=-50), "a moment ago"),
        (timedelta(minutes=20), "20 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=3), "3 hours ago"),
        (timedelta(hours=24), "1 day ago"),
        (timedelta(hours=40), "2 days ago"),
        (timedelta(days=30), "4 weeks ago"),
        (timedelta(days=400), "13 months ago"),
        (timedelta(days=1500), "4 years ago"),
    ],
)
def test_gaps_in_words(gap, words):
    assert gap_in_words(gap) == words


@given(st.timedeltas())
def test_any_gap_can_be_told(gap):
    assert gap_in_words(gap).endswith("ago")
