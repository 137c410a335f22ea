"""What stands on Today is done, answered and opened there."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton

from companion.service import Json
from engine.person.records import Effort, QuestionReason, QuestionStatus
from tests.ui.facts.doors import DirectDoor
from tests.ui.facts.fake import PersonBook, asked_questions, question
from tests.ui.fakes import exchange
from tests.ui.shelves.fake import NOW, ShelfBook, goal
from tests.ui.shelves.test_shelf_models import TODAY, Kept
from tests.ui.test_tray import Closed
from ui.facts import Changes
from ui.frame.things import ThingRow
from ui.goals import Goals
from ui.goals import model as goals_model
from ui.mood import Feelings
from ui.questions import Questions
from ui.reminders.model import Reminders
from ui.shell import Mind
from ui.theme import Theme
from ui.today import Today, TodayPlace
from ui.widgets.verbs import VerbRow

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
CONFLICT, STALE, PROPOSED = asked_questions()[:3]


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


@pytest.fixture
def person() -> PersonBook:
    return PersonBook(questions=[])


@pytest.fixture
def place(book, person, monkeypatch, qtbot, qapp):
    """Today, not read yet, on the day of the books."""
    monkeypatch.setattr(goals_model, "today", lambda: TODAY)

    def answer(request: str, parameters: Json) -> Json:
        room: Any = person if request.startswith("person.") else book
        return room.answer(request, parameters)

    door = DirectDoor(answer)
    reminders = Reminders(door, now=lambda: datetime.combine(TODAY, time(9)))
    questions = Questions(door, Changes(door), Kept())
    today = Today(door, reminders, Goals(door), questions, Feelings(door))
    made = TodayPlace(today, Mind(Closed()), Theme(qapp))
    made.led = []
    made.place_wanted.connect(lambda where, ref: made.led.append((where, ref)))
    made.resize(900, 800)
    qtbot.addWidget(made)
    yield made
    made.hide()


def verbs(place, text: str) -> VerbRow:
    """What can be done with the thing of this text."""
    for row in place.due.findChildren(ThingRow):
        if row.isVisible() and text in [label.text() for label in row.findChildren(type(place._feels))]:
            return row.findChild(VerbRow)
    raise KeyError(text)


def test_a_due_thing_is_done_put_off_or_opened(place, book):
    book.lists["handoff.read"]["open"][0]["due_time"] = "11:30"
    place.show()
    assert verbs(place, "Call the hall").words == ["Done", "In an hour", "Tomorrow", "Open"]
    assert verbs(place, "Book the hall").words == ["Done", "Tomorrow", "Open"]
    verbs(place, "Call the hall").press("Open")
    assert place.led == [("reminders", "handoff:h1")]
    verbs(place, "Call the hall").press("In an hour")
    verbs(place, "Book the hall").press("Done")
    assert [(name, asked["item"]) for name, asked in book.changed] == [
        ("handoff.change", "h1"),
        ("handoff.fulfil", "h2"),
    ]
    assert place.bar.words == "Done: Book the hall"
    QApplication.processEvents()  # the button appears
    assert place.press_letter("z")
    assert book.changed[-1][0] == "handoff.undo"


def test_a_goal_whose_day_has_come_stands_among_what_is_for_today(place, book):
    day = TODAY.isoformat()
    book.lists["goals.list"]["goals"] = [
        goal("g1", "Give a speech", deadline=day),
        goal("g2", "Learn to sail", deadline="2026-05-04"),
        goal("g3", "Bake bread"),
        goal("g4", "Write a song", deadline=day, status="done"),
        goal("g5", "Mend the boat", deadline="2026-04-20"),
    ]
    book.lists["handoff.read"]["open"] = []
    place.show()
    assert [one.title for one in place.today.due_goals] == ["Mend the boat", "Give a speech"]
    assert not place._nothing_due.isVisible()
    assert verbs(place, "Give a speech").words == ["Reached", "In a week", "Open"]
    verbs(place, "Give a speech").press("Open")
    assert place.led == [("goals", "goal:g1")]
    verbs(place, "Mend the boat").press("In a week")
    assert book.changed[-1] == ("goals.update", {"goal": "g5", "deadline": "2026-05-10"})
    verbs(place, "Give a speech").press("Reached")
    assert book.changed[-1] == ("goals.update", {"goal": "g1", "status": "done"})
    assert place.bar.words == "Reached: Give a speech"
    QApplication.processEvents()  # the button appears
    assert place.press_letter("z")
    assert book.changed[-1] == ("goals.update", {"goal": "g1", "status": "active"})


def test_where_we_left_off_leads_to_the_whole_talk(place, book):
    said = exchange(1, NOW).model_copy(update={"answer": "It goes on. " * 100})
    book.lists["history"] = {"exchanges": [said.model_dump(mode="json")]}
    place.show()
    (way,) = [one for one in place.lines.findChildren(QPushButton) if "See the whole talk" in one.text()]
    way.click()
    assert place.led == [("trail", f"episode:{said.episode_id}")]


def test_a_doubt_is_settled_with_a_yes_or_a_no(place, person):
    person.questions = {STALE.id: STALE}
    place.show()
    answered, put_off = ["Yes", "No", "Say it in other words…"], ["Later", "Do not ask again"]
    assert place.deciding.verbs.words == [*answered, *put_off]
    assert place.press_letter("y")
    assert answers(person) == [(STALE.id, True, "")]
    assert not place._question_card.isVisible()


def test_of_two_that_do_not_go_together_one_is_chosen(place, person):
    person.questions = {CONFLICT.id: CONFLICT}
    place.show()
    first = next(
        one for one in place.deciding.sides.findChildren(QPushButton) if one.text() == "This is right"
    )
    first.click()
    ((_, asked),) = [one for one in person.asked if one[0] == "person.answer"]
    assert list(asked["answer"]["keep"]) == ["f18"]


def test_a_question_is_answered_in_words_put_off_or_never_asked_again(place, person):
    place.today.questions.choose_effort(Effort.ACTIVE)
    asked = [question(days, f"What about {days}?", topic=f"t{days}") for days in (1, 2, 3)]
    person.questions = {one.id: one for one in asked}
    place.show()
    first = place.today.question
    place.deciding.verbs.press("Answer…")
    assert place.deciding.form.isVisible()
    place.deciding.form.findChild(QPlainTextEdit).setPlainText("It went well.")
    place.deciding.form._keep.click()
    assert answers(person) == [(first.id, None, "It went well.")]
    second = place.today.question
    place.deciding.verbs.press("Do not ask again")
    assert ("person.dismiss", {"question": second.id}) in person.asked
    third = place.today.question
    place.deciding.verbs.press("Later")
    assert [given["question"] for name, given in person.asked if name == "person.later"] == [third.id]
    assert len({first.id, second.id, third.id}) == 3


def test_what_was_put_off_is_asked_at_its_time_and_no_sooner(place, person, monkeypatch):
    person.questions = {STALE.id: STALE}
    place.show()
    place.deciding.verbs.press("Later")
    assert person.questions[STALE.id].status is QuestionStatus.LATER
    assert not place._question_card.isVisible()
    until = person.questions[STALE.id].later_until
    for at, shown in ((until - timedelta(minutes=1), False), (until, True)):
        monkeypatch.setattr(place.today.reminders, "_now", at.astimezone)
        place.today.load()
        assert place._question_card.isVisible() is shown


@pytest.mark.parametrize(("effort", "more"), [(Effort.BALANCED, False), (Effort.ACTIVE, True)])
def test_after_one_was_seen_to_another_comes_today_only_where_much_may_be_asked(place, person, effort, more):
    asked = [question(days, f"What about {days}?", topic=f"t{days}") for days in (1, 2)]
    person.questions = {one.id: one for one in asked}
    place.today.questions.choose_effort(effort)
    place.show()
    place.deciding.verbs.press("Do not ask again")
    assert place._question_card.isVisible() is more
    place.today.reminders._now = lambda: datetime.combine(TODAY, time(9)) + timedelta(days=1)
    place.today.load()
    assert place._question_card.isVisible()


def test_who_wants_quiet_is_asked_nothing_on_today(place, person):
    person.questions = {STALE.id: STALE}
    place.today.questions.choose_effort(Effort.QUIET)
    place.show()
    assert not place._question_card.isVisible()


def test_what_another_program_offers_is_left_to_questions(place, person):
    offered = PROPOSED.model_copy(update={"reason": QuestionReason.OFFERED})
    person.questions = {offered.id: offered}
    place.show()
    assert not place._question_card.isVisible()
    assert not place.press_letter("y")


def answers(person: PersonBook) -> list[tuple[str, bool | None, str]]:
    given = [asked for name, asked in person.asked if name == "person.answer"]
    return [(one["question"], one["answer"].get("accept"), one["answer"].get("text", "")) for one in given]


def test_with_twice_the_text_the_presence_grows_by_half_as_every_distance_does(place):
    usual = place.orb.width()
    place._theme.set_scale(2.0)
    assert place.orb.width() == round(1.5 * usual)
    place._theme.set_scale(1.0)
