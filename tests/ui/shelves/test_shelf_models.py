"""The view-models of the kit's places, without a window."""

from datetime import UTC, date, datetime, time

import pytest

from companion.service import Json
from engine.identity.records import ComponentName
from engine.intent.records import Every, GoalStatus
from engine.person.records import Effort
from tests.ui.facts.doors import DirectDoor
from tests.ui.facts.fake import PersonBook
from tests.ui.shelves.fake import HEADINGS, ShelfBook, mood, said, sourced, stamp
from ui.character import Character
from ui.character import telling as character_telling
from ui.corrections import Corrections
from ui.doors import Fault, Loading
from ui.facts import Changes
from ui.goals import Goals
from ui.history import Offer
from ui.imprints import Imprints
from ui.imprints.wording import course_of
from ui.mood import Feelings
from ui.mood.model import Axis, Span
from ui.mood.wording import drift_words
from ui.night import Nights
from ui.night import telling as night_telling
from ui.questions import Questions
from ui.reminders.model import LATER, NOW, OVER, THOUGHT, Reminders, by_time
from ui.reminders.wording import badge_of, done_words, snoozes
from ui.shelf.hour_field import hour_words
from ui.shell import Standing
from ui.thoughts import Thoughts
from ui.thoughts.operations import MODEL, PREDICTION
from ui.today import Today
from ui.today.wording import morning_groups
from ui.trail import Times
from ui.trail import telling as trail_telling

TODAY = date(2026, 5, 3)
NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


@pytest.fixture
def reminders(door) -> Reminders:
    made = Reminders(door, now=lambda: NOON)
    made.load()
    return made


def texts(reminders: Reminders) -> list[str]:
    return [one.text for one in reminders.shown()]


def test_what_is_due_comes_first_and_what_is_for_another_day_can_wait(reminders):
    assert reminders.board == NOW
    assert texts(reminders) == ["Call the hall", "Book the hall"]
    assert [reminders.count(board) for board in (NOW, LATER, THOUGHT, OVER)] == [2, 1, 1, 1]
    reminders.choose_board(LATER)
    assert texts(reminders) == ["Pick up the dress"]


def test_a_list_is_gone_through_without_choosing_anew(reminders, book):
    first, second = reminders.shown()
    assert reminders.current == first
    book.lists["handoff.read"]["open"].pop(0)
    reminders.settle(first, "fulfil")
    assert book.changed == [("handoff.fulfil", {"item": "h1"})]
    assert reminders.current is not None
    assert reminders.current.id == second.id


def test_what_was_done_is_undone(reminders, book):
    told = []
    reminders.done.connect(told.append)
    reminders.settle(reminders.shown()[0], "drop")
    assert reminders.steps.offer is Offer.BACK
    reminders.steps.undo()
    assert book.changed[-1] == ("handoff.undo", {"item": "h1"})
    reminders.steps.undo()
    assert len(book.changed) == 2, "what was undone once is not undone again"


def test_something_is_put_off_and_worded_anew(reminders, book):
    first = reminders.shown()[0]
    reminders.put_off(first, 7)
    assert book.changed[-1] == ("handoff.change", {"item": "h1", "text": None, "due": "2026-05-10"})
    reminders.reword(first, {"text": "Call the big hall", "due": "", "at": ""})
    assert book.changed[-1] == ("handoff.change", {"item": "h1", "text": "Call the big hall", "due": None})
    reminders.steps.undo()
    assert book.changed[-1] == (
        "handoff.change",
        {"item": "h1", "text": "Call the hall", "due": "2026-05-02"},
    )


def changed(book: ShelfBook) -> dict[str, object]:
    name, given = book.changed[-1]
    assert name == "handoff.change"
    return {key: given[key] for key in ("due", "at", "lead_minutes") if key in given}


