"""The one thing to do differently stands beside the goals, and goals are found by words and project."""

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt

from engine.intent.records import Check, IntentionStatus
from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import NOW, ShelfBook, goal, intention, stamp
from ui.goals import Goals, telling
from ui.goals.intending import badge_of
from ui.goals.model import INTENTION
from ui.reminders.model import today
from ui.shelf import ShelfPlace
from ui.theme import Theme

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def checked(*followed: bool) -> list[dict[str, object]]:
    return [{"at": stamp(), "followed": one, "note": ""} for one in followed]


@pytest.fixture
def book() -> ShelfBook:
    book = ShelfBook()
    book.lists["intention.read"] = {
        "intention": intention("i1", "Ask first", reflection="Gave advice unasked"),
        "earlier": [intention("i0", "Be brief", "grown", lesson="Shorter is kinder")],
    }
    return book


@pytest.fixture
def goals(book) -> Goals:
    made = Goals(DirectDoor(book.answer))
    made.load()
    return made


@pytest.fixture
def place(goals, qtbot, qapp):
    made = ShelfPlace(goals, telling(goals), Theme(qapp))
    made.setObjectName("goals")
    made.resize(900, 600)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.hide()


def words(goals: Goals) -> list[str]:
    return [verb.words for verb in telling(goals).story(goals.current).verbs]


def test_goals_are_found_by_words_and_project(goals):
    goals.seek("wedding")
    assert [one.title for one in goals.shown()] == ["Give a speech"]
    goals.seek("sail")
    assert [one.title for one in goals.shown()] == ["Learn to sail"]
    goals.choose_board(INTENTION)
    goals.seek("unasked")
    assert [one.id for one in goals.shown()] == ["i1"]


def test_the_intention_stands_first_and_what_it_grew_from_below(goals):
    assert [one.title for one in goals.shown()] == ["Give a speech", "Learn to sail"], "it is no goal"
    goals.choose_board(INTENTION)
    told = telling(goals)
    rows = [told.row(one) for one in goals.shown()]
    assert [(row.text, row.badge) for row in rows] == [("Ask first", "I try"), ("Be brief", "Part of me")]
    current, earlier = goals.shown()
    assert told.story(current).quote == "Gave advice unasked"
    assert [line.text for group in told.story(earlier).groups for line in group.lines] == [
        "Shorter is kinder"
    ]
    assert told.story(earlier).verbs == []


def test_it_grows_only_from_a_check_that_it_was_followed(goals, book):
    goals.choose_board(INTENTION)
    assert words(goals) == ["Followed", "Not followed"]
    for followed, offered in ((False, False), (True, True)):
        stands = intention("i1", "Ask first", "checked", checks=checked(not followed, followed))
        book.lists["intention.read"]["intention"] = stands
        goals.load()
        assert ("Grown" in words(goals)) is offered
        assert badge_of(goals.current)[0] == ("Followed" if followed else "Not followed")
    goals.grow(goals.current, {"lesson": "Questions first"})
    assert book.changed == [("intention.grow", {"lesson": "Questions first"})]


def test_what_was_only_noticed_becomes_an_intention(goals, book):
    noticed = intention("i2", "", "reflected", reflection="Talked too long")
    book.lists["intention.read"]["intention"] = noticed
    goals.load()
    goals.choose_board(INTENTION)
    (verb,) = telling(goals).story(goals.current).verbs
    verb.run({"what": "Stop after three sentences"})
    assert book.changed == [("intention.set", {"what": "Stop after three sentences"})]
    assert goals.board == INTENTION


def test_every_way_an_intention_may_stand_has_words_of_its_own(goals):
    goals.choose_board(INTENTION)
    stands = goals.current.model_copy(update={"checks": (Check(at=NOW, followed=True),)})
    badges = [badge_of(stands.model_copy(update={"status": status}))[0] for status in IntentionStatus]
    assert len(set(badges)) == len(IntentionStatus)


def test_a_letter_says_that_it_was_followed(place, book, qtbot):
    place.boards.press(INTENTION)
    place.rows.setFocus()
    qtbot.keyClick(place.rows, Qt.Key.Key_Y)
    assert place.detail.form.isVisible()
    qtbot.keyClick(place.detail.form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert book.changed == [("intention.check", {"followed": True, "note": ""})]
    assert place.bar.words == "Followed: Ask first"


def test_set_says_that_it_takes_the_place_of_the_one_that_stands(place, book, qtbot):
    place.boards.press(INTENTION)
    assert place.add_button.text() == "Set"
    place.add_button.click()
    shown = [one.text() for one in place.form._made if hasattr(one, "wordWrap")]
    assert shown[0] == "It takes the place of the one that stands."
    place.form._made[2].setText("Listen longer")
    qtbot.keyClick(place.form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert book.changed == [("intention.set", {"what": "Listen longer", "reflection": ""})]


def test_the_action_of_a_goal_sets_a_goal_whichever_board_is_shown(place):
    add = next(one for one in place.actions_of_place() if one.key == "goals.add")
    assert add.tip == "Set a goal"
    place.boards.press(INTENTION)
    add.run()
    assert "title" in place.form.given, "what the action says is asked for"
    place.begin_adding()
    assert "what" in place.form.given


def test_the_field_looks_for_goals(place, qtbot):
    place.field.seek("wedding")
    assert place.detail.text == "Give a speech"
    place.field.seek("nothing of this")
    assert "Nothing here holds these words." in place.notice.text


def dated(book, key: str, days: int, **changes: object) -> dict[str, object]:
    """A goal whose day is so many days from the person's own today."""
    return goal(key, key.capitalize(), deadline=(today() + timedelta(days=days)).isoformat(), **changes)


def test_what_is_late_rises_above_what_matters_more(goals, book):
    book.lists["goals.list"]["goals"] = [
        dated(book, "high", 3, priority="high"),
        dated(book, "late", -1, priority="low"),
        dated(book, "reached", -5, status="done"),
    ]
    goals.load()
    assert [one.id for one in goals.shown()] == ["late", "high"]


def test_a_quiet_goal_says_so_beside_its_day(goals, book):
    book.lists["goals.list"]["goals"] = [
        dated(book, "sail", 0, stale=True),
        dated(book, "sing", -1, stale=True),
    ]
    goals.load()
    badges = {one.id: telling(goals).row(one) for one in goals.shown()}
    assert badges["sail"].badge == "Quiet for a long time · due today"
    assert (badges["sail"].tone, badges["sing"].tone) == ("warn", "bad")


def test_a_goal_is_given_a_week_more_from_its_day_or_from_now_where_that_is_over(goals, book):
    book.lists["goals.list"]["goals"] = [
        dated(book, "sail", 3),
        dated(book, "sing", -30),
        goal("open", "Read"),
    ]
    goals.load()
    asked = {}
    for one in goals.shown():
        verb = next((verb for verb in telling(goals).story(one).verbs if verb.key == "w"), None)
        if verb is not None:
            verb.run({})
            asked[one.id] = book.changed[-1][1]["deadline"]
    days = {"sail": 10, "sing": 7}
    assert asked == {key: (today() + timedelta(days=far)).isoformat() for key, far in days.items()}
    goals.steps.undo()
    assert book.changed[-1][1]["deadline"] == (today() + timedelta(days=3)).isoformat()
    goals.steps.redo()
    assert book.changed[-1][1]["deadline"] == asked["sail"]
