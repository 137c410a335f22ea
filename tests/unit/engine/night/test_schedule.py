"""When a night is asked for, and what is due in it: by what was told, and by the days that passed."""

import json
from datetime import UTC, datetime, timedelta

from engine.intent import ItemKind
from engine.memory import NewNode, NodeKind
from engine.night import JobKind, Span, run_next
from tests.unit.engine.night.conftest import OWNER


def asked(nights):
    return [(job.kind, job.given) for job in nights.night.agenda.ask_for_due()]


def test_after_a_day_on_which_nothing_was_told_only_the_brief_is_written(nights):
    nights.told("Lotte moves to Oslo on Friday")
    nights.morning()
    assert len(asked(nights)) > 5
    nights.do()
    nights.morning()
    assert asked(nights) == [(JobKind.BRIEF, "")]
    nights.do()
    nights.mind.memory.remember(NewNode(NodeKind.MOMENT, "The train was late"))
    nights.morning()
    assert (JobKind.INTEGRATION, "") in asked(nights)


def test_a_week_and_a_month_that_ended_while_the_machine_was_off_are_made_up_for(nights):
    nights.told("Lotte moves to Oslo on Friday")  # Monday, 4 May
    nights.morning(days=4)
    spans = dict.fromkeys(given for _, given in asked(nights))
    assert (Span.DAILY in spans, Span.WEEKLY in spans, Span.MONTHLY in spans) == (True, False, False)
    nights.do()
    nights.morning(days=4)  # Tuesday, 12 May: on Sunday it was off
    found = asked(nights)
    assert {(JobKind.EMERGENCE, Span.WEEKLY), (JobKind.DREAM, Span.WEEKLY)} <= set(found)
    assert (JobKind.DREAM, Span.MONTHLY) not in found
    nights.do()
    nights.morning(days=1)
    assert asked(nights) == [(JobKind.BRIEF, "")]
    nights.do()
    nights.morning(days=21)  # 3 June, a Wednesday
    assert [each for each in asked(nights) if each[1]] == [
        (JobKind.EMERGENCE, Span.WEEKLY),
        (JobKind.EMERGENCE, Span.MONTHLY),
        (JobKind.REFLECT, "dream"),
        (JobKind.DREAM, Span.WEEKLY),
        (JobKind.DREAM, Span.MONTHLY),
    ]


def test_it_begins_next_at_the_hour_of_the_night_or_sooner_where_something_is_new(nights):
    nights.told("Lotte moves to Oslo on Friday")  # Monday, 4 May, at 19:00
    assert nights.night.schedule.begins_at() == nights.clock.now(), "this night was not asked for yet"
    asked(nights)
    nights.do()
    assert nights.night.schedule.begins_at() == datetime(2026, 5, 5, 2, tzinfo=UTC)
    nights.clock.advance(timedelta(minutes=1))
    nights.told("The ferry goes at nine")
    assert nights.night.schedule.begins_at() == datetime(2026, 5, 4, 21, tzinfo=UTC), (
        "two hours after the last"
    )
    nights.clock.advance(timedelta(hours=3))
    assert nights.night.schedule.begins_at() == nights.clock.now(), "never in the past"


def test_it_begins_next_in_no_quiet_hour_nor_in_a_night_whose_hours_are_over(nights):
    nights.told("Lotte moves to Oslo on Friday")
    asked(nights)
    nights.do()
    schedule = nights.night.schedule
    quiet = nights.night.settings.model_copy(update={"quiet_from": 1, "quiet_until": 6})
    schedule._settings = quiet
    assert schedule.begins_at() == datetime(2026, 5, 5, 6, tzinfo=UTC)
    nights.clock.advance(timedelta(minutes=1))
    nights.told("The ferry goes at nine")
    schedule._settings = quiet.model_copy(update={"most_hours": 0.0, "quiet_until": 1})
    assert schedule.begins_at() == datetime(2026, 5, 5, 2, tzinfo=UTC)


