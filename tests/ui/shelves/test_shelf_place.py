"""A place of the kit in a window: keys decide, forms ask, what was done can be taken back."""

from datetime import time

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtWidgets import QLineEdit, QPushButton, QTimeEdit

from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook
from ui.doors import Fault
from ui.goals import Goals
from ui.goals import telling as goals_telling
from ui.mood import Feelings, MoodPlace
from ui.reminders import Reminders
from ui.reminders import telling as reminders_telling
from ui.shelf import ShelfPlace
from ui.shelf.hour_field import HourField
from ui.theme import Theme
from ui.widgets.choices import Choices

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


@pytest.fixture
def place(book, qtbot, qapp):
    theme = Theme(qapp)
    goals = Goals(DirectDoor(book.answer))
    made = ShelfPlace(goals, goals_telling(goals), theme)
    made.resize(900, 600)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.hide()


def test_the_first_is_chosen_and_told_in_full(place):
    assert place.detail.text == "Give a speech"
    assert place.detail.verbs.words == ["Reached", "Note progress", "Change", "Drop"]
    assert place.rows.accessibleName() == "Goals"


def test_a_key_decides_and_the_bar_leads_back(place, book, qtbot):
    place.rows.setFocus()
    qtbot.keyClick(place.rows, Qt.Key.Key_X)
    assert book.changed == [("goals.update", {"goal": "g2", "status": "dropped"})]
    assert place.bar.words == "Dropped: Give a speech"
    place.shelf.steps.undo()
    assert book.changed[-1][1]["status"] == "active"


def test_a_form_asks_before_something_is_added_and_needs_what_is_needed(place, book, qtbot):
    place.begin_adding()
    assert place.form.isVisible()
    field = place.form.findChildren(QLineEdit)[0]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert book.changed == [], "without a title nothing is kept"
    qtbot.keyClicks(field, "Build a boat")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert ("goals.add", {"title": "Build a boat", "priority": "medium"}) in book.changed
    assert not place.form.isVisible()


def test_a_reminder_to_be_added_shows_that_it_comes_once(book, qtbot, qapp):
    reminders = Reminders(DirectDoor(book.answer))
    place = ShelfPlace(reminders, reminders_telling(reminders), Theme(qapp))
    qtbot.addWidget(place)
    place.begin_adding()
    (again,) = (one for one in place.form.findChildren(Choices) if one.accessibleName() == "Comes again")
    assert [one.text() for one in again.findChildren(QPushButton) if one.isChecked()] == ["Only once"]


def test_what_cannot_be_read_says_so_and_is_tried_again(place, book):
    place.shelf._door.fault = Fault("It is locked.", "Unlock it.")
    place.shelf.load()
    assert place.notice.text == "It is locked.\nUnlock it."
    place.shelf._door.fault = None
    place.notice.again.emit()
    assert place.detail.text == "Give a speech"


def test_an_empty_board_says_what_will_be_there(place):
    place.boards.press("dropped")
    assert "Nothing was dropped." in place.notice.text


def test_the_mood_is_drawn_and_moved(book, qtbot, qapp):
    place = MoodPlace(Feelings(DirectDoor(book.answer)), Theme(qapp))
    place.resize(900, 700)
    qtbot.addWidget(place)
    place.show()
    assert "She laughed." in place.journal.words
    place.nudges.press("Lighter")
    assert book.changed == [("mood.nudge", {"valence": 0.2})]
    assert place.bar.words == "Moved a little."
    assert place.press_letter("z")
    assert place.bar.words == "Taken back."
    assert book.changed[-1] == ("mood.nudge", {"valence": pytest.approx(-0.2)})
    place.hide()


def test_a_reminder_is_given_an_hour(book, qtbot, qapp):
    reminders = Reminders(DirectDoor(book.answer))
    place = ShelfPlace(reminders, reminders_telling(reminders), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    place.begin_adding()
    line, field = place.form.findChildren(QLineEdit)[0], place.form.findChild(HourField)
    qtbot.keyClicks(line, "Call Ana")
    assert field.hour is None
    field.findChild(Choices).press("18:00")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    asked = {"what": "reminder", "text": "Call Ana", "due": None, "at": "18:00"}
    assert book.changed == [("handoff.add", asked)]
    place.hide()


def test_any_hour_can_be_typed(qtbot, qapp):
    field = HourField("At what hour?", Theme(qapp))
    qtbot.addWidget(field)
    field.show()
    other = field.findChild(QTimeEdit)
    assert not other.isVisible()
    field.show_hour(time(6, 45))
    assert (field.hour, other.isVisible()) == (time(6, 45), True)
    other.setTime(QTime(7, 5))
    assert field.hour == time(7, 5)
    field.show_hour(None)
    assert (field.hour, other.isVisible()) == (None, False)
    field.hide()
