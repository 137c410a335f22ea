"""Three a session, five minutes apart, and the same not again: under any clock, in any order of things."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cognition.keeping.records import CognitionMissingError
from engine.cognition.noticing import Fate
from tests.unit.engine.cognition.noticing.conftest import NOW, Watch, correction, goal

MINUTE = 60.0
moves = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.floats(0, 40)),
        st.tuples(st.just("set"), st.floats(-3000, 3000)),
        st.tuples(st.just("session"), st.floats(0, 3)),
    ),
    max_size=40,
)


def plenty(watch: Watch) -> None:
    """More to tell than may be told."""
    watch.near = [goal(f"goal {number}", deadline=NOW.date()) for number in range(60)]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves)
def test_the_rule_holds_under_any_clock(make: Callable[[], Watch], moves: list[tuple[str, float]]) -> None:
    watch = make()
    plenty(watch)
    noticing, real = watch.noticing, 0.0
    told: dict[str, int] = {}
    last: float | None = None
    for move, by in moves:
        if move == "wait":
            watch.wait(minutes=by)
            real += by * MINUTE
        elif move == "set":
            # Somebody sets the wall clock; no time passes.
            watch.clock._local += timedelta(minutes=by)
        else:
            watch.episode = f"e{int(by)}"
        if noticing.offer() is not None:
            assert last is None or real - last >= 5 * MINUTE
            last = real
            told[watch.episode or ""] = told.get(watch.episode or "", 0) + 1
    assert all(count <= 3 for count in told.values())


def offered(watch: Watch) -> int:
    """How many are told in an hour of asking every minute."""
    found = 0
    for _ in range(60):
        found += watch.noticing.offer() is not None
        watch.wait(minutes=1)
    return found


def test_three_in_a_session_and_no_more_when_it_is_reopened(watch: Watch) -> None:
    plenty(watch)
    assert offered(watch) == 3
    # The same time together, gone on with after a short absence by another process.
    watch.noticing = watch.another()
    assert offered(watch) == 0
    watch.episode = "another"
    assert offered(watch) == 3


def test_without_a_time_together_a_day_is_a_session(watch: Watch) -> None:
    plenty(watch)
    watch.episode = None
    assert offered(watch) == 3
    watch.wait(days=1)
    assert offered(watch) == 3


def test_another_process_waits_as_well(watch: Watch) -> None:
    plenty(watch)
    assert watch.noticing.offer() is not None
    watch.wait(minutes=4)
    again = watch.another()
    assert again.offer() is None
    watch.wait(minutes=1)
    assert again.offer() is not None


def test_a_clock_set_back_years_silences_nobody_for_years(watch: Watch) -> None:
    plenty(watch)
    assert watch.noticing.offer() is not None
    watch.clock._local -= timedelta(days=1000)
    again = watch.another()
    assert again.offer() is None
    watch.wait(minutes=5)
    assert again.offer() is not None


@pytest.mark.parametrize(
    ("settle", "silent_days", "again_days"),
    [(None, 0.7, 0.8), ("answer", 6.9, 7.1), ("dismiss", 29.9, 30.1)],
)
def test_the_same_does_not_come_again(
    watch: Watch, settle: str | None, silent_days: float, again_days: float
) -> None:
    watch.near = [goal("Send the letter", deadline=NOW.date())]
    first = watch.noticing.offer()
    assert first is not None
    if settle is not None:
        settled = getattr(watch.noticing, settle)(first.id)
        assert settled.fate is (Fate.ANSWERED if settle == "answer" else Fate.DISMISSED)
    watch.episode = "another"
    watch.wait(days=silent_days)
    assert watch.noticing.offer() is None
    watch.wait(days=again_days - silent_days)
    assert watch.noticing.offer() is not None


def test_what_was_dismissed_by_mistake_comes_again_as_if_it_never_was(watch: Watch) -> None:
    watch.near = [goal("Send the letter", deadline=NOW.date())]
    first = watch.noticing.offer()
    assert first is not None
    watch.noticing.dismiss(first.id)
    assert watch.noticing.reopen(first.id).fate is Fate.TOLD
    watch.episode = "another"
    watch.wait(days=0.8)
    assert watch.noticing.offer() is not None


def test_what_is_not_of_the_day_waits_a_week(watch: Watch) -> None:
    watch.dormant = [correction("Forgot the units", activations=1)]
    assert watch.noticing.offer() is not None
    watch.episode = "another"
    watch.wait(days=2)
    assert watch.noticing.offer() is None
    watch.wait(days=5.1)
    assert watch.noticing.offer() is not None


def test_a_silent_one_lets_the_next_through(watch: Watch) -> None:
    watch.near = [goal("one", deadline=NOW.date()), goal("two", deadline=NOW.date())]
    first = watch.noticing.offer()
    watch.wait(minutes=5)
    second = watch.noticing.offer()
    assert first is not None
    assert second is not None
    assert first.observation.subject != second.observation.subject
    assert [one.subject for one in watch.noticing.told()] == ["goal:g_two", "goal:g_one"]


def test_only_what_was_told_is_answered(watch: Watch) -> None:
    plenty(watch)
    assert watch.noticing.ready() is not None
    assert watch.noticing.told() == []
    with pytest.raises(CognitionMissingError):
        watch.noticing.answer("o_none")


def test_what_is_taken_back_was_never_told(watch: Watch) -> None:
    watch.near = [goal("Send the letter", deadline=NOW.date())]
    first = watch.noticing.offer()
    assert first is not None
    refs = frozenset(first.observation.evidence)
    assert watch.noticing.citing(refs) == {f"observation:{first.id}"}
    with watch.vault.unit() as unit:
        assert watch.noticing.withdraw(unit, refs) == {f"observation:{first.id}"}
        unit.commit()
    assert watch.noticing.told() == []


def test_another_companion_and_another_person_are_not_mixed(watch: Watch) -> None:
    plenty(watch)
    mine, other, ben = watch.noticing, watch.another("nova"), watch.another(person="ben")
    assert mine.offer() is not None
    assert other.told() == []
    assert other.offer() is not None
    assert ben.offer() is not None
    with watch.vault.unit() as unit:
        gone = mine.forget_person(unit)
        unit.commit()
    assert len(gone) == 2
    assert (mine.told(), other.told(), len(ben.told())) == ([], [], 1)
    assert mine.holdings() == frozenset()


def test_nothing_is_told_while_the_person_has_it_hard(watch: Watch) -> None:
    plenty(watch)
    watch.is_hard = True
    assert offered(watch) == 0
    watch.is_hard = False
    assert offered(watch) == 3


def test_a_greeting_takes_what_fits_and_nothing_comes_between(watch: Watch) -> None:
    plenty(watch)
    assert watch.noticing.greet() is None
    watch.dormant = [correction("Forgot the units", activations=1)]
    greeted = watch.noticing.greet()
    assert greeted is not None
    assert greeted.kind.greets
    # It is about to be said: the tray stays silent, and then as long as after anything that was told.
    assert watch.noticing.offer() is None
    with watch.vault.unit() as unit:
        watch.noticing.tell(unit, greeted)
        unit.commit()
    assert watch.noticing.offer() is None
    assert offered(watch) == 2


def test_a_greeting_that_was_never_said_holds_nothing_up(watch: Watch) -> None:
    watch.dormant = [correction("Forgot the units", activations=1)]
    assert watch.noticing.greet() is not None
    assert watch.noticing.told() == []
    watch.wait(minutes=5)
    assert watch.noticing.offer() is not None
