"""Stored values come back as they were."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from engine.vault import chunks, marks, microseconds, microseconds_or_none, moment, moment_or_none

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
FIRST, LAST = datetime(1, 1, 2), datetime(9999, 12, 30)  # noqa: DTZ001 - the zone is drawn


@given(st.datetimes(FIRST, LAST, timezones=ZONES))
def test_a_time_comes_back_exactly_in_utc(at):
    assert moment(microseconds(at)) == at
    assert moment(microseconds(at)).tzinfo is UTC


@given(st.none() | st.datetimes(FIRST, LAST, timezones=ZONES))
def test_a_missing_time_stays_missing(at):
    assert moment_or_none(microseconds_or_none(at)) == at


@given(st.lists(st.integers(), max_size=2000))
def test_pieces_hold_everything_in_order_and_fit(values):
    pieces = list(chunks(values))
    assert [value for piece in pieces for value in piece] == values
    assert all(marks(piece).count("?") == len(piece) <= 500 for piece in pieces)
