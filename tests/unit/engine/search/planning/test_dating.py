"""Times that lie ahead, and days that are called otherwise by who reads of them later."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.planning import Planner, TimeWindow

BERLIN = ZoneInfo("Europe/Berlin")
THURSDAY = datetime(2026, 9, 17, 20, 15, tzinfo=BERLIN)
PLANNER = Planner()


def day(first: str, days: int = 1) -> TimeWindow:
    start = datetime.fromisoformat(first).replace(tzinfo=BERLIN)
    return TimeWindow(start.astimezone(UTC), (start + timedelta(days=days)).astimezone(UTC))


@pytest.mark.parametrize(
    ("text", "windows"),
    [
        ("Tomorrow I fly.", [day("2026-09-18")]),
        ("I fly the day after tomorrow.", [day("2026-09-19")]),
        ("I fly next week.", [day("2026-09-21", 7)]),
        ("I fly on Friday.", [day("2026-09-11"), day("2026-09-18")]),
        ("I fly on Thursday.", [day("2026-09-17")]),
        ("I flew last Friday.", [day("2026-09-11")]),
        ("Next Friday I fly.", [day("2026-09-18", 8)]),
        ("It ends in three days.", [day("2026-09-20")]),
        ("We go on 3 October.", [day("2025-10-03"), day("2026-10-03")]),
        ("this weekend", [day("2026-09-12", 2), day("2026-09-19", 2)]),
        ("next weekend", [day("2026-09-19", 2)]),
        ("明天我去医院。", [day("2026-09-18")]),
        ("下周五开会", [day("2026-09-18", 8)]),
        ("来週は休みです。", [day("2026-09-21", 7)]),
        ("내일 가요.", [day("2026-09-18")]),
        # Of other languages the days that are named.
        ("Morgen muss ich zum Zahnarzt gehen.", [day("2026-09-18")]),
        ("Am Freitag fliege ich nach Wien.", [day("2026-09-11"), day("2026-09-18")]),
        ("Ayer fuimos al cine con los niños.", [day("2026-09-16")]),
        ("Ma sœur se marie le 3 octobre.", [day("2025-10-03"), day("2026-10-03")]),
        ("Ich arbeite seit langem bei der Post.", []),
        ("I fly.", []),
    ],
)
def test_what_was_said_speaks_of_times_that_lie_ahead_too(text, windows):
    assert list(PLANNER.times(text, THURSDAY, BERLIN)) == windows


def test_who_looks_for_something_looks_for_nothing_that_lies_ahead():
    assert PLANNER.plan("the flight tomorrow", THURSDAY, BERLIN).window is None


@pytest.mark.parametrize(
    ("days", "text", "read"),
    [
        (0, "Tomorrow I fly.", "Tomorrow I fly."),
        (1, "Tomorrow I fly.", "[today] I fly."),
        (1, "I flew today.", "I flew [yesterday]."),
        (9, "Tomorrow I fly to Oslo.", "[18 September] I fly to Oslo."),
        (200, "Tomorrow I fly.", "[18 September 2026] I fly."),
        (4, "I fly next week.", "I fly [this week]."),
        (30, "I fly next week.", "I fly [the week of 21 September]."),
        (9, "I met him last night.", "I met him [16 September, night]."),
        (9, "I ran this morning.", "I ran [17 September, morning]."),
        (40, "We moved last month.", "We moved [August 2026]."),
        # It may be read in two ways, or stands there already.
        (9, "I fly on Friday.", "I fly on Friday."),
        (9, "On Friday I walked, and my exam is soon.", "On Friday I walked, and my exam is soon."),
        # The sentence tells which Friday it is.
        (9, "I'll fly on Friday.", "I'll fly on Friday [18 September]."),
        (9, "My exam is on Tuesday at ten. I was ill.", "My exam is on Tuesday [22 September] at ten. I was ill."),
        (9, "I was off on Friday. I'll fly on Friday.",
         "I was off on Friday [11 September]. I'll fly on Friday [18 September]."),
        (9, "We went to the lake on Sunday.", "We went to the lake on Sunday [13 September]."),
        (1, "I have a meeting on Friday.", "I have a meeting on Friday [today]."),
        (9, "We met on 3 May 2024.", "We met on 3 May 2024."),
        (9, "We met in June 2024.", "We met in June 2024."),
        (9, "I fly often.", "I fly often."),
        (9, "明天我去医院。", "[18 September]我去医院。"),
        # Of other languages the days that can be no others.
        (0, "Morgen habe ich einen Termin dort.", "Morgen habe ich einen Termin dort."),
        (9, "Morgen habe ich einen Termin dort.", "[Freitag, 18. September 2026] habe ich einen Termin dort."),
        (9, "Guten Morgen, ich bin so müde.", "Guten Morgen, ich bin so müde."),
        (9, "Ayer fuimos al zoo con los niños.", "[miércoles, 16 de septiembre de 2026] fuimos al zoo con los niños."),
        (9, "Am Freitag gehe ich mit Paul ins Kino.", "Am Freitag gehe ich mit Paul ins Kino."),
        (9, "Demain je pars (vendredi 18 septembre 2026).", "Demain je pars (vendredi 18 septembre 2026)."),
    ],
)  # fmt: skip
def test_a_day_is_called_as_it_is_called_now(days, text, read):
    assert PLANNER.dated(text, THURSDAY, THURSDAY + timedelta(days=days), BERLIN) == read


def test_what_stands_for_good_is_called_by_its_date():
    text = PLANNER.dated("Tomorrow I fly, and next week I rest.", THURSDAY, None, BERLIN)
    assert text == "[18 September 2026] I fly, and [the week of 21 September 2026] I rest."


@given(st.text(max_size=80), st.integers(0, 4000))
def test_any_text_is_taken(text, days):
    later = THURSDAY + timedelta(days=days)
    assert PLANNER.dated(text, THURSDAY, THURSDAY, BERLIN) == text
    assert isinstance(PLANNER.dated(text, THURSDAY, later, BERLIN), str)
    assert all(isinstance(one, TimeWindow) for one in PLANNER.times(text, later, BERLIN))