def test_it_is_put_off_to_an_hour(reminders, book):
    first = reminders.shown()[0]
    reminders.put_off_an_hour(first)
    assert changed(book) == {"due": "2026-05-03", "at": "13:00", "lead_minutes": 0}
    reminders.put_off_to_evening(first)
    assert changed(book) == {"due": "2026-05-03", "at": "18:00", "lead_minutes": 0}
    timed = first.model_copy(update={"due_time": time(10), "lead_minutes": 60})
    reminders.put_off(timed, 1)
    assert changed(book) == {"due": "2026-05-04", "at": "10:00", "lead_minutes": 60}
    reminders.steps.undo()
    assert changed(book) == {"due": "2026-05-02", "at": "10:00", "lead_minutes": 60}


def test_what_comes_again_is_put_off_once_and_reworded_with_its_rhythm(reminders, book):
    first = reminders.shown()[0]
    daily = first.model_copy(update={"due_time": time(10), "every": Every.DAY})
    assert badge_of(reminders, daily)[0].endswith("every day")
    weekly = daily.model_copy(update={"every": Every.WEEK})
    assert badge_of(reminders, weekly)[0].endswith("every Saturday")
    reminders.put_off(daily, 1)
    given = book.changed[-1][1]
    assert (given["due"], given["every"], given["anchor"]["day"]) == ("2026-05-04", "day", "2026-05-02")
    reminders.steps.undo()
    given = book.changed[-1][1]
    assert (given["due"], given["every"], given["anchor"]) == ("2026-05-02", "day", None)
    reminders.reword(daily, {"text": "Call", "due": "", "at": "", "every": "month"})
    given = book.changed[-1][1]
    assert (given["due"], given["every"], given["anchor"]) == ("2026-05-03", "month", None)
    reminders.reword(daily, {"text": "Call", "due": "2026-05-04", "at": "", "every": ""})
    assert book.changed[-1][1]["every"] == "never"
    reminders.steps.undo()
    assert book.changed[-1][1]["every"] == "day"
    told = []
    reminders.done.connect(told.append)
    reminders.settle(daily, "fulfil")
    assert done_words(told[-1]) == "Done for this time, it comes again: Call the hall"


@pytest.mark.parametrize(("hour", "offered"), [(12, "hvtw"), (19, "htw")])
def test_this_evening_is_offered_before_it(door, hour, offered):
    reminders = Reminders(door, now=lambda: NOON.replace(hour=hour))
    reminders.load()
    assert "".join(verb.key for verb in snoozes(reminders, reminders.items[0])) == offered


def test_an_hour_without_a_day_is_the_next(reminders, book):
    first = reminders.shown()[0]
    reminders.reword(first, {"text": "Call the hall", "due": "", "at": "17:30"})
    assert changed(book)["due"] == "2026-05-03"
    reminders.reword(first, {"text": "Call the hall", "due": "", "at": "09:00"})
    assert changed(book)["due"] == "2026-05-04"


def test_what_has_an_hour_stands_by_it_and_is_late_after_it(reminders):
    first = reminders.shown()[0].model_copy(update={"due": TODAY})
    noon, eleven = (first.model_copy(update={"due_time": time(hour)}) for hour in (12, 11))
    assert sorted((noon, eleven, first), key=by_time) == [first, eleven, noon]
    assert [reminders.is_late(one) for one in (first, noon, eleven)] == [False, False, True]
    assert badge_of(reminders, eleven) == (f"due today at {hour_words(time(11))}", "bad")
    assert badge_of(reminders, first) == ("due today", "accent")


def test_what_is_added_is_shown_where_it_stands(reminders, book):
    reminders.choose_board(OVER)
    reminders.add({"what": "plan", "text": "Buy a rope", "due": "2026-06-01", "at": ""})
    assert ("handoff.add", {"what": "plan", "text": "Buy a rope", "due": "2026-06-01"}) in book.changed
    assert reminders.board == LATER


