"""The opening names, it does not recite: at most two things, once a day, within its budget, fitting the gap."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.intent import Due, GapMode, Greeting, ItemKind, Priority, TimeOfDay, When
from engine.intent.boot.opening import chosen, opening
from tests.unit.engine.intent.conftest import SETTINGS, START, Together, count

KINDS = list(ItemKind)


def due(at: int, what: ItemKind | None = ItemKind.PROMISE, **more: object) -> Due:
    plain: dict[str, object] = {
        "ref": f"handoff:h_{at}",
        "what": what,
        "text": f"ask about matter {at}",
        "since": START,
        "due": None,
        "carried": 0,
        "overdue": False,
        "urgency": 0.5,
    }
    return Due.model_validate(plain | more)


def greeting(mode: GapMode | None, *dues: Due, **more: object) -> Greeting:
    plain: dict[str, object] = {
        "at": START,
        "mode": mode,
        "time_of_day": TimeOfDay.MORNING,
        "gap_s": 1.0,
        "last_episode": None,
        "due": dues,
        "stale_goals": (),
        "intention": None,
        "check_intention": False,
        "context": None,
    }
    return Greeting.model_validate(plain | more)


@pytest.mark.parametrize(
    ("mode", "named"),
    [
        (None, []),
        (GapMode.INSTANT_RESUME, []),
        (GapMode.CONTINUATION, ["handoff:h_2"]),
        (GapMode.FRESH_START, ["handoff:h_1", "handoff:h_2"]),
        (GapMode.CATCH_UP, ["handoff:h_1", "handoff:h_2"]),
        (GapMode.CHECK_IN, ["handoff:h_1", "handoff:h_2"]),
    ],
)
def test_what_is_named_fits_the_gap(mode: GapMode | None, named: list[str]) -> None:
    dues = (due(1, ItemKind.PLAN), due(2), due(3))
    assert [each.ref for each in chosen(greeting(mode, *dues), SETTINGS)] == named


def test_each_gap_is_met_in_its_own_words() -> None:
    texts = {mode: opening(greeting(mode), SETTINGS, count).text for mode in GapMode}
    assert len(set(texts.values())) == len(GapMode)
    assert all(texts.values())
    assert opening(greeting(None), SETTINGS, count).text == ""
    late = opening(greeting(None, time_of_day=TimeOfDay.LATE_NIGHT), SETTINGS, count)
    assert "late" in late.text


def test_a_line_says_what_it_is_and_since_when() -> None:
    dues = (due(1, overdue=True, carried=3), due(2, None, due=date(2026, 2, 12)))
    text = opening(greeting(GapMode.CHECK_IN, *dues), SETTINGS, count).text
    assert "you promised: ask about matter 1 (open since 9 February)" in text
    assert "goal: ask about matter 2 (by 12 February)" in text


dues = st.builds(
    due,
    st.integers(0, 99),
    st.none() | st.sampled_from(KINDS),
    text=st.text(min_size=1, max_size=400),
    overdue=st.booleans(),
    surfaced_on=st.none() | st.just(START.date()),
)


@given(st.none() | st.sampled_from(GapMode), st.lists(dues, max_size=5, unique_by=lambda each: each.ref))
def test_it_keeps_its_budget_and_cites_what_it_names(mode: GapMode | None, listed: list[Due]) -> None:
    said = opening(greeting(mode, *listed), SETTINGS, count)
    assert count(said.text) <= SETTINGS.opening_tokens
    assert len(said.cites) <= SETTINGS.opening_items
    assert said.text.count("\n- ") == len(said.cites)
    told_today = {each.ref for each in listed if each.surfaced_on == START.date()}
    assert not told_today & set(said.cites)


def test_what_was_brought_up_today_is_not_brought_up_again(mira: Together) -> None:
    first = mira.intent.note_item(ItemKind.PROMISE, "ask about the keel")
    mira.said("Hello")
    mira.goodbye()
    mira.wait(hours=5)
    assert mira.intent.opening(count).cites == (first.ref,)
    # Nothing was said yet: it has reached nobody.
    assert mira.intent.opening(count).cites == (first.ref,)
    mira.said("Good afternoon")
    mira.goodbye()
    mira.wait(hours=5)
    assert mira.intent.opening(count).cites == ()
    mira.wait(hours=12)
    assert mira.intent.opening(count).cites == (first.ref,)


def test_the_most_urgent_come_first(mira: Together) -> None:
    plan = mira.intent.note_item(ItemKind.PLAN, "paint the door")
    promise = mira.intent.note_item(ItemKind.PROMISE, "ask about the keel")
    later = mira.intent.note_item(ItemKind.REMINDER, "buy rope", When(day=date(2026, 3, 1)))
    goal = mira.intent.goals.add("Ship the boat", priority=Priority.HIGH, deadline=date(2026, 2, 8))
    listed = [each.ref for each in mira.intent.greeting().due]
    assert listed == [goal.ref, promise.ref, plan.ref]
    assert later.ref not in listed
    mira.wait(days=20)
    assert mira.intent.greeting().due[1].ref == later.ref


def test_what_is_very_old_is_listed_but_not_brought_up(mira: Together) -> None:
    mira.intent.note_item(ItemKind.PLAN, "paint the door")
    mira.wait(days=90 + 90)
    assert mira.intent.greeting().due == ()
    assert mira.texts() == ["paint the door"]


def test_the_quick_context_stands_in_the_opening(mira: Together) -> None:
    context = mira.intent.quick.set(topic="the boat", note="waiting for the mast")
    said = mira.intent.opening(count)
    assert "the boat: waiting for the mast" in said.text
    assert said.cites == (context.ref,)


def test_a_greeting_tells_the_last_time(mira: Together) -> None:
    mira.intent.feel(lambda _: "content, upswing")
    mira.said("Hello")
    opened = mira.clock.now()
    mira.wait(minutes=50)
    mira.said("Good night")
    mira.goodbye()
    mira.wait(hours=9)
    last = mira.intent.greeting().last_episode
    assert last is not None
    assert (last.opened_at, last.closed_by, last.mood_and_mode) == (opened, "goodbye", "content, upswing")
