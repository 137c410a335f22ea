"""What could not be read is told where it would stand, with a way to try again; nothing cheerful stands there."""

from datetime import datetime, time

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from companion.service import Json
from tests.ui.facts.fake import PersonBook
from tests.ui.shelves.fake import ShelfBook
from tests.ui.shelves.test_shelf_models import TODAY, Kept
from tests.ui.test_tray import Closed
from ui.doors import Fault
from ui.facts import Changes
from ui.goals import Goals
from ui.goals import telling as goals_telling
from ui.mood import Feelings, MoodPlace
from ui.mood.model import Span
from ui.questions import Questions
from ui.reminders.model import Reminders
from ui.shelf import ShelfPlace
from ui.shell import Mind
from ui.theme import Theme
from ui.thoughts import Thoughts
from ui.thoughts import telling as thoughts_telling
from ui.today import Today, TodayPlace
from ui.today.model import Part

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LOCKED = Fault("It is locked.", "Unlock it.")


class FailingDoor:
    """Answers from the books at once, but for the requests in `broken`, and keeps back those in `slow`."""

    def __init__(self, book: ShelfBook) -> None:
        self.book, self.person = book, PersonBook()
        self.broken: set[str] = set()
        self.slow: set[str] = set()

    def question(self, request: str, parameters: Json, *, success, failure, progress=None) -> None:
        if request in self.slow:
            return
        if request in self.broken:
            failure(LOCKED)
        else:
            room = self.person if request.startswith("person.") else self.book
            success(room.answer(request, parameters))

    change = question

    def listen(self, _):
        return lambda: None


@pytest.fixture
def door() -> FailingDoor:
    return FailingDoor(ShelfBook())


@pytest.fixture
def today(door, qtbot, qapp):
    questions = Questions(door, Changes(door), Kept())
    model = Today(
        door, Reminders(door, now=lambda: datetime.combine(TODAY, time(9))), questions, Feelings(door)
    )
    made = TodayPlace(model, Mind(Closed()), Theme(qapp))
    made.resize(900, 800)
    qtbot.addWidget(made)
    yield made
    made.hide()


def test_today_says_that_nothing_is_due_only_where_that_was_read(today, door):
    door.slow = {"handoff.read"}
    today.show()
    assert today._due_unread.words.text() == "One moment…"
    assert not today._nothing_due.isVisible()
    door.slow, door.broken = set(), {"handoff.read"}
    today.today.load()
    assert today._due_unread.words.text() == "It is locked. Unlock it."
    assert not today._nothing_due.isVisible()
    door.broken = set()
    today._due_unread.button.click()
    assert not today._due_unread.isVisible()
    assert [one.text for one in today.today.due] == ["Call the hall", "Book the hall"]


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ("intent.greeting", Part.GREETING),
        ("night.brief", Part.MORNING),
        ("history", Part.LAST),
        ("feeds.items", Part.HEADLINES),
        ("noticing.told", Part.NOTICED),
        ("person.questions", Part.QUESTION),
        ("mood", Part.MOOD),
    ],
)
def test_every_source_of_today_that_fails_is_told_and_can_be_asked_again(today, door, request_, part):
    door.broken = {request_}
    today.show()
    assert set(today.today.unread) == {part}
    assert today.unread.isVisible()
    assert "It is locked. Unlock it." in today.unread.words.text()
    assert [one.text for one in today.today.due] == ["Call the hall", "Book the hall"], "the rest is there"
    door.broken = set()
    today.unread.button.click()
    assert not today.unread.isVisible()


def test_what_is_due_beyond_the_first_few_leads_to_the_list(today, door):
    (one, *_) = door.book.lists["handoff.read"]["open"]
    door.book.lists["handoff.read"]["open"] = [one | {"id": f"h{n}", "text": f"Call {n}"} for n in range(8)]
    led = []
    today.place_wanted.connect(lambda place, ref: led.append((place, ref)))
    today.show()
    assert len(today.today.due) == 5
    assert today.more_due.text() == "3 more that are due"
    today.more_due.click()
    assert led == [("reminders", "")]


@pytest.fixture
def thoughts(door, qtbot, qapp):
    model = Thoughts(door)
    made = ShelfPlace(model, thoughts_telling(model), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    yield made
    made.hide()


def test_a_board_whose_source_failed_says_so_and_the_others_stand(thoughts, door):
    door.broken = {"predictions.list"}
    thoughts.show()
    assert thoughts.notice.text == "It is locked.\nUnlock it."
    thoughts.boards.press("principle")
    assert thoughts.shelf.fault is None
    thoughts.boards.press("prediction")
    door.broken = set()
    thoughts.notice.again.emit()
    assert thoughts.shelf.fault is None
    assert thoughts.shelf.shown()


def test_what_was_read_before_stays_when_it_cannot_be_read_anew(door, qtbot, qapp):
    goals = Goals(door)
    place = ShelfPlace(goals, goals_telling(goals), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    known = [one.id for one in goals.shown()]
    door.broken = {"goals.list"}
    goals.load()
    assert [one.id for one in goals.shown()] == known
    assert place.bar.words == "It is locked. Unlock it."
    goals.choose_board("intention")
    assert goals.fault is None
    place.hide()


@pytest.fixture
def mood(door, qtbot, qapp):
    made = MoodPlace(Feelings(door), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    yield made
    made.hide()


@pytest.mark.parametrize("broken", ["mood.journal", "mood.arcs"])
def test_the_mood_does_not_say_that_nothing_moved_it_where_that_was_not_read(mood, door, broken):
    door.broken = {broken}
    mood.show()
    assert mood.unread.words.text() == "It is locked. Unlock it."
    assert not any("Nothing moved it" in words for words in mood.journal.words)
    assert not mood._too_soon.isVisible()
    door.broken = set()
    mood.unread.button.click()
    assert not mood.unread.isVisible()


def test_the_wheel_over_a_chart_scrolls_the_page_and_its_span_stays_whole(mood, qtbot):
    mood.resize(700, 420)
    mood.show()
    mood.feelings.choose_span(Span.MONTHS)
    chart = mood._chart
    assert chart.isVisible()
    before = chart._plot.getViewBox().viewRange()
    assert before[0][1] - before[0][0] >= 90 * 24 * 3600
    bar = next(one for one in mood.findChildren(type(mood._pages.widget(1)))).verticalScrollBar()
    bar.setValue(0)
    view = chart._plot.viewport()
    middle = QPointF(view.rect().center())
    wheel = QWheelEvent(
        middle,
        QPointF(view.mapToGlobal(view.rect().center())),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - not inverted; Qt takes it by its place
    )
    QApplication.sendEvent(view, wheel)
    assert bar.maximum() > 0
    assert bar.value() > 0
    assert chart._plot.getViewBox().viewRange() == before