def test_a_shelf_whose_sources_all_fail_says_why_and_a_late_answer_is_passed_over(door, reminders):
    door.fault = Fault("It is locked.", "Unlock it.")
    fresh = Reminders(door)
    fresh.load()
    assert (fresh.loading, fresh.fault) == (Loading.FAILED, door.fault)
    failed = []
    reminders.failed.connect(failed.append)
    reminders.settle(reminders.items[0], "fulfil")
    assert failed == [door.fault]


def test_goals_by_weight_and_their_changes(door, book):
    goals = Goals(door)
    goals.load()
    assert [one.title for one in goals.shown()] == ["Give a speech", "Learn to sail"]
    speech = goals.shown()[0]
    goals.note(speech, {"note": "The first page"})
    goals.steps.undo()
    assert book.changed.pop() == ("goals.unnote", {"goal": speech.id})
    goals.change(speech, {"title": "Give a good speech", "project": "", "priority": "low", "deadline": ""})
    assert book.changed[-1][1] == {
        "goal": "g2",
        "title": "Give a good speech",
        "project": "",
        "priority": "low",
        "no_deadline": True,
    }
    goals.finish(speech, GoalStatus.DONE)
    goals.steps.undo()
    assert book.changed[-1] == ("goals.update", {"goal": "g2", "status": "active"})
    goals.add({"title": "Sail to Sweden", "project": "", "priority": "low", "deadline": ""})
    assert ("goals.add", {"title": "Sail to Sweden", "priority": "low"}) in book.changed


def test_a_sentence_is_tested_against_the_corrections(door, book):
    corrections = Corrections(door)
    corrections.load()
    assert len(corrections.shown()) == 2
    corrections.seek("How is the event going?")
    assert [one.id for one in corrections.shown()] == ["c2"]
    corrections.seek("")
    corrections.change(corrections.shown()[0], {"mistake": "m", "correction": "Ask one thing"})
    assert book.changed[-1] == (
        "corrections.change",
        {"correction": "c1", "mistake": "m", "correction_text": "Ask one thing"},
    )
    corrections.remove(corrections.shown()[0])
    corrections.steps.undo()
    assert book.changed[-1] == ("forget.restore", {"refs": ["correction:c1"]})


def test_imprints_by_strength_and_letting_one_go(door, book):
    imprints = Imprints(door)
    imprints.load()
    assert [one.id for one in imprints.shown()] == ["i2", "i1"]
    imprints.let_go(imprints.shown()[0])
    assert book.changed == [("mood.let_go", {"imprint": "i2"})]
    imprints.steps.undo()
    assert book.changed[-1] == ("mood.carry_again", {"imprint": "i2"})


def test_an_imprint_shows_how_it_faded(door, book):
    imprints = Imprints(door)
    imprints.load()
    course = course_of(imprints.shown()[0])
    assert [round(strength, 1) for _, strength in course.points] == [0.9, 0.8]
    assert course_of(imprints.shown()[0].model_copy(update={"course": ()})) is None


def test_how_its_nature_changed_since_the_beginning_is_told(door):
    feelings = Feelings(door)
    feelings.load()
    assert drift_words(feelings.now) == "Since we began, it has become more open."
    assert drift_words(feelings.now.model_copy(update={"home": feelings.now.temperament})) == ""


def test_thoughts_are_settled_weighed_and_taken_back(door, book):
    thoughts = Thoughts(door)
    thoughts.load()
    assert thoughts.calibration == (1, 1, 0.8)
    rain = thoughts.shown()[0]
    thoughts.resolve(rain, "wrong")
    thoughts.steps.undo()
    assert book.changed == [
        ("predictions.resolve", {"prediction": "p1", "status": "wrong"}),
        ("predictions.undo", {"prediction": "p1"}),
    ]
    thoughts.choose_board(MODEL)
    believed = thoughts.shown()[0]
    thoughts.weigh(believed, "weakens", {"text": "Not on Sundays"})
    assert book.changed[-1][1] == {"model": "m1", "direction": "weakens", "text": "Not on Sundays"}
    thoughts.steps.undo()
    assert book.changed[-1] == ("models.unweigh", {"model": "m1", "at": believed.shown[-1].at.isoformat()})
    thoughts.reject(believed)
    thoughts.steps.undo()
    assert book.changed[-1] == ("models.revive", {"model": "m1"})
    thoughts.foresee({"statement": "It snows", "deadline": ""})
    assert thoughts.board == PREDICTION


