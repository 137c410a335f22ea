"""What comes again is due on its next day, and is open until it is dropped."""

import json
from calendar import monthrange
from datetime import date, datetime, time, timedelta

import pytest
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule
from dateutil.rrule import weekday as rule_day
from hypothesis import given
from hypothesis import strategies as st

from engine.intent import Every, HandoffItem, IntentMoveError, ItemKind, ItemStatus, Recurrence, When
from engine.intent.handoff.lifecycle import Move, moved
from engine.intent.handoff.recurring import after, begun, is_same_recurrence, occurrence
from engine.intent.records import LAST
from engine.telling_time import WORKING_DAYS, Weekday
from tests.unit.engine.intent.conftest import START, Together
from tests.unit.engine.intent.test_carrying import BEGAN, item

MONDAY = START.date()
TUESDAY = MONDAY + timedelta(days=1)
EIGHT = time(20)
TABLET = "Take my tablet"
BINS = "Put out the bins"
TUESDAY_FRIDAY = (Weekday.TUESDAY, Weekday.FRIDAY)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1))
weekdays = st.sets(st.sampled_from(Weekday), min_size=1)


def evening(day: int) -> datetime:
    """Eight in the evening of a day of that month."""
    return datetime.combine(date(2026, 2, day), EIGHT)


def daily(mira: Together, **changes: object) -> HandoffItem:
    when = When(day=MONDAY, at=EIGHT, every=Every.DAY).model_copy(update=changes)
    return mira.intent.note_item(ItemKind.REMINDER, TABLET, when)


def weekly(mira: Together, **changes: object) -> HandoffItem:
    """The bins, every Tuesday and Friday at eight in the evening."""
    when = When(day=MONDAY, at=EIGHT, every=Every.WEEK, days=TUESDAY_FRIDAY).model_copy(update=changes)
    return mira.intent.note_item(ItemKind.REMINDER, BINS, when)


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


FREQUENCY = {Every.DAY: DAILY, Every.WEEK: WEEKLY, Every.MONTH: MONTHLY, Every.YEAR: YEARLY}


def as_rule(when: When, until: date) -> list[date]:
    """The same by the rules of calendars (RFC 5545)."""
    first = when.first
    kinds = [tuple(Weekday).index(day) for day in first.days]
    named = [rule_day(kind, first.nth or None) for kind in kinds] or None
    start = datetime.combine(first.day, time.min)
    rule = rrule(FREQUENCY[first.every], start, first.interval, byweekday=named, until=until)
    return [one.date() for one in rule]


recurrences = st.one_of(
    st.builds(
        Recurrence, every=st.sampled_from([Every.DAY, Every.YEAR, Every.MONTH]), interval=st.integers(1, 9)
    ),
    st.builds(
        Recurrence,
        every=st.just(Every.WEEK),
        interval=st.integers(1, 5),
        days=st.sets(st.sampled_from(Weekday)).map(tuple),
    ),
    st.builds(
        Recurrence,
        every=st.just(Every.MONTH),
        interval=st.integers(1, 4),
        days=st.sampled_from(Weekday).map(lambda day: (day,)),
        nth=st.sampled_from([1, 2, 3, 4, LAST]),
    ),
)


@given(days.filter(lambda day: day.day < 29), recurrences, st.integers(0, 2000))
def test_an_interval_and_a_weekday_of_the_month_are_counted_as_calendars_do(
    first: date, recurrence: Recurrence, later: int
) -> None:
    when = begun(When(day=first).again(recurrence))
    day = when.day + timedelta(days=later)
    wanted = [one for one in as_rule(when, day + timedelta(days=9 * 366)) if one >= day]
    found = [occurrence(when, day)]
    for _ in range(3):
        found.append(after(found[-1]))
    assert [one.day for one in found][: len(wanted)] == wanted[: len(found)]
    assert is_same_recurrence(when, found[-1])


def test_every_other_week_is_another_recurrence_by_the_week_it_begins_in() -> None:
    other = Recurrence(every=Every.WEEK, interval=2)
    one, another = (When(day=MONDAY + timedelta(weeks=count)).again(other) for count in (0, 1))
    assert not is_same_recurrence(one, another)
    assert is_same_recurrence(one, another.model_copy(update={"day": MONDAY + timedelta(weeks=2)}))
    assert not is_same_recurrence(one, one.again(Recurrence(every=Every.WEEK)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"every": "week", "nth": 1, "days": ["monday"]},
        {"every": "month", "nth": 1, "days": ["monday", "friday"]},
        {"every": "month", "nth": 1},
        {"every": "month", "nth": 5, "days": ["monday"]},
        {"every": "month", "days": ["monday"]},
        {"every": "week", "interval": 0},
    ],
)
def test_a_recurrence_that_means_nothing_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"nth|days|interval"):
        Recurrence.model_validate(wrong)


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


