"""What comes again on several days of a week, as the window shows it and asks for it."""

from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLineEdit

from engine.intent.records import Every
from engine.telling_time import WORKING_DAYS, Weekday
from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook
from ui.reminders import Reminders
from ui.reminders import telling as reminders_telling
from ui.reminders.wording import badge_of, open_verbs
from ui.shelf import ShelfPlace
from ui.shelf.again_field import AgainField
from ui.theme import Theme
from ui.widgets.choices import Choices, Option

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


@pytest.fixture
def reminders(book) -> Reminders:
    made = Reminders(DirectDoor(book.answer), now=lambda: NOON)
    made.load()
    return made


def test_what_comes_again_on_several_weekdays_says_them_and_keeps_them(reminders, book):
    days = (Weekday.TUESDAY, Weekday.FRIDAY)
    first = reminders.shown()[0].model_copy(
        update={"due": date(2026, 5, 5), "every": Every.WEEK, "days": days}
    )
    listed = QLocale().createSeparatedList(["Tuesday", "Friday"])
    assert badge_of(reminders, first)[0].endswith(f"every {listed}")
    working = first.model_copy(update={"days": WORKING_DAYS})
    assert badge_of(reminders, working)[0].endswith("every weekday")
    (change,) = (verb for verb in open_verbs(reminders, first) if verb.form is not None)
    given = {entry.key: entry.given for entry in change.form.entries}
    assert given["every"] == "week tuesday friday"
    reminders.put_off(first, 1)
    asked = book.changed[-1][1]
    assert (asked["due"], asked["days"]) == ("2026-05-04", ["tuesday", "friday"])
    assert asked["anchor"]["days"] == ["tuesday", "friday"]
    reminders.steps.undo()
    asked = book.changed[-1][1]
    assert (asked["due"], asked["days"], asked["anchor"]) == ("2026-05-05", ["tuesday", "friday"], None)
    reminders.reword(first, given | {"due": "", "every": "week thursday monday"})
    asked = book.changed[-1][1]
    assert (asked["due"], asked["days"]) == ("2026-05-04", ["monday", "thursday"])


def test_a_reminder_comes_again_on_the_days_that_are_pressed(reminders, book, qtbot, qapp):
    place = ShelfPlace(reminders, reminders_telling(reminders), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    place.begin_adding()
    line, field = place.form.findChildren(QLineEdit)[0], place.form.findChild(AgainField)
    qtbot.keyClicks(line, "Put out the bins")
    again, _interval, _nth, days, _day = field.findChildren(Choices)
    assert not days.isVisible()
    again.press("week")
    assert days.isVisible()
    for day in ("friday", "tuesday", "monday", "monday"):
        days.press(day)
    assert field.again == "week tuesday friday"
    qtbot.keyClick(line, Qt.Key.Key_Return)
    asked = {
        "what": "reminder",
        "text": "Put out the bins",
        "due": None,
        "every": "week",
        "days": ["tuesday", "friday"],
    }
    assert book.changed == [("handoff.add", asked)]
    place.hide()


def test_days_are_those_of_every_week_alone(qtbot, qapp):
    options = [Option(key, key, key) for key in ("", "day", "week")]
    field = AgainField("Comes again", options, Theme(qapp))
    qtbot.addWidget(field)
    for again in ("week monday sunday", "week", "day", ""):
        field.show_again(again)
    again, _interval, _nth, days, _day = field.findChildren(Choices)
    assert (field.again, days.checked) == ("", []), "what was shown last"
    field.show_again("week tuesday")
    again.press("day")
    assert field.again == "day"
    again.press("week")
    assert field.again == "week tuesday"


@pytest.mark.parametrize(
    "key", ["week 2 saturday", "week 3", "month 2", "month #-1 friday", "month 3 #1 monday", "day 14", "year"]
)
def test_an_interval_and_a_weekday_of_the_month_are_kept(qtbot, qapp, key):
    field = AgainField("Comes again", _periods(), Theme(qapp))
    qtbot.addWidget(field)
    field.show_again(key)
    assert field.again == key


def test_a_weekday_of_the_month_is_chosen_where_it_is_wanted(qtbot, qapp):
    field = AgainField("Comes again", _periods(), Theme(qapp))
    qtbot.addWidget(field)
    field.show()
    again, interval, nth, days, day = field.findChildren(Choices)
    assert not any(row.isVisible() for row in (interval, nth, days, day))
    again.press("month")
    assert (nth.isVisible(), day.isVisible()) == (True, False)
    nth.press("-1")
    day.press("friday")
    interval.press("2")
    assert field.again == "month 2 #-1 friday"
    again.press("week")
    assert (nth.isVisible(), day.isVisible(), field.again) == (False, False, "week 2")
    again.press("")
    assert (interval.isVisible(), field.again) == (False, "")


def test_what_comes_every_other_week_or_on_a_weekday_of_the_month_says_so(reminders, book):
    first = reminders.shown()[0].model_copy(update={"due": date(2026, 5, 9), "every": Every.WEEK})
    other = first.model_copy(update={"interval": 2})
    assert badge_of(reminders, other)[0].endswith("every 2 weeks on Saturday")
    last = first.model_copy(update={"every": Every.MONTH, "days": (Weekday.FRIDAY,), "nth": -1})
    assert badge_of(reminders, last)[0].endswith("every last Friday of the month")
    (change,) = (verb for verb in open_verbs(reminders, last) if verb.form is not None)
    given = {entry.key: entry.given for entry in change.form.entries}
    reminders.reword(last, given | {"text": "Choir"})
    asked = book.changed[-1][1]
    assert (asked["every"], asked["days"], asked["nth"], asked["interval"]) == ("month", ["friday"], -1, 1)


def _periods() -> list[Option]:
    return [Option(key, key, key) for key in ("", "day", "week", "month", "year")]