def test_wishes_are_written_sorted_and_taken_back(door, book):
    character = Character(door)
    character.load()
    first = character.shown()[0]
    character.move(first, first.of, 2)
    character.steps.undo()
    assert book.changed[-1] == ("directives.move", {"directive": first.of.id, "place": 1})
    character.withdraw(first, first.of)
    character.steps.undo()
    assert [name for name, _ in book.changed[2:]] == ["directives.withdraw", "directives.add"]
    character.choose_board("candidate")
    grown = character.shown()[0]
    character.veto(grown, "n1")
    assert book.changed[-1] == ("self.veto", {"node": "n1"})


def component(version: int, text: str) -> Json:
    made = {"at": stamp(9 - version), "mentions": 4, "intensity": 0.6, "change": 0.4, "worded_by": "quotes"}
    return {
        "name": "purpose",
        "version": version,
        "text": text,
        "node": f"n{version}",
        "sources": ["node:n0"],
        "made": {**made, "themes": []},
    }


def test_who_it_is_tells_how_it_was_put_before(door, book):
    versions = [component(1, "I listen."), component(2, "I listen first.")]
    book.lists["self.components"] = {"components": versions[1:], "missing": []}
    book.lists["self.history"] = {"versions": versions}
    who = Character(door)
    who.load()
    who.choose_board("component")
    story = character_telling(who).story(who.shown()[0])
    assert [one.text for one in story.groups[1].lines] == ["I listen."]
    assert book.asked[-1] == ("self.history", {"component": "purpose"})


def test_what_of_the_ten_is_missing_stands_below_what_has_emerged_and_counts_for_nothing(door, book):
    book.lists["self.components"] = {"components": [], "missing": [name.value for name in ComponentName]}
    who = Character(door)
    who.load()
    who.choose_board("component")
    assert who.shown() == [], "at the beginning it says that it is only beginning"
    missing = [name.value for name in ComponentName if name is not ComponentName.PURPOSE]
    book.lists["self.components"] = {"components": [component(1, "I listen.")], "missing": missing}
    who.load()
    telling = character_telling(who)
    rows = [telling.row(one) for one in who.shown()]
    assert [row.badge for row in rows] == ["", *["Not yet"] * 9]
    assert rows[0].text == "I listen."
    assert "What matters to me" in [row.text for row in rows[1:]]
    assert who.count("component") == 1
    assert "again and again" in telling.story(who.shown()[1]).groups[0].lines[0].text
    who.seek("matters")
    assert who.shown() == [], "what is missing is found by no words"


def test_months_are_told_the_latest_first_with_what_each_line_stands_on(door, book):
    lines = [
        sourced("a1", "history", "April 2026: we talked on 2 days.") | {"run": "r1"},
        sourced("a2", "history", "You told me: “The cake is ordered.”") | {"run": "r1"},
        sourced("b1", "history", "May 2026: we talked on 9 days.") | {"run": "r2"},
    ]
    book.lists["night.history"] = {"lines": lines}
    who = Character(door)
    who.load()
    who.choose_board("month")
    assert [one.of.text for one in who.shown()] == [lines[2]["text"], lines[0]["text"]]
    story = character_telling(who).story(who.shown()[1])
    assert story.text == lines[0]["text"]
    (held,) = story.groups[0].lines
    assert (held.text, held.key) == (lines[1]["text"], "step:s1")
    who.seek("cake ordered")
    assert len(who.shown()) == 1


