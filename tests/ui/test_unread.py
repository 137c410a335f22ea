"""What could not be read is told where it would stand, with a way to try again; nothing cheerful stands there."""

from datetime import datetime, time
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from companion.service import Json
from tests.ui.facts.fake import PersonBook
from tests.ui.facts.inferred import InferredBook
from tests.ui.memories.fake import MemoryBook
from tests.ui.shelves.fake import ShelfBook
from tests.ui.shelves.test_shelf_models import TODAY, Kept
from tests.ui.test_tray import Closed
from ui.corrections import Corrections
from ui.corrections import telling as corrections_telling
from ui.doors import Fault
from ui.facts import Changes
from ui.goals import Goals
from ui.goals import telling as goals_telling
from ui.memories import Library, Memories, MemoriesPlace
from ui.memories.place import Panel
from ui.mood import Feelings, MoodPlace
from ui.mood.model import Span
from ui.questions import Questions, QuestionsPlace
from ui.questions import telling as questions_telling
from ui.reminders.model import Reminders
from ui.shelf import ShelfPlace
from ui.shell import Mind
from ui.theme import Theme
from ui.thoughts import Thoughts
from ui.thoughts import telling as thoughts_telling
from ui.today import Today, TodayPlace
from ui.today.model import Part
from ui.you import Inferences, KnownFacts, YouPlace

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LOCKED = Fault("It is locked.", "Unlock it.")


class FailingDoor:
    """Answers from the books at once, but for the requests in `broken`, and keeps back those in `slow`."""

    def __init__(self, book: ShelfBook) -> None:
        self.book, self.person = book, PersonBook()
        self.memory, self.inferred = MemoryBook(), InferredBook()
        self.broken: set[str] = set()
        self.slow: set[str] = set()
        self.asked: list[str] = []

    def question(self, request: str, parameters: Json, *, success, failure, progress=None) -> None:
        self.asked.append(request)
        if request in self.slow:
            return
        if request in self.broken:
            failure(LOCKED)
        else:
            success(self._room(request).answer(request, parameters))

    change = question

    def _room(self, request: str) -> Any:
        rooms = {"person": self.person, "inferred": self.inferred}
        rooms |= dict.fromkeys(("memory", "library", "recall"), self.memory)
        return rooms.get(request.partition(".")[0], self.book)

    def listen(self, _):
        return lambda: None


@pytest.fixture
def door() -> FailingDoor:
    return FailingDoor(ShelfBook())


@pytest.fixture
def today(door, qtbot, qapp):
    questions = Questions(door, Changes(door), Kept())
    model = Today(
        door,
        Reminders(door, now=lambda: datetime.combine(TODAY, time(9))),
        Goals(door),
        questions,
        Feelings(door),
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
    qtbot.waitUntil(lambda: bool(chart._plot and chart._plot.listDataItems()))
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


@pytest.fixture
def memories(door, qtbot, qapp):
    made = MemoriesPlace(Memories(door), Library(door), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    yield made
    made.hide()


def test_that_nothing_contradicts_itself_is_said_only_where_that_was_read(memories, door):
    notice = memories.conflicts.notice
    door.memory.conflicts = []
    door.slow = {"memory.contradictions"}
    memories.show()
    assert notice.text.startswith("One moment…")
    door.slow, door.broken = set(), {"memory.contradictions"}
    memories.memories.load()
    assert notice.text == "It is locked.\nUnlock it."
    door.broken = set()
    notice.again.emit()
    assert notice.text.startswith("Nothing contradicts itself.")


@pytest.fixture
def you(door, qtbot, qapp):
    changes = Changes(door)
    made = YouPlace(KnownFacts(door, changes), Inferences(door, changes), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    yield made
    made.hide()


def test_that_nothing_like_it_is_known_is_said_only_where_its_meaning_was_looked_for(you, door):
    you.show()
    door.slow = {"person.search"}
    you._known.seek("zebra")
    assert you.notice.text.strip() == "Looking…"
    door.slow, door.broken = set(), {"person.search"}
    you._known.seek("zebra")
    assert you.notice.text == "It is locked.\nUnlock it."
    door.broken = set()
    you.notice.again.emit()
    assert you.notice.text == "Nothing like that is known.\nNothing that is known bears on it."


def test_what_its_words_find_stands_while_its_meaning_is_looked_for(you, door):
    you.show()
    door.slow = {"person.search"}
    you._known.seek("peanuts")
    assert you._known.looking
    assert [one.text for one in you._known.shown()] == ["Mira is allergic to peanuts."]
    you._known.reveal(you._known.shown()[0].id)
    you._known.seek("")
    assert not you._known.looking


@pytest.mark.parametrize("request_", ["person.facts", "inferred"])
def test_you_tells_that_what_is_shown_could_not_be_read_anew(you, door, request_):
    you.show()
    door.broken = {request_}
    you._load()
    you._inferences.load()
    assert_told_and_read_again(you, door)
    assert you._known.shown()


@pytest.mark.parametrize("request_", ["memory.list", "memory.contradictions", "library.list", "memory.graph"])
def test_memories_tell_that_what_is_shown_could_not_be_read_anew(memories, door, request_):
    memories.show()
    memories.show_panel(Panel.CONNECTIONS)
    door.broken = {request_}
    memories._load()
    assert_told_and_read_again(memories, door)
    assert memories.memories.results
    assert memories.library.documents


def test_questions_tell_that_what_is_shown_could_not_be_read_anew(door, qtbot, qapp):
    questions = Questions(door, Changes(door), Kept())
    place = QuestionsPlace(questions, questions_telling(questions), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    door.broken = {"person.questions"}
    place._load()
    assert_told_and_read_again(place, door)
    assert questions.shown()
    place.hide()


def assert_told_and_read_again(place, door) -> None:
    """The bar tells it, and its one button asks again, which now goes well."""
    assert place.bar.words == "It is locked. Unlock it."
    assert [one.text() for one in place.bar._verbs] == ["Try again"]
    door.asked.clear()
    failed, door.broken = door.broken, set()
    place.bar._verbs[0].click()
    assert failed <= set(door.asked)


def test_a_sentence_that_no_correction_minds_is_said_to_be_one(door, qtbot, qapp):
    corrections = Corrections(door)
    place = ShelfPlace(corrections, corrections_telling(corrections), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    door.slow = {"corrections.match"}
    corrections.seek("I will plan the garden")
    assert place.notice.text.strip() == "Looking…"
    door.slow, door.broken = set(), {"corrections.match"}
    corrections.seek("I will plan the garden")
    assert place.notice.text == "It is locked.\nUnlock it."
    door.broken = set()
    door.book.lists["corrections.match"] = {"matches": []}
    place.notice.again.emit()
    assert place.notice.text.strip() == "None of them would speak up at this sentence."
    place.hide()
