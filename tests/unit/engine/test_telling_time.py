from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.telling_time import date_in_words, later_in_words, moment_in_words


def test_a_moment_in_words():
    at = datetime(2026, 11, 22, 9, 5, tzinfo=UTC)
    assert date_in_words(at) == "22 November 2026"
    assert moment_in_words(at) == "Sunday 22 November, 09:05"


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (timedelta(seconds=-50), "a moment later"),
        (timedelta(minutes=20), "20 minutes later"),
        (timedelta(hours=1), "1 hour later"),
        (timedelta(hours=3), "3 hours later"),
        (timedelta(hours=24), "1 day later"),
        (timedelta(hours=40), "2 days later"),
        (timedelta(days=30), "4 weeks later"),
        (timedelta(days=400), "13 months later"),
        (timedelta(days=1500), "4 years later"),
    ],
)
def test_gaps_in_words(gap, words):
    assert later_in_words(gap) == words


@given(st.timedeltas())
def test_any_gap_can_be_told(gap):
    assert later_in_words(gap).endswith("later")