def test_a_night_that_begins_before_midnight_is_made_up_for_after_it_and_once(nights):
    nights.night.settings = nights.night.schedule._settings = nights.night.settings.model_copy(
        update={"chain_from": 23, "quiet_from": 22, "quiet_until": 7}
    )
    nights.told("Lotte moves to Oslo on Friday")
    nights.night.agenda.ask_for_due()  # that of the evening before
    nights.do()
    nights.clock.advance(timedelta(minutes=1))
    nights.told("The ferry goes at nine")
    nights.morning()  # after the quiet hours
    assert (JobKind.INTEGRATION, "") in asked(nights)
    nights.do()
    assert nights.night.schedule.begins_at() == datetime(2026, 5, 6, 7, tzinfo=UTC), (
        "not before 23:00, nor in quiet"
    )


def test_each_run_has_a_folder_of_its_own_and_the_last_one_is_told(nights):
    nights.told("Lotte moves to Oslo on Friday")
    nights.do(JobKind.BRAIN)
    nights.do(JobKind.BRAIN)
    files = dict(nights.night.results.export_markdown())
    folders = {path.rsplit("/", 1)[0] for path in files if path.endswith("/meta.json")}
    assert len(folders) == 2
    assert '"next_run": "2026-05-04T21:00:00+00:00"' in files["overnight/last-run-meta.json"]


def test_the_folder_of_a_problem_has_its_question_also_where_nothing_bears_on_it(nights):
    question = "On which day am I home early for the piano?"
    nights.night.agenda.ask(JobKind.PROBLEM, "person", question)
    nights.do()
    files = dict(nights.night.results.export_markdown())
    (findings,) = [text for path, text in files.items() if path.endswith("brain.problem/findings.md")]
    (meta,) = [text for path, text in files.items() if path.endswith("brain.problem/meta.json")]
    assert findings == f"# {question}\n\n"
    assert json.loads(meta)["given"] == question


def test_the_journal_stays_in_sight_however_much_was_done_since(nights):
    nights.told("On Tuesdays I am home by four and the house is quiet")
    nights.morning()
    nights.do(JobKind.DIARY)
    pages = nights.night.results.journal()
    for number in range(210):
        nights.night.cancel(nights.night.queue.add(JobKind.SESSION, "test", str(number)).id)
    assert nights.night.results.journal() == pages != []


def test_a_night_is_undone_whole_and_another_stays(nights):
    def told(*texts):
        for text in texts:
            nights.mind.memory.remember(NewNode(NodeKind.MOMENT, text))
        nights.mind.memory.catch_up()
        nights.morning(days=40)
        asked = nights.night.agenda.ask_for_night("test")
        nights.do()
        return asked[0].ref

    first = told("We planted apple trees", "We planted apple trees behind the barn")
    second = told("The boat is blue", "Yes")
    kept = nights.night.undoing.changes(first, night=True)
    assert len({one.what for one in nights.night.undoing.changes(second, night=True)}) > 1
    nights.night.undoing.take_back(second, night=True)
    assert nights.night.undoing.changes(second, night=True) == []
    assert nights.night.undoing.changes(first, night=True) == kept != []
    assert {node.text for node in nights.mind.memory.nodes()} >= {"The boat is blue", "Yes"}


def early(nights):
    """What is written at the first look of a day; None where nothing is due."""
    if not nights.night.agenda.ask_for_early_brief():
        return None
    return run_next(nights.night, None, owner=OWNER, early=True)


def test_a_day_that_no_night_came_to_has_a_brief_once_and_the_night_writes_it_anew(nights):
    nights.mind.intent.note_item(ItemKind.REMINDER, "buy nails")
    assert early(nights) is None, "nobody was there before today"
    left = nights.night.agenda.ask_for_night("night")
    nights.morning()
    assert early(nights).kind is JobKind.BRIEF
    assert nights.night.results.brief().day == nights.today
    assert early(nights) is None
    assert {job.id for job in nights.night.queue.open()} == {job.id for job in left}
    written = nights.night.results.brief().run
    nights.clock.advance(timedelta(minutes=20))
    nights.do()
    assert nights.night.results.brief().run != written


def test_before_the_hour_of_the_brief_the_night_is_waited_for(nights):
    nights.mind.intent.note_item(ItemKind.REMINDER, "buy nails")
    nights.morning()
    nights.clock.advance(timedelta(hours=-3))
    assert early(nights) is None
    nights.clock.advance(timedelta(hours=3))
    nights.do(JobKind.BRIEF)
    assert early(nights) is None, "the night wrote it"