def test_times_together_are_read_when_chosen_and_found_by_what_was_said(door, book):
    times = Times(door)
    times.load()
    assert [one.id for one in times.shown()] == ["e1", "e2"]
    assert [one.text for one in times.said(times.shown()[0])] == ["The speech made her cry."]
    assert "The speech made her cry." in times.as_text(times.shown()[0])
    times.seek("cake")
    assert [one.id for one in times.shown()] == ["e2"]


def test_what_surprised_is_marked_and_stands_first_where_it_was_measured(door, book):
    times = Times(door)
    told = trail_telling(times)
    times.load()
    assert told.boards() == [], "nothing was measured"
    words = "I sold my boat and bought a goat."
    book.lists["trail.surprising"] = {"steps": [{**said("s9", words, "e2"), "surprise": 1.0}]}
    book.lists["episodes.read"] = {
        "steps": [{**said("s9", words, "e2"), "surprise": 0.9}, said("s1", "Hm.", "e2")]
    }
    times.load()
    assert [one.key for one in told.boards()] == ["time", "surprising"]
    times.choose_board("surprising")
    assert [one.id for one in times.shown()] == ["e2"]
    assert told.row(times.shown()[0]).text == f"“{words}”"
    (group,) = [one for one in told.story(times.shown()[0]).groups if one.title == "What was said"]
    assert ["surprised me" in one.about for one in group.lines] == [True, False]
    assert told.story(times.shown()[0]).course is None, "one was measured"
    book.lists["episodes.read"]["steps"].append({**said("s3", "It rains.", "e2"), "surprise": 0.2})
    times.load()
    course = told.story(times.shown()[0]).course
    assert [share for _, share in course.points] == [0.9, 0.2]
    assert course.told == [words, "It rains."]
    times.reveal("e1")
    assert (times.board, times.current.id) == ("time", "e1")


def test_a_note_leads_to_what_it_is_about(door, book):
    written = {
        "ref": "reflection:r1",
        "at": stamp(),
        "text": "She was tired.",
        "rests": ["episode:e1", "step:s1"],
    }
    book.lists["inferred"] = {"inferred": [written, {**written, "ref": "reflection:r2", "rests": []}]}
    character = Character(door)
    character.load()
    character.choose_board("note")
    first, second = (character_telling(character).story(one) for one in character.shown())
    assert [line.key for group in first.groups for line in group.lines] == ["step:s1"]
    assert second.groups == ()


def test_the_mood_is_read_moved_and_looked_back_on(door, book):
    feelings = Feelings(door)
    feelings.load()
    assert feelings.now is not None
    assert feelings.arc_of(feelings.journal[0]).pattern == "upswing"
    feelings.nudge(Axis.VALENCE, up=False)
    feelings.switch_mode("soft")
    feelings.switch_mode("")
    assert book.changed == [
        ("mood.nudge", {"valence": -0.2}),
        ("mood.mode", {"mode": "soft"}),
        ("mood.mode", {"mode": None}),
    ]
    feelings.choose_span(Span.MONTHS)
    assert book.asked[-1][1]["since"] == "last:90d"


def test_a_nudge_is_taken_back_by_as_much_as_it_moved(door, book):
    feelings = Feelings(door)
    feelings.load()
    for _ in range(3):
        feelings.nudge(Axis.VALENCE, up=True)
    assert feelings.now.point.valence == 1.0
    assert feelings.steps.can_undo
    feelings.steps.undo()
    assert book.changed[-1] == ("mood.nudge", {"valence": -0.0})
    feelings.nudge(Axis.ENERGY, up=False)
    feelings.steps.undo()
    assert feelings.now.point.energy == 0.5
    feelings.steps.undo()
    assert book.changed[-1][1] == {"valence": pytest.approx(-0.2)}, "the one before it"


