"""Freshness by half-life."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import Volatility
from engine.person.ageing import freshness
from engine.settings import PersonSettings
from tests.unit.engine.person.conftest import START, Acquaintance

SETTINGS = PersonSettings()


@pytest.mark.parametrize(
    ("volatility", "days", "fresh"),
    [
        (Volatility.PERMANENT, 5000, 1.0),
        (Volatility.SITUATIONAL, 90, 0.5),
        (Volatility.EPHEMERAL, 14, 0.5),
        (Volatility.EPHEMERAL, 28, 0.25),
    ],
)
def test_half_lives(volatility: Volatility, days: float, fresh: float) -> None:
    fact = Acquaintance.fact_of("x", volatility=volatility)
    assert freshness(fact, START + timedelta(days=days), SETTINGS) == pytest.approx(fresh)
    used = fact.model_copy(update={"last_used_at": START + timedelta(days=days)})
    assert freshness(used, START + timedelta(days=days), SETTINGS) == 1


@given(st.sampled_from(Volatility), st.floats(-100, 5000), st.floats(0, 100))
def test_it_only_falls_and_stays_a_share(volatility: Volatility, days: float, more: float) -> None:
    fact = Acquaintance.fact_of("x", volatility=volatility)
    now = START + timedelta(days=days)
    early, late = freshness(fact, now, SETTINGS), freshness(fact, now + timedelta(days=more), SETTINGS)
    assert 0 <= late <= early <= 1
