"""A long time is told by fewer moments, and none of its parts is lost."""

from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.mood.formulas.arcs import thinned
from engine.trail import MoodPoint
from tests.unit.engine.mood.conftest import START, Companionship
from tests.unit.engine.mood.points import MOMENTS, POINTS

COURSES = st.lists(st.tuples(MOMENTS, POINTS), max_size=40).map(
    lambda found: sorted(found, key=lambda one: one[0])
)


@given(course=COURSES, most=st.integers(1, 30))
def test_no_more_stay_than_wanted_the_last_always_does_and_no_stretch_is_lost(course, most) -> None:
    places = thinned(course, most)
    assert len(places) <= most
    assert all(earlier < later for earlier, later in pairwise(places))
    assert places[-1:] == list(range(len(course)))[-1:]
    if len(course) <= most:
        assert len(places) == len(course)
    elif most > 1:
        stretch = (course[-1][0] - course[0][0]) / (most - 1)
        stay = [course[place][0] for place in places]
        assert all(min(abs(at - one) for one in stay) <= stretch for at, _ in course)


def test_of_a_stretch_the_moment_stays_that_moved_it_most() -> None:
    at = [START + timedelta(minutes=minutes) for minutes in (0, 1, 2, 3, 100, 200)]
    valences = (0.0, 0.1, 0.9, 0.8, 0.7, 0.6)
    course = [(each, MoodPoint(valence, 0.5, 0.5)) for each, valence in zip(at, valences, strict=True)]
    assert thinned(course, 3) == [2, 4, 5]


def test_three_months_of_daily_talks_reach_back_to_the_first_with_what_moved_it(
    with_her: Companionship,
) -> None:
    for day in range(30):
        for _ in range(4):
            with_her.feel(valence=0.3 if day % 2 else -0.3)
            with_her.wait(minutes=1)
        with_her.wait(days=1)
    newest = with_her.mood.journal(START, 40)
    spread = with_her.mood.journal_over(START, 40)
    assert len(spread) <= 40
    assert newest[0] == spread[0]
    assert (newest[-1].at - START).days > 15
    assert {(one.at - START).days for one in spread} >= set(range(30))
    assert with_her.mood.journal_over(START, 1000) == with_her.mood.journal(START, 1000)
    assert all(one.cause for one in spread)