@given(days, weekdays, days)
def test_an_occurrence_of_several_weekdays_is_the_first_of_them(
    first: date, wanted: set[Weekday], day: date
) -> None:
    when = begun(When.model_validate({"day": first, "every": "week", "days": list(wanted)}))
    assert 0 <= (when.day - first).days < 7
    assert Weekday.of(when.day) in wanted
    found = occurrence(when, day)
    assert Weekday.of(found.day) in wanted
    assert found.day >= max(when.day, day)
    passed = (found.day - timedelta(days=later) for later in range(1, 7))
    assert not [one for one in passed if one >= max(when.day, day) and Weekday.of(one) in wanted]
    assert (found.first, occurrence(found, found.day)) == (when, found)


@given(days, weekdays, st.integers(1, 20))
def test_as_many_come_in_a_week_as_it_has_days(first: date, wanted: set[Weekday], weeks: int) -> None:
    when = begun(When(day=first, every=Every.WEEK, days=tuple(wanted)))
    found = when
    for _ in range(weeks * len(wanted)):
        found = after(found)
    assert found.day - when.day == timedelta(weeks=weeks)


@given(days, weekdays, weekdays)
def test_the_same_days_are_the_same_recurrence(first: date, one: set[Weekday], other: set[Weekday]) -> None:
    whens = [begun(When(day=first, every=Every.WEEK, days=tuple(each))) for each in (one, other)]
    assert is_same_recurrence(whens[0], whens[1]) == (one == other)
    assert is_same_recurrence(whens[0], after(after(whens[0])))


def test_days_stand_once_and_monday_first() -> None:
    given = When.model_validate({"day": MONDAY, "every": "week", "days": ["friday", "tuesday", "friday"]})
    assert given.days == TUESDAY_FRIDAY


def test_a_single_weekday_is_that_of_its_day() -> None:
    friday = When(day=MONDAY, every=Every.WEEK, days=(Weekday.FRIDAY,))
    assert begun(friday) == When(day=MONDAY + timedelta(days=4), every=Every.WEEK)


def test_it_comes_on_each_of_its_days_and_done_goes_on_to_the_next(mira: Together) -> None:
    made = weekly(mira)
    assert made.due_at == evening(10)
    seen = [mira.intent.fulfil(made.id).due_at for _ in range(3)]
    assert seen == [evening(13), evening(17), evening(20)]
    assert mira.intent.reopen(made.id).due_at == evening(17)
    mira.wait(days=9)
    assert mira.only().due_at == evening(20), "what was not done is late for no longer than its day"


def test_put_off_once_it_comes_again_on_its_days(mira: Together) -> None:
    made = weekly(mira)
    assert made.when is not None
    wednesday = When(day=MONDAY + timedelta(days=2), at=EIGHT)
    put_off = mira.intent.change_item(made.id, due=made.when.put_off(wednesday))
    assert (put_off.due_at, put_off.days) == (evening(11), TUESDAY_FRIDAY)
    assert mira.intent.fulfil(made.id).due_at == evening(13)
    assert mira.intent.reopen(made.id).due_at == evening(11)
    assert mira.intent.change_item(made.id, due=made.when).when == made.when, "as before it was put off"
    friday = When(day=MONDAY + timedelta(days=4), at=EIGHT)
    mira.intent.change_item(made.id, due=made.when.put_off(friday))
    assert mira.intent.fulfil(made.id).due_at == evening(17)


def test_other_days_are_another_reminder(mira: Together) -> None:
    made = weekly(mira)
    assert weekly(mira, day=MONDAY + timedelta(days=9)).id == made.id
    others = [weekly(mira, days=WORKING_DAYS), weekly(mira, days=()), weekly(mira, days=(Weekday.TUESDAY,))]
    assert len({made.id, *(one.id for one in others)}) == 4


@pytest.mark.parametrize(("month", "day"), [(3, 28), (10, 24)])
def test_when_the_clocks_change_it_comes_at_its_hour(mira: Together, month: int, day: int) -> None:
    """On the Sunday after that day, at two or at three in the morning."""
    mira.wait(days=(date(2026, month, day) - MONDAY).days)
    weekend = (Weekday.SATURDAY, Weekday.SUNDAY)
    made = weekly(mira, day=date(2026, month, day), at=time(10), days=weekend)
    seen = []
    for _ in range(4):
        due_at = mira.only().due_at
        assert due_at is not None
        seen.append(due_at)
        mira.clock.advance(due_at - mira.clock.local().replace(tzinfo=None))
        assert [one.ref for one in mira.intent.greeting().due] == [made.ref]
        mira.intent.fulfil(made.id)
        assert not mira.intent.greeting().due
    began = datetime.combine(date(2026, month, day), time(10))
    assert seen == [began + timedelta(days=later) for later in (0, 1, 7, 8)]


def test_its_days_stand_in_the_vault_in_an_export_and_in_old_data(mira: Together) -> None:
    made = weekly(mira)
    mira.open()
    assert mira.only() == made
    (listed,) = json.loads(dict(mira.intent.export_markdown())["intent/handoff-items.json"])
    assert listed["days"] == ["tuesday", "friday"]
    assert HandoffItem.model_validate(listed) == made
    del listed["days"]
    old = HandoffItem.model_validate(listed)
    assert old.when is not None
    assert after(old.when).day == MONDAY + timedelta(days=8), "every Tuesday, as it was"
