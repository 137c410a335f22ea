"""What holds for every text, moment and zone."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.search.planning import Planner, TimeWindow
from engine.search.planning.tables import LANGUAGES, Meaning, language

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut", "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati",
        "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "UTC",
    )
]  # fmt: skip
IN_THE_PAST = (
    Meaning.YESTERDAY,
    Meaning.DAY_BEFORE_YESTERDAY,
    Meaning.LAST_NIGHT,
    Meaning.LAST_WEEK,
    Meaning.WEEK_BEFORE_LAST,
    Meaning.LAST_WEEKEND,
    Meaning.LAST_MONTH,
    Meaning.LAST_YEAR,
)
COUNTED = [
    "last:3d",
    "3 days ago",
    "5 minutes ago",
    "2時間前",
    "两周前",
    "세 달 전",
    "a few weeks ago",
    "last May",
]
PAST = [*COUNTED, *(t for code in LANGUAGES for each in IN_THE_PAST for t in language(code).windows[each])]
PRESENT = [
    "today",
    "this week",
    "in May",
    "on Monday",
    "this morning",
    "this evening",
    "on 29 February",
    "今年",
    "이번 주",
]

zones = st.sampled_from(ZONES)
moments = st.floats(0.7e9, 3.8e9).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
texts = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                *PAST,
                *PRESENT,
                "since",
                "before",
                "between",
                "and",
                "to",
                "から",
                "以前",
                "31 ",
                "0",
                "9999",
                "::",
                "-",
            ]
        ),
        max_size=6,
    ).map(" ".join),
    st.from_regex(
        r"[0-9]{4}-[0-9]{2}(-[0-9]{2})?(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})?", fullmatch=True
    ),
    st.from_regex(r"[0-9]{1,4} (minutes|days|weeks|years) ago|last:[0-9]{1,4}[hdwmy]", fullmatch=True),
)


@given(texts, moments, zones)
@example("0001-01-01/9999-12-31", datetime(2026, 1, 1, tzinfo=UTC), ZONES[0])
@example("9999-12-31T23:59", datetime(2026, 1, 1, tzinfo=UTC), ZONES[2])
@example("9999-12", datetime(2026, 1, 1, tzinfo=UTC), ZONES[2])
def test_any_text_gives_a_plan_with_a_window_that_is_not_empty(
    text: str, now: datetime, zone: ZoneInfo
) -> None:
    plan = Planner().plan(text, now, zone)
    assert plan.text == text
    if plan.window is not None and plan.window.start is not None and plan.window.end is not None:
        assert plan.window.start < plan.window.end


@given(st.sampled_from(PAST), moments, zones)
def test_words_of_the_past_never_reach_into_the_future(text: str, now: datetime, zone: ZoneInfo) -> None:
    window = Planner().window(text, now, zone)
    assert window is not None
    assert window.start is not None
    assert window.end is not None
    assert window.start < window.end <= now


@given(st.sampled_from(PRESENT), moments, zones)
def test_what_goes_on_has_begun(text: str, now: datetime, zone: ZoneInfo) -> None:
    window = Planner().window(text, now, zone)
    assert window is not None
    assert window.start is not None
    assert window.start <= now


@given(moments, zones)
def test_days_follow_one_another_without_a_gap(now: datetime, zone: ZoneInfo) -> None:
    days = [Planner().window(text, now, zone) for text in ("3 days ago", "2 days ago", "yesterday", "today")]
    for before, after in pairwise(days):
        assert before is not None
        assert after is not None
        assert before.end == after.start
    assert days[-1] is not None
    assert now in days[-1]


@given(moments, st.integers(1, 10**9), zones)
def test_an_interval_can_be_copied_into_a_query(start: datetime, seconds: int, zone: ZoneInfo) -> None:
    window = TimeWindow(start, start + timedelta(seconds=seconds))
    assert Planner().window(f"sailing {window.interval(zone)}", start, UTC) == window


def test_an_empty_window_cannot_be_made() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="after it begins"):
        TimeWindow(now, now)
