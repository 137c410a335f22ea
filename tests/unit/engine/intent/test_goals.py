"""Goals, the intention and the quick context."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.intent import (
    Goal,
    GoalStatus,
    Intention,
    IntentionStatus,
    IntentMissingError,
    IntentMoveError,
    Priority,
)
from engine.intent.goals import is_near, is_stale
from engine.intent.intention import STEPS, Step, stepped
from tests.unit.engine.intent.conftest import SETTINGS, Together
from tests.unit.engine.intent.test_carrying import BEGAN, days, spans


def goal(**more: object) -> Goal:
    plain: dict[str, object] = {
        "id": "g_1",
        "created_at": BEGAN,
        "updated_at": BEGAN,
        "number": 1,
        "title": "Sail",
    }
    return Goal.model_validate(plain | more)


@given(spans, st.sampled_from(GoalStatus))
def test_a_goal_is_stale_after_fourteen_days_under_any_clock(apart: timedelta, status: GoalStatus) -> None:
    stale = is_stale(goal(status=status), BEGAN + apart, SETTINGS)
    still_wanted = status in {GoalStatus.ACTIVE, GoalStatus.STALLED}
    assert stale is (still_wanted and apart >= timedelta(days=14))


@given(days, days)
def test_a_deadline_is_near_three_days_before_and_ever_after(day: date, deadline: date) -> None:
    assert is_near(goal(deadline=deadline), day, SETTINGS) is ((deadline - day).days <= 3)
    assert not is_near(goal(deadline=deadline, status="done"), day, SETTINGS)
    assert not is_near(goal(), day, SETTINGS)


def test_goals_are_numbered_noted_and_ordered(mira: Together) -> None:
    low = mira.intent.goals.add("Learn the cello", priority=Priority.LOW)
    high = mira.intent.goals.add(
        " Ship the\nboat ", priority=Priority.HIGH, project="boat", notes="keel laid"
    )
    assert (low.number, high.number, high.title) == (1, 2, "Ship the boat")
    assert [each.number for each in mira.intent.goals.all()] == [2, 1]
    mira.wait(days=14)
    assert {each.number for each in mira.intent.goals.stale()} == {1, 2}
    changed = mira.intent.goals.update("2", note="mast is up", project="", deadline=date(2026, 3, 1))
    assert [note.text for note in changed.notes] == ["keel laid", "mast is up"]
    assert [note.text for note in mira.intent.goals.unnote("2").notes] == ["keel laid"]
    with pytest.raises(IntentMissingError):
        mira.intent.goals.unnote("1")
    changed = mira.intent.goals.update("2", note="mast is up")
    assert (changed.project, changed.deadline, changed.created_at) == (
        None,
        date(2026, 3, 1),
        high.created_at,
    )
    assert mira.intent.goals.update("2", no_deadline=True).deadline is None
    assert [each.number for each in mira.intent.goals.stale()] == [1]
    mira.intent.goals.update(high.id, status=GoalStatus.DONE)
    assert [each.number for each in mira.intent.goals.open()] == [1]
    assert mira.intent.goals.add("Row").number == 3


def test_a_goal_that_is_none_or_says_nothing_is_refused(mira: Together) -> None:
    with pytest.raises(IntentMissingError):
        mira.intent.goals.update("7", note="?")
    with pytest.raises(InvalidInputError):
        mira.intent.goals.add("  \n")
    with pytest.raises(InvalidInputError):
        mira.intent.goals.add("x" * 501)
    assert mira.intent.goals.all() == []


@settings(max_examples=25)
@given(st.text(min_size=1, max_size=200))
def test_any_title_is_stored_as_one_line(title: str) -> None:
    together = Together()
    if title.strip():
        kept = together.intent.goals.add(title)
        assert together.intent.goals.goal(kept.id) == kept
        assert len(kept.title.splitlines()) == 1
    together.vault.close()


@given(
    st.sampled_from(IntentionStatus), st.lists(st.tuples(st.sampled_from(Step), st.booleans()), max_size=8)
)
def test_an_intention_moves_only_as_it_may(status: IntentionStatus, steps: list[tuple[Step, bool]]) -> None:
    now = {"at": BEGAN, "followed": True}
    one = Intention.model_validate(
        {"id": "i_1", "created_at": BEGAN, "updated_at": BEGAN, "status": status, "checks": [now]}
    )
    for step, followed in steps:
        checks = (*one.checks, one.checks[0].model_copy(update={"followed": followed}))
        end = STEPS.get((one.status, step))
        if end is None or (step is Step.GROW and not one.checks[-1].followed):
            with pytest.raises(IntentMoveError):
                stepped(one, step, BEGAN)
        else:
            one = stepped(one, step, BEGAN, **({"checks": checks} if step is Step.CHECK else {}))
            assert one.status is end


def test_reflect_intend_check_grow(mira: Together) -> None:
    book = mira.intent.intentions
    assert book.reflect("I gave up on her bug too early").status is IntentionStatus.REFLECTED
    intended = book.intend("Be more patient with debugging")
    assert (intended.status, intended.reflection) == (
        IntentionStatus.INTENDED,
        "I gave up on her bug too early",
    )
    with pytest.raises(IntentMoveError):
        book.grow()
    book.check(followed=False, note="gave up again")
    with pytest.raises(IntentMoveError):
        book.grow()
    book.check(followed=True)
    assert book.grow("A pause helps").lesson == "A pause helps"
    assert book.current() is None
    with pytest.raises(IntentMissingError):
        book.check(followed=True)


def test_a_new_intention_takes_the_place_of_the_old(mira: Together) -> None:
    book = mira.intent.intentions
    book.intend("Listen longer")
    book.intend("Ask before I explain")
    assert [each.status for each in book.all()] == [IntentionStatus.REPLACED, IntentionStatus.INTENDED]
    assert book.current() == book.all()[-1]


def test_it_is_checked_after_a_time_together(mira: Together) -> None:
    mira.intent.intentions.intend("Listen longer")
    assert not mira.intent.greeting().check_intention
    mira.wait(minutes=5)
    mira.said("Hello")
    mira.goodbye()
    mira.wait(hours=14)
    assert mira.intent.greeting().check_intention
    mira.intent.intentions.check(followed=True)
    assert not mira.intent.greeting().check_intention


def test_the_quick_context_is_kept_and_toggled(mira: Together) -> None:
    book = mira.intent.quick
    assert (book.kept(), book.read()) == (None, None)
    book.set(topic="the boat", note="waiting for the mast")
    assert mira.intent.greeting().context == book.read()
    off = book.set(enabled=False)
    assert (off.topic, off.note) == ("the boat", "waiting for the mast")
    assert (book.kept(), book.read()) == (off, None)
    on = book.set(enabled=True, note="")
    assert book.read() == on
    assert (on.topic, on.note, on.id) == ("the boat", "", off.id)
    book.set(topic="")
    assert book.read() is None


def test_times_survive_as_they_are(mira: Together) -> None:
    kept = mira.intent.goals.add("Sail", deadline=date(2026, 3, 29))
    mira.open()
    again = mira.intent.goals.goal("1")
    assert again == kept
    assert isinstance(again.created_at, datetime)
    assert again.created_at.tzinfo is not None
