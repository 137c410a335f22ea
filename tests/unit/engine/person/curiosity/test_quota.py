"""How often may be asked."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import Effort
from engine.person.curiosity.book import may_ask, unanswered, wait
from engine.settings import CuriositySettings
from tests.unit.engine.person.conftest import START

SETTINGS = CuriositySettings()
askings = st.lists(st.tuples(st.integers(0, 500), st.sampled_from("abc"), st.booleans()), max_size=8).map(
    lambda rows: [(START + timedelta(hours=h), e, r) for h, e, r in sorted(rows)]
)


@pytest.mark.parametrize(
    ("effort", "replied", "days", "allowed"),
    [
        (Effort.QUIET, True, 6.9, False),
        (Effort.QUIET, True, 7, True),
        (Effort.QUIET, False, 13.9, False),
        (Effort.QUIET, False, 14, True),
        (Effort.BALANCED, True, 0.9, False),
        (Effort.BALANCED, True, 1, True),
        (Effort.BALANCED, False, 1.9, False),
        (Effort.BALANCED, False, 2, True),
        (Effort.ACTIVE, True, 0.01, True),
        (Effort.ACTIVE, False, 0.1, False),
        (Effort.ACTIVE, False, 0.17, True),
    ],
)
def test_the_quota_of_each_effort(effort: Effort, replied: bool, days: float, allowed: bool) -> None:
    now = START + timedelta(days=days)
    assert may_ask([(START, "e1", replied)], effort, now, "e2", SETTINGS) is allowed


def test_active_asks_once_an_episode() -> None:
    now = START + timedelta(days=30)
    assert not may_ask([(START, "e1", True)], Effort.ACTIVE, now, "e1", SETTINGS)


@given(askings, st.sampled_from(Effort), st.integers(0, 2000))
def test_longer_silence_never_forbids(
    rows: list[tuple[object, str, bool]], effort: Effort, hours: int
) -> None:
    now = START + timedelta(hours=hours)
    if may_ask(rows, effort, now, "new", SETTINGS):  # type: ignore[arg-type]
        assert may_ask(rows, effort, now + timedelta(hours=1), "new", SETTINGS)  # type: ignore[arg-type]


@given(st.integers(0, 50), st.sampled_from(Effort))
def test_no_reply_doubles_the_wait_up_to_a_limit(count: int, effort: Effort) -> None:
    one, more = wait(count, effort, SETTINGS), wait(count + 1, effort, SETTINGS)
    if count >= SETTINGS.doublings:
        assert more == one
    elif one:
        assert more == 2 * one
    else:
        assert more >= one


@given(askings)
def test_a_reply_ends_the_count(rows: list[tuple[object, str, bool]]) -> None:
    assert unanswered([*rows, (START, "e", True)]) == 0  # type: ignore[list-item]
    assert unanswered([*rows, (START, "e", False)]) == unanswered(rows) + 1  # type: ignore[arg-type,list-item]
