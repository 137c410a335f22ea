"""A reminder says what is to be done; its day stands beside it."""

from datetime import UTC, date, datetime

import pytest

from companion.rooms.reminders import without_day

NOW = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)
FRIDAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("text", "due", "left"),
    [
        ("Collect the boots on Friday", FRIDAY, "Collect the boots"),
        ("Zur Post am Freitag", FRIDAY, "Zur Post"),
        ("Collect the boots on Friday", None, "Collect the boots on Friday"),
        ("Collect the boots on Monday", FRIDAY, "Collect the boots on Monday"),
        ("Ask on Friday whether Ida comes", FRIDAY, "Ask on Friday whether Ida comes"),
        ("Friday", FRIDAY, "Friday"),
        ("Collect the boots", FRIDAY, "Collect the boots"),
    ],
)
def test_the_day_that_is_kept_beside_it_is_not_said_twice(text, due, left):
    assert without_day(text, due, NOW, None) == left
