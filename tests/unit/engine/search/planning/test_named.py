from datetime import UTC, datetime

import pytest

from engine.errors import InvalidInputError
from engine.search import QueryPlan, TimeWindow

START = datetime(2026, 5, 1, tzinfo=UTC)


def plan(window: TimeWindow | None) -> QueryPlan:
    return QueryPlan(text="since May", core="", window=window)


def test_the_time_that_is_named_is_given():
    window = TimeWindow(START, None)
    assert plan(window).named_window("on") == window
    assert plan(window).named_start("since") == START


@pytest.mark.parametrize(
    ("window", "reason"), [(None, "names no time"), (TimeWindow(None, START), "names no beginning")]
)
def test_a_time_that_is_not_named_is_refused_with_its_field(window, reason):
    with pytest.raises(InvalidInputError, match=reason):
        plan(window).named_start("since")
