"""What a clock does that is set back, and what one says that shows the night."""

from engine.intent import GapMode, TimeOfDay
from tests.unit.engine.intent.conftest import Together, count

KEEL = "think about names for the boat"


def test_a_clock_set_back_makes_no_debts_and_no_absence(mira: Together) -> None:
    mira.said("Hello", f"I will {KEEL}.", (KEEL,))
    mira.goodbye()
    mira.wait(days=2)
    mira.said("Hello")
    mira.goodbye()
    assert mira.only().carried == 1
    mira.wait(days=-3)
    assert mira.intent.greeting().mode is GapMode.INSTANT_RESUME
    mira.said("Hello")
    mira.goodbye()
    after = mira.only()
    assert (after.carried, after.first_seen.day) == (1, 9)


def test_late_at_night_the_opening_says_so(mira: Together) -> None:
    mira.said("Hello")
    mira.goodbye()
    mira.wait(hours=14.5)
    assert mira.intent.greeting().time_of_day is TimeOfDay.LATE_NIGHT
    assert "late at night" in mira.intent.opening(count).text
