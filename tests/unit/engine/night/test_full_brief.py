"""A morning of which there is much to tell: what is for today first and whole, in a minute, and nothing lost."""

import re
from datetime import timedelta

from engine.dates import find_dates
from engine.intent import ItemKind, When
from engine.night import JobKind, markdown, run_next, summary_text
from engine.person import Action, Proposal
from tests.unit.engine.night.conftest import OWNER

LONG = (
    "which took the whole afternoon and most of the evening as well, with Pavel and Lotte and the old ladder"
)


def note(nights, text, days=None):
    """Something to be done, so many days from now."""
    due = None if days is None else When(day=nights.today + timedelta(days=days))
    return nights.mind.intent.note_item(ItemKind.REMINDER, text, due)


def read_words(brief):
    """What is read of a brief: its words without the refs."""
    return re.sub(r"<!--.*?-->", "", markdown(brief)).split()


def lines(nights, section):
    return [line.text for line in nights.night.results.brief().lines if line.section == section]


def test_what_is_for_today_stands_before_a_backlog_and_the_rest_is_counted(nights):
    for number in range(8):
        note(nights, f"answer letter {number}", 1 + number % 3)
    note(nights, "ring the dentist", 6)
    nights.morning(days=6)
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    told = lines(nights, "today")
    assert told[0] == "ring the dentist"
    assert told[1].endswith("(was for 7 May)"), "the latest first"
    assert len(told) == 5
    assert summary_text(brief).startswith("Today: ring the dentist; ")
    assert summary_text(brief).endswith("and 6 more that are late.")
    assert "- and 4 more that are late" in markdown(brief)


def test_however_much_is_for_today_all_of_it_is_told(nights):
    for number in range(20):
        note(nights, f"bring chair number {number} to the hall", 1)
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert len(lines(nights, "today")) == 20
    assert "and 17 more." in summary_text(nights.night.results.brief())


def test_of_what_is_open_or_coming_it_says_how_much_more_there_is(nights):
    for number in range(6):
        note(nights, f"mend chair {number}")
        note(nights, f"visit aunt {number}", 3)
    nights.morning()
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert (len(lines(nights, "open")), len(lines(nights, "ahead"))) == (4, 4)
    assert brief.more == {"open": 2, "ahead": 2}
    assert "Still open: mend chair 0; mend chair 1; mend chair 2 and 3 more." in summary_text(brief)
    assert markdown(brief).count("- and 2 more\n") == 2


def everything(nights, *, due, backlog, noted):
    """Something of every section, much of it long."""
    for number in range(due):
        note(nights, f"carry box {number} to the cellar", 7)
    for number in range(backlog):
        note(nights, f"answer letter {number} about the roof, {LONG}", 1 + number % 3)
    for number in range(noted):
        note(nights, f"mend chair {number}, {LONG}")
        note(nights, f"visit aunt {number}, {LONG}", 9)
    nights.clock.advance(timedelta(days=3))
    for km in (5, 6, 7):
        nights.clock.advance(timedelta(days=1))
        nights.told(
            f"My knee hurt again on the run of {km} km along the Fulda, {LONG}",
            f"Pavel mended row {km} of the roof of the barn, {LONG}",
            f"Lotte sold {km} jars of plum jam in Oslo, {LONG}",
        )
    for problem in ("What about my knee on the run?", "Who helps Pavel with the roof of the barn?"):
        nights.night.queue.add(JobKind.PROBLEM, "person", problem)
    nights.clock.advance(timedelta(hours=1))
    kept = nights.told(f"My sister Lotte lives in Oslo, {LONG}")[0]
    nights.clock.advance(timedelta(hours=1))
    nights.mind.person.apply(Proposal(Action.REMEMBER, kept.text).stated_in(kept.id, kept.text))
    nights.morning(days=1)


def test_with_everything_full_it_is_read_in_under_a_minute(nights):
    everything(nights, due=3, backlog=2, noted=9)
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert len(read_words(brief)) <= nights.night.settings.brief_words
    assert lines(nights, "today")[:3] == [f"carry box {number} to the cellar" for number in range(3)]
    assert {line.section for line in brief.lines} == {"today", "open"}, "the bottom gives way"
    assert brief.more["ahead"] == 9


def test_what_had_no_room_is_told_by_the_next_one(nights):
    everything(nights, due=0, backlog=0, noted=0)
    full = [note(nights, f"mend chair {number}, {LONG}") for number in range(9)]
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    assert len(read_words(nights.night.results.brief())) <= nights.night.settings.brief_words
    assert lines(nights, "asked") == []
    for item in full:
        nights.mind.intent.fulfil(item.id)
    nights.morning()
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert len(read_words(brief)) <= nights.night.settings.brief_words
    assert lines(nights, "asked")[0].startswith("On “What about my knee on the run?”")


def test_a_brief_that_is_written_anew_tells_what_the_first_one_told(nights):
    nights.told("On Tuesdays I am home by four and the house is quiet")
    nights.night.queue.add(JobKind.PROBLEM, "person", "On which day am I home early for the piano?")
    nights.morning()
    nights.do(JobKind.BRIEF)
    first = lines(nights, "asked")
    assert first
    nights.clock.advance(timedelta(hours=1))
    nights.do(JobKind.BRIEF)
    assert lines(nights, "asked") == first


def at_night(nights):
    """Twenty to one."""
    nights.clock.advance(
        (nights.clock.local() + timedelta(days=1)).replace(hour=0, minute=40) - nights.clock.local()
    )


def test_what_was_said_after_midnight_is_of_the_evening_before(nights):
    nights.told("Lotte sold plum jam to Pavel at the fair")
    at_night(nights)
    nights.told(
        "today at ten i have an interview at a climate startup", "Ines sings in the choir of the barn"
    )
    nights.morning(days=0)
    nights.do(JobKind.BRIEF)
    assert lines(nights, "today") == [
        "“today at ten i have an interview at a climate startup” (you said last night)"
    ]
    assert lines(nights, "told") == [
        "Yesterday: “Lotte sold plum jam to Pavel at the fair”",
        "Last night: “Ines sings in the choir of the barn”",
    ]


def test_what_was_said_this_morning_is_no_news_to_them(nights):
    nights.told("Lotte sold plum jam to Pavel at the fair")
    nights.morning()
    nights.told("today at ten i have an interview at a climate startup")
    nights.do(JobKind.BRIEF)
    assert [line.quote for line in nights.night.results.brief().lines] == [
        "Lotte sold plum jam to Pavel at the fair"
    ]


def test_days_are_looked_for_once_and_beside_the_thread_of_the_vault(nights, monkeypatch):
    nights.told("on saturday the choir sings in our barn", "Lotte sold plum jam to Pavel at the fair")
    nights.morning()
    inside, asked = [], []

    def engine(read):
        inside.append(1)
        try:
            return read()
        finally:
            inside.pop()

    def finding(text, *given):
        asked.append((text, bool(inside)))
        return find_dates(text, *given)

    monkeypatch.setattr("engine.night.material.find_dates", finding)
    nights.night.queue.add(JobKind.BRIEF, "test")
    run_next(nights.night, None, owner=OWNER, engine=engine)
    assert lines(nights, "ahead") == ["Saturday 9 May: “on saturday the choir sings in our barn”"]
    assert len(asked) == len(dict(asked)) == 2
    assert not any(beside for _, beside in asked)
