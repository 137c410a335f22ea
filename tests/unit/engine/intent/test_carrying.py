"""Carry-forward keeps what it must, urgency only ever fades, and no clock breaks either."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from engine.intent import HandoffItem, ItemKind, ItemStatus
from engine.intent.handoff.carrying import carry, fading, is_overdue, is_waiting, urgency
from engine.intent.handoff.lifecycle import grounded, same
from tests.unit.engine.intent.conftest import SETTINGS

BEGAN = datetime(2026, 2, 9, 8, tzinfo=UTC)
moments = st.datetimes(timezones=st.just(UTC))
days = st.dates(date(2020, 1, 1), date(2035, 1, 1))
spans = st.timedeltas(timedelta(days=-4000), timedelta(days=40_000))


def item(what: ItemKind = ItemKind.PROMISE, **more: object) -> HandoffItem:
    plain: dict[str, object] = {
        "id": "h_1", "created_at": BEGAN, "updated_at": BEGAN, "what": what, "text": "call Ana", "first_seen": BEGAN
    }  # fmt: skip
    return HandoffItem.model_validate(plain | more)


@given(st.lists(days, max_size=30))
def test_carrying_keeps_first_seen_and_rises_at_most_once_a_day(closings: list[date]) -> None:
    carried = item()
    seen: set[date] = set()
    for day in closings:
        after = carry(carried, day)
        assert after.first_seen == BEGAN
        assert after.carried - carried.carried in {0, 1}
        assert after.carried == carried.carried or day not in seen
        assert after.text == carried.text
        carried = after
        seen.add(day)
    assert carried.carried <= max(0, len(seen) - 1)


@given(st.lists(days, min_size=1, unique=True))
def test_each_later_day_carries_once(closings: list[date]) -> None:
    carried = item()
    for day in sorted(closings):
        carried = carry(carry(carried, day), day)
    assert carried.carried == len(closings) - 1


@given(st.sampled_from([status for status in ItemStatus if status is not ItemStatus.OPEN]), days)
def test_what_is_settled_is_not_carried(status: ItemStatus, day: date) -> None:
    settled = item(status=status, listed_on=date(2019, 1, 1))
    assert carry(settled, day) == settled


def test_overdue_from_the_third_carry() -> None:
    assert [is_overdue(item(carried=times), SETTINGS) for times in (0, 2, 3, 9)] == [False, False, True, True]


@given(spans, spans)
def test_urgency_never_rises_with_age_and_stays_within_bounds(first: timedelta, second: timedelta) -> None:
    early, late = sorted((first, second))
    assert 0 <= fading(late, SETTINGS) <= fading(early, SETTINGS) <= 1


def test_urgency_halves_every_thirty_days_after_ninety() -> None:
    ages = (0, 89, 90, 120, 150, 180)
    assert [fading(timedelta(days=age), SETTINGS) for age in ages] == [1, 1, 1, 0.5, 0.25, 0.125]


@given(st.sampled_from(ItemKind), st.integers(0, 50), moments, st.none() | days)
def test_urgency_is_a_share_under_any_clock(
    what: ItemKind, carried: int, now: datetime, due: date | None
) -> None:
    open_item = item(what, carried=carried, due=due)
    assert 0 <= urgency(open_item, now, SETTINGS) <= 1


def test_what_is_overdue_wants_more_and_a_promise_more_than_a_plan() -> None:
    fresh = {what: urgency(item(what), BEGAN, SETTINGS) for what in ItemKind}
    assert (
        fresh[ItemKind.PROMISE] > fresh[ItemKind.REMINDER] > fresh[ItemKind.UNFINISHED] > fresh[ItemKind.PLAN]
    )
    assert urgency(item(ItemKind.PLAN, carried=3), BEGAN, SETTINGS) > fresh[ItemKind.PLAN]


def test_a_reminder_waits_for_its_day_and_is_not_old_before_it() -> None:
    reminder = item(ItemKind.REMINDER, due=date(2026, 8, 1))
    assert is_waiting(reminder, datetime(2026, 7, 31, 23, tzinfo=UTC))
    assert not is_waiting(reminder, datetime(2026, 8, 1, 23, tzinfo=UTC))
    assert urgency(reminder, datetime(2026, 8, 2, tzinfo=UTC), SETTINGS) > urgency(
        item(ItemKind.REMINDER), datetime(2026, 8, 2, tzinfo=UTC), SETTINGS
    )


def test_texts_are_the_same_only_with_the_same_numbers() -> None:
    assert same("Call Ana about the boat", "call Ana about the boats", 0.8)
    assert same("Écris à Léo", "écris à léo", 0.8)
    assert not same(
        "Call Ana at 5 about the boat and the sails", "Call Ana at 6 about the boat and the sails", 0.8
    )
    assert not same("Call Ana", "Call the dentist", 0.8)
    assert not same("", "the", 0.8)


@given(st.text(max_size=60), st.text(max_size=60))
def test_sameness_is_symmetric_and_grounding_a_share(first: str, second: str) -> None:
    assert same(first, second, 0.8) == same(second, first, 0.8)
    assert same(first, first, 0.8)
    assert 0 <= grounded(first, second) <= 1
