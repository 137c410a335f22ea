"""What comes again is due on its next day, and is open until it is dropped."""

import json
from calendar import monthrange
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.intent import Every, HandoffItem, IntentMoveError, ItemKind, ItemStatus, When
from engine.intent.handoff.lifecycle import Move, moved
from engine.intent.handoff.recurring import after, occurrence
from tests.unit.engine.intent.conftest import START, Together
from tests.unit.engine.intent.test_carrying import BEGAN, item

MONDAY = START.date()
TUESDAY = MONDAY + timedelta(days=1)
EIGHT = time(20)
TABLET = "Take my tablet"
days = st.dates(date(1990, 1, 1), date(2090, 1, 1))


def evening(day: int) -> datetime:
    """Eight in the evening of a day of that month."""
    return datetime.combine(date(2026, 2, day), EIGHT)


def daily(mira: Together, **changes: object) -> HandoffItem:
    when = When(day=MONDAY, at=EIGHT, every=Every.DAY).model_copy(update=changes)
    return mira.intent.note_item(ItemKind.REMINDER, TABLET, when)


@given(days, st.sampled_from(Every), days)
def test_an_occurrence_is_the_first_that_is_not_before_a_day(first: date, every: Every, day: date) -> None:
    when = When(day=first, every=every)
    found = occurrence(when, day)
    assert found.day >= max(first, day)
    assert found.first == when
    assert occurrence(found, found.day) == found
    if found.day > first:
        assert found.day - day < timedelta(days={"day": 1, "week": 7, "month": 31, "year": 366}[every])


@given(days, st.sampled_from(Every), st.integers(1, 40))
def test_each_follows_the_last_by_one_period_and_never_drifts(first: date, every: Every, times: int) -> None:
    seen = [When(day=first, every=every)]
    for _ in range(times):
        seen.append(after(seen[-1]))
    for count, each in enumerate(seen):
        if every in {Every.DAY, Every.WEEK}:
            assert each.day - first == count * timedelta(days=1 if every is Every.DAY else 7)
            continue
        months = first.month - 1 + count * (1 if every is Every.MONTH else 12)
        year, month = first.year + months // 12, months % 12 + 1
        assert each.day == date(year, month, min(first.day, monthrange(year, month)[1]))


def test_what_comes_again_is_due_on_its_next_day_and_stored_as_it_was(mira: Together) -> None:
    daily(mira)
    mira.wait(days=5, hours=1)
    for found in (mira.only(), *mira.intent.items.all(), mira.intent.items.item(mira.only().id)):
        assert (found.due, found.due_time) == (MONDAY + timedelta(days=5), EIGHT)
    assert not mira.intent.is_overdue(mira.only())
    mira.open()
    mira.clock.advance(timedelta(days=-5))
    assert mira.only().due == MONDAY


def test_done_it_goes_on_to_its_next_day_and_can_be_taken_back(mira: Together) -> None:
    made = daily(mira)
    mira.wait(days=2)
    done = mira.intent.fulfil(made.id)
    assert (done.status, done.due) == (ItemStatus.OPEN, MONDAY + timedelta(days=3))
    back = mira.intent.reopen(made.id)
    assert (back.status, back.due, back.done) == (ItemStatus.OPEN, MONDAY + timedelta(days=2), None)
    with pytest.raises(IntentMoveError):
        mira.intent.reopen(made.id)
    mira.intent.drop(made.id)
    assert not mira.texts()
    assert mira.intent.reopen(made.id).every is Every.DAY
    assert mira.texts() == [TABLET]


def test_done_on_the_last_of_a_month_it_comes_on_the_last_of_the_next(mira: Together) -> None:
    first = date(2026, 3, 31)
    made = mira.intent.note_item(ItemKind.REMINDER, "Pay the rent", When(day=first, every=Every.MONTH))
    seen = [mira.intent.fulfil(made.id).due for _ in range(3)]
    assert seen == [date(2026, 4, 30), date(2026, 5, 31), date(2026, 6, 30)]
    mira.intent.change_item(made.id, text="Pay Ana", due=When(day=date(2026, 6, 30), every=Every.MONTH))
    assert mira.intent.fulfil(made.id).due == date(2026, 7, 31), (
        "other words leave the day that it is counted from"
    )


@pytest.mark.parametrize(
    ("until", "next_at"),
    [
        (When(day=MONDAY, at=time(21)), evening(10)),
        (When(day=TUESDAY, at=time(0, 30)), evening(10)),
        (When(day=TUESDAY, at=EIGHT), evening(11)),
    ],
)
def test_put_off_once_it_comes_again_at_its_hour(mira: Together, until: When, next_at: datetime) -> None:
    made = daily(mira)
    assert made.when is not None
    put_off = mira.intent.change_item(made.id, due=made.when.put_off(until))
    assert (put_off.due, put_off.due_time, put_off.every) == (until.day, until.at, Every.DAY)
    assert mira.intent.fulfil(made.id).due_at == next_at
    assert mira.intent.reopen(made.id).due_at == put_off.due_at
    mira.wait(days=3)
    assert mira.only().due_at == evening(12), "what was not done comes again all the same"


def test_it_is_carried_without_growing_old(mira: Together) -> None:
    daily(mira)
    for _ in range(6):
        mira.said("Hello")
        mira.goodbye()
        mira.wait(days=1)
    assert mira.only().carried == 0
    assert not mira.intent.is_overdue(mira.only())


def test_no_guess_of_a_model_ends_it(mira: Together) -> None:
    made = daily(mira)
    said = mira.said("I took my tablet")
    assert not mira.intent.fulfillable([said])
    assert list(mira.intent.spoken_of("I took my tablet", MONDAY).values()) == [made], "the person may"
    assert not mira.intent.spoken_of("I took my tablet", MONDAY - timedelta(days=1)), "not before its day"
    with pytest.raises(IntentMoveError):
        moved(made, Move.PROPOSE, BEGAN, ("step:s1",))


def test_neither_another_hour_nor_once_takes_its_place(mira: Together) -> None:
    made = daily(mira)
    daily(mira, at=time(8))
    mira.intent.note_item(ItemKind.REMINDER, TABLET, When(day=MONDAY, at=time(12)))
    assert [one.due_time for one in mira.intent.items.open()] == [EIGHT, time(8), time(12)]
    assert daily(mira, day=TUESDAY).id == made.id, "the same is one"
    assert mira.intent.note_item(ItemKind.REMINDER, TABLET).id == made.id
    assert mira.intent.items.item(made.id).every is Every.DAY


def test_its_file_of_an_export_says_how_it_comes_again(mira: Together) -> None:
    daily(mira)
    (listed,) = json.loads(dict(mira.intent.export_markdown())["intent/handoff-items.json"])
    assert HandoffItem.model_validate(listed) == mira.only()
    assert listed["every"] == "day"


def test_it_is_kept_as_it_is_in_a_file_and_in_the_vault() -> None:
    first = When(day=date(2026, 1, 31), at=EIGHT, lead_minutes=60, every=Every.MONTH)
    kept = item(ItemKind.REMINDER, **after(first).fields, done=first)
    assert kept.due == date(2026, 2, 28)
    read = HandoffItem.model_validate_json(kept.model_dump_json())
    assert read == kept
    assert read.when is not None
    assert read.when.first == first
