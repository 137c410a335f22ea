"""The planner: what is a time, what is an operator, what is left as the topic."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from engine.search.planning import Intent, Planner
from engine.search.planning.tables import LANGUAGES, Meaning, language

BERLIN = ZoneInfo("Europe/Berlin")
SUNDAY = datetime(2026, 11, 22, 10, 30, tzinfo=BERLIN)
WINDOWS = {
    "last night": "2026-11-21T18:00 2026-11-22T06:00",
    "what was it, last_night": "2026-11-21T18:00 2026-11-22T06:00",
    "yesterday": "2026-11-21T00:00 2026-11-22T00:00",
    "yesterday morning": "2026-11-21T05:00 2026-11-21T12:00",
    "the day before yesterday": "2026-11-20T00:00 2026-11-21T00:00",
    "this morning": "2026-11-22T05:00 2026-11-22T12:00",
    "last:3d": "2026-11-19T10:30 2026-11-22T10:30",
    "last:2w": "2026-11-08T10:30 2026-11-22T10:30",
    "last:1m": "2026-10-22T00:00 2026-11-22T10:30",
    "last week": "2026-11-09T00:00 2026-11-16T00:00",
    "the week before last": "2026-11-02T00:00 2026-11-09T00:00",
    "past week": "2026-11-15T10:30 2026-11-22T10:30",
    "the last 3 days": "2026-11-19T10:30 2026-11-22T10:30",
    "two weeks ago": "2026-11-05T00:00 2026-11-12T00:00",
    "3 days ago": "2026-11-19T00:00 2026-11-20T00:00",
    "a month ago": "2026-10-01T00:00 2026-11-01T00:00",
    "a couple of days ago": "2026-11-17T00:00 2026-11-21T00:00",
    "a fortnight ago": "2026-11-08T00:00 2026-11-09T00:00",
    "in May": "2026-05-01T00:00 2026-06-01T00:00",
    "in December": "2025-12-01T00:00 2026-01-01T00:00",
    "last November": "2025-11-01T00:00 2025-12-01T00:00",
    "May 2023": "2023-05-01T00:00 2023-06-01T00:00",
    "on 3 May": "2026-05-03T00:00 2026-05-04T00:00",
    "on the 3rd of May": "2026-05-03T00:00 2026-05-04T00:00",
    "on 24 December": "2025-12-24T00:00 2025-12-25T00:00",
    "May 3rd, 2023": "2023-05-03T00:00 2023-05-04T00:00",
    "on 29 February": "2024-02-29T00:00 2024-03-01T00:00",
    "in 2023": "2023-01-01T00:00 2024-01-01T00:00",
    "on Friday": "2026-11-20T00:00 2026-11-21T00:00",
    "on Sunday": "2026-11-22T00:00 2026-11-23T00:00",
    "last Sunday": "2026-11-15T00:00 2026-11-16T00:00",
    "Friday last week": "2026-11-13T00:00 2026-11-14T00:00",
    "last weekend": "2026-11-14T00:00 2026-11-16T00:00",
    "2026-05-03": "2026-05-03T00:00 2026-05-04T00:00",
    "2026-05": "2026-05-01T00:00 2026-06-01T00:00",
    "2026-05-03T08:15": "2026-05-03T08:15 2026-05-03T08:16",
    "2026-05-01/2026-05-03": "2026-05-01T00:00 2026-05-04T00:00",
    "2026-05-01T10:00+02:00/2026-05-01T12:30+02:00": "2026-05-01T10:00 2026-05-01T12:30",
    "../2026-05-01": ".. 2026-05-02T00:00",
    "between 3 May and 10 May": "2026-05-03T00:00 2026-05-11T00:00",
    "from Monday to Wednesday": "2026-11-16T00:00 2026-11-19T00:00",
    "since last week": "2026-11-09T00:00 ..",
    "before 2020": ".. 2020-01-01T00:00",
    "after May": "2026-06-01T00:00 ..",
    "上周": "2026-11-09T00:00 2026-11-16T00:00",
    "上週五": "2026-11-13T00:00 2026-11-14T00:00",
    "昨晚": "2026-11-21T18:00 2026-11-22T06:00",
    "三天前": "2026-11-19T00:00 2026-11-20T00:00",
    "最近3天": "2026-11-19T10:30 2026-11-22T10:30",
    "去年五月": "2025-05-01T00:00 2025-06-01T00:00",
    "2023年5月3日": "2023-05-03T00:00 2023-05-04T00:00",
    "从5月3日到5月十日": "2026-05-03T00:00 2026-05-11T00:00",
    "先週": "2026-11-09T00:00 2026-11-16T00:00",
    "先週の金曜日": "2026-11-13T00:00 2026-11-14T00:00",
    "おととい": "2026-11-20T00:00 2026-11-21T00:00",
    "2週間前": "2026-11-05T00:00 2026-11-12T00:00",
    "今朝": "2026-11-22T05:00 2026-11-22T12:00",
    "月曜から水曜まで": "2026-11-16T00:00 2026-11-19T00:00",
    "지난주": "2026-11-09T00:00 2026-11-16T00:00",
    "지난주 금요일": "2026-11-13T00:00 2026-11-14T00:00",
    "어젯밤": "2026-11-21T18:00 2026-11-22T06:00",
    "이틀 전": "2026-11-20T00:00 2026-11-21T00:00",
    "세 달 전": "2026-08-01T00:00 2026-09-01T00:00",
    "5월 3일": "2026-05-03T00:00 2026-05-04T00:00",
}


def spoken(text: str, now: datetime = SUNDAY) -> str | None:
    window = Planner().window(text, now, BERLIN)
    if window is None:
        return None
    return " ".join(
        ".." if side is None else f"{side.astimezone(BERLIN):%Y-%m-%dT%H:%M}"
        for side in (window.start, window.end)
    )


@pytest.mark.parametrize("text", WINDOWS)
def test_a_time_is_read_on_the_persons_calendar(text: str) -> None:
    assert spoken(text) == WINDOWS[text]
    assert spoken(f"{text} Segeln") == WINDOWS[text]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask you something?",
        "She marched on, and the sun sat low.",
        "We had 3 guests and 12 chairs.",
        "on 31 February",
        "2026-02-31",
        "2026-05-09/2026-05-01",
        "9999 years ago",
        "tomorrow",
        "Room 2023",
        "第一次",
        "",
    ],
)
def test_other_words_are_no_time(text: str) -> None:
    assert spoken(text) is None


def test_last_night_before_dawn_is_the_night_that_goes_on() -> None:
    now = datetime(2026, 11, 22, 1, 0, tzinfo=BERLIN)
    assert spoken("last night", now) == "2026-11-21T18:00 2026-11-22T01:00"
    assert spoken("this morning", now) == "2026-11-21T05:00 2026-11-21T12:00"


def test_a_day_of_changing_clocks_has_23_or_25_hours() -> None:
    for day, hours in ((29, 23), (28, 24)):
        window = Planner().window(f"on {day} March", SUNDAY, BERLIN)
        assert window is not None
        assert window.start is not None
        assert window.end is not None
        assert (window.end - window.start).total_seconds() == hours * 3600


@pytest.mark.parametrize(
    ("text", "core", "intents"),
    [
        ("What did we talk about last night?", "", {Intent.RECAP}),
        ("what did Mira say yesterday about the boat", "what did Mira say about the boat", set()),
        ("Do you remember my sister's wedding?", "my sister's wedding", {Intent.VERIFICATION}),
        ("Where do I live now?", "Where do I live", {Intent.CURRENT_STATE}),
        ("Which books did I read recently", "Which books did I read", {Intent.RECENCY}),
        ("What I used to play", "What I play", {Intent.HISTORICAL}),
        ("上周我们聊了什么?", "", {Intent.RECAP}),
        ("你还记得我的猫吗", "我的猫吗", {Intent.VERIFICATION}),
        ("最近读的书", "读的书", {Intent.RECENCY}),
        ("先週の旅行、覚えていますか?", "旅行", {Intent.VERIFICATION}),
        ("昔の仕事", "の仕事", {Intent.HISTORICAL}),
        ("지난주 회의 기억나?", "회의", {Intent.VERIFICATION}),
        ("요즘 읽는 책", "읽는 책", {Intent.RECENCY}),
        ("Three days ago 我们聊了什么", "", {Intent.RECAP}),
        ("The latest on the boat", "on the boat", {Intent.RECENCY}),
    ],
)
def test_operators_leave_the_topic(text: str, core: str, intents: set[Intent]) -> None:
    plan = Planner().plan(text, SUNDAY, BERLIN)
    assert (plan.core, plan.intents) == (core, intents)
    assert plan.topic == (core or text)


def test_an_operator_within_a_time_is_none() -> None:
    assert Planner().plan("三天以前", SUNDAY, BERLIN).intents == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_of_a_language_is_read(code: str) -> None:
    """Each template, filled with each word of its slots, gives a window and leaves nothing behind."""
    table = language(code)
    fillings = {
        "n": ["3", *(word for words in table.numbers.values() for word in words)],
        "few": table.few,
        "counted": [word for words in table.counted.values() for word in words],
        "unit": [word for words in table.units.values() for word in words],
        "part": [word for words in table.parts.values() for word in words],
        "weekday": [word for words in table.weekdays.values() for word in words],
        "month": [word for words in table.months.values() for word in words],
        "day": ["3", "03"],
        "year": ["2023"],
    }
    for meaning in Meaning:
        for template in table.windows[meaning]:
            texts = [template]
            for slot, words in fillings.items():
                texts = (
                    [t.replace("{" + slot + "}", w) for t in texts for w in words]
                    if f"{{{slot}}}" in template
                    else texts
                )
            for text in texts:
                plan = Planner().plan(text, SUNDAY, BERLIN)
                assert plan.window is not None, (meaning, text)
                assert plan.core == "", (meaning, text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_operator_of_a_language_is_read(code: str) -> None:
    for intent, words in language(code).intents.items():
        for word in words:
            assert intent in Planner().plan(word, SUNDAY, BERLIN).intents, word


def test_windows_meet_and_join() -> None:
    day = Planner().window("2026-05-03", SUNDAY, UTC)
    month = Planner().window("in May", SUNDAY, UTC)
    assert day is not None
    assert month is not None
    assert day.meet(month) == day
    assert day.join(month) == month
    assert Planner().window("in May 2026, on 3 May", SUNDAY, UTC) == day