def test_a_reset_of_the_temperament_is_taken_back_with_what_pulled_at_it(door, book):
    feelings = Feelings(door)
    feelings.load()
    told = []
    feelings.told.connect(told.append)
    feelings.reset()
    feelings.steps.undo()
    rested = {"temperament": mood()["point"], "imprints": ["i1"]}
    assert [name for name, _ in book.changed] == ["mood.reset_temperament", "mood.rest_again"]
    assert book.changed[-1][1] == rested
    assert told == ["reset_temperament", "undo"]
    assert not feelings.steps.can_undo


def test_a_mood_that_changes_elsewhere_is_read_again(door, book):
    feelings = Feelings(door)
    feelings.feel()
    book.lists["mood"]["point"]["valence"] = -0.4
    door.tell(event="mood")
    assert feelings.now.point.valence == -0.4
    assert {request for request, _ in book.asked} == {"mood"}, "and nothing else is"
    feelings.close()
    book.asked.clear()
    door.tell(event="mood")
    assert book.asked == []


class Kept:
    """Implements `EffortKeeper` in memory."""

    def __init__(self) -> None:
        self.chosen = Effort.BALANCED

    def level(self) -> Effort:
        return self.chosen

    def keep(self, level: Effort) -> None:
        self.chosen = level


def test_today_shows_what_is_due_and_one_question_unless_none_is_wished(book):
    person = PersonBook()

    def answer(request: str, parameters: Json) -> Json:
        room = person if request.startswith("person.") else book
        return room.answer(request, parameters)

    door, effort = DirectDoor(answer), Kept()
    questions = Questions(door, Changes(door), effort)
    today = Today(door, Reminders(door, now=lambda: NOON), Goals(door), questions, Feelings(door))
    today.load()
    assert [one.text for one in today.due] == ["Call the hall", "Book the hall"]
    asked = today.question
    assert asked is not None
    questions.later(asked)
    effort.keep(Effort.QUIET)
    assert today.question is None


def test_today_tells_the_brief_of_this_day_alone_and_each_line_leads_somewhere(book):
    person = PersonBook()

    def answer(request: str, parameters: Json) -> Json:
        room = person if request.startswith("person.") else book
        return room.answer(request, parameters)

    door = DirectDoor(answer)
    questions = Questions(door, Changes(door), Kept())
    today = Today(door, Reminders(door, now=lambda: NOON), Goals(door), questions, Feelings(door))
    today.load()
    groups = morning_groups(today.morning)
    assert [group.title for group in groups] == list(HEADINGS.values())
    assert [one.key for group in groups for one in group.lines] == ["handoff:h1", "step:s1", "line:l1"]
    book.lists["night.brief"]["brief"]["day"] = "2026-05-02"
    today.load()
    assert today.morning is None


def test_a_run_that_changed_something_is_undone_and_one_that_failed_is_tried_again(door, book):
    nights = Nights(door)
    nights.load()
    nights.choose_board("run")
    state, done, dead = nights.shown()
    told = night_telling(nights)
    assert [verb.words for verb in told.story(state).verbs] == ["Think now", "Pause"]
    nights.select("run:r1")
    (undo,) = told.story(done).verbs
    (again,) = told.story(dead).verbs
    undo.run({})
    again.run({})
    assert book.changed == [
        ("night.undo", {"run": "run:r1", "dry_run": False}),
        ("night.retry", {"run": "run:r2"}),
    ]
    nights.choose_board("finding")
    (finding,) = nights.shown()
    assert told.row(finding).text == "The cake may bear on the hall."
    assert [one.text for one in told.story(finding).groups[0].lines] == ["The cake is ordered."]


def test_the_rail_learns_what_waits_after_every_turn(door, book):
    standing = Standing(door)
    standing.ask()
    assert (standing.waiting, standing.filled) == ({"reminders": 2}, frozenset({"reminders", "goals"}))
    standing.close()
