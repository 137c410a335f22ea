"""The list of turns: quick with a hundred thousand rows, still under the eye, whole under the hand."""

import gc
import time
from datetime import UTC, datetime, timedelta
from statistics import median

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider

from companion.window import application
from engine.conversation.records import TurnStatus
from tests.ui.fakes import exchange, recalled
from tests.ui.test_conversation_model import DoorBook
from ui.conversation import Conversation, Phase
from ui.conversation.listing.layout import Press
from ui.conversation.listing.rows import TurnRows
from ui.conversation.listing.touch import TurnList
from ui.conversation.model import PAGE, STANDING
from ui.conversation.turns import Turn
from ui.theme import Theme

START = datetime(2026, 1, 1, 8, tzinfo=UTC)


class Listing:
    """A shown list over a conversation of `count` turns."""

    def __init__(self, count: int) -> None:
        self.theme = Theme(application())
        self.theme.set_scale(1.0)
        self.conversation = Conversation(DoorBook())
        self.add(range(count))
        self.rows = TurnRows(self.conversation)
        self.view = TurnList(self.rows, self.theme)
        self.view.resize(900, 700)
        self.view.show()

    def add(self, numbers: range, **changes) -> None:
        exchanges = [exchange(n, START + timedelta(minutes=n), **changes) for n in numbers]
        self.conversation._more = True
        self.conversation._loaded(exchanges)

    @property
    def bar(self):
        return self.view.verticalScrollBar()

    def scroll(self, action: QAbstractSlider.SliderAction) -> None:
        self.bar.triggerAction(action)

    def close(self) -> None:
        self.view.hide()
        self.view.deleteLater()
        self.rows.deleteLater()
        self.theme.deleteLater()


@pytest.fixture
def listing(qapp):
    made = []

    def make(count: int) -> Listing:
        made.append(Listing(count))
        return made[-1]

    yield make
    for one in made:
        one.close()


def painted(view) -> float:
    """Seconds to paint what is in sight."""
    began = time.perf_counter()
    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    view.viewport().render(image)
    return time.perf_counter() - began


def scroll_costs(listing, steps: int) -> list[float]:
    costs = []
    for _ in range(steps):
        began = time.perf_counter()
        listing.scroll(QAbstractSlider.SliderAction.SliderPageStepSub)
        painted(listing.view)
        costs.append(time.perf_counter() - began)
    return costs


def test_scrolling_a_hundred_thousand_rows_costs_no_more_than_scrolling_a_hundred(listing):
    few, many = listing(100), listing(100_000)
    scroll_costs(few, 3), scroll_costs(many, 3)
    assert median(scroll_costs(many, 12)) < 2 * median(scroll_costs(few, 12)) + 0.005


def test_turns_that_were_read_back_are_not_looked_through_by_the_collector_again(listing):
    one = listing(0)
    seen = []
    for page in range(3 * STANDING // PAGE):
        one.add(range(-PAGE * page, -PAGE * (page - 1)))
        seen.append(sum(isinstance(each, Turn) for each in gc.get_objects()))
    assert len(one.conversation) > 2 * STANDING
    assert max(seen) < STANDING + PAGE


def test_it_opens_at_the_newest_and_follows(listing):
    one = listing(300)
    assert one.view.following
    assert one.bar.value() == one.bar.maximum()
    one.conversation.send("new")
    assert one.bar.value() == one.bar.maximum()
    assert one.view.visualRect(one.rows.index(300)).bottom() <= one.view.viewport().height()


def test_a_person_who_scrolled_up_is_left_in_peace(listing):
    one = listing(300)
    for _ in range(4):
        one.scroll(QAbstractSlider.SliderAction.SliderPageStepSub)
    assert not one.view.following
    row = one.view.indexAt(QPoint(100, 100)).row()
    top = one.view.visualRect(one.rows.index(row)).top()
    one.conversation.send("new")
    one.rows.flush()
    assert one.view.visualRect(one.rows.index(row)).top() == top


def test_earlier_turns_do_not_move_what_is_read(listing):
    one = listing(200)
    for _ in range(4):
        one.scroll(QAbstractSlider.SliderAction.SliderPageStepSub)
    row = one.view.indexAt(QPoint(100, 300)).row()
    key, top = one.conversation[row].key, one.view.visualRect(one.rows.index(row)).top()
    one.add(range(1000, 1060))
    assert one.conversation[row + 60].key == key
    assert abs(one.view.visualRect(one.rows.index(row + 60)).top() - top) <= 1


def test_scrolling_up_by_wheel_steps_moves_by_just_that_step(listing):
    one = listing(500)
    one.scroll(QAbstractSlider.SliderAction.SliderPageStepSub)
    for _ in range(40):
        row = one.view.indexAt(QPoint(100, 350)).row()
        top = one.view.visualRect(one.rows.index(row)).top()
        one.scroll(QAbstractSlider.SliderAction.SliderSingleStepSub)
        assert one.view.visualRect(one.rows.index(row)).top() - top == one.bar.singleStep()


def test_going_to_the_start_and_back_shows_first_and_last(listing):
    one = listing(2000)
    one.scroll(QAbstractSlider.SliderAction.SliderToMinimum)
    assert one.view.visualRect(one.rows.index(0)).top() == 0
    one.view.follow()
    assert one.bar.value() == one.bar.maximum()
    assert one.view.visualRect(one.rows.index(1999)).bottom() < one.view.viewport().height()


def test_rows_lie_below_each_other_without_gap_or_overlap(listing):
    one = listing(60)
    painted(one.view)
    for row in range(59):
        upper, lower = (one.view.visualRect(one.rows.index(n)) for n in (row, row + 1))
        assert lower.top() == upper.bottom() + 1


def test_a_narrow_window_and_large_text_clip_nothing(listing):
    one = listing(20)
    one.theme.set_scale(2.0)
    one.view.resize(420, 400)
    painted(one.view)
    layout = one.view.layout_of(19)
    width = one.view.viewport().width()
    for rect in [*(text.rect for text in layout.texts), *(zone.rect for zone in layout.zones)]:
        assert rect.left() >= 0
        assert rect.right() <= width + 1
    assert all(text.document.idealWidth() <= text.rect.width() + 1 for text in layout.texts)
    assert max(text.rect.bottom() for text in layout.texts) <= layout.height


def test_streamed_pieces_are_told_in_batches(listing, until):
    one = listing(0)
    one.conversation.set_ready(True)
    one.conversation.send("hello")
    one.rows.flush()
    told = []
    one.rows.dataChanged.connect(lambda *_: told.append(1))
    _, calls = one.conversation._door.last("say")
    for _ in range(500):
        calls["progress"]({"stage": "text", "text": "word "})
    assert told == []
    until(lambda: bool(told))
    assert len(told) == 1
    assert one.conversation[0].answer == "word " * 500


def press(one: Listing, row: int, kind: Press) -> None:
    zone = next(zone for zone in one.view.layout_of(row).zones if zone.press is kind)
    point = zone.rect.center().toPoint() + QPoint(0, one.view.top_of(row))
    QTest.mouseMove(one.view.viewport(), point)
    QTest.mouseClick(one.view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_zones_tell_what_was_pressed(listing):
    one = listing(3)
    one.add(range(5000, 5001), status=TurnStatus.STOPPED, recalled=recalled())
    pressed = []
    one.view.pressed.connect(lambda row, kind: pressed.append((row, kind)))
    for kind in (Press.RECALLED, Press.RETRY, Press.COPY, Press.EDIT):
        press(one, 0, kind)
    assert pressed == [(0, "recalled"), (0, "retry"), (0, "copy"), (0, "edit")]


def test_letters_are_marked_with_the_pointer(listing):
    one = listing(1)
    text = one.view.layout_of(0).texts[1]
    top = QPoint(0, one.view.top_of(0))
    start = text.rect.topLeft().toPoint() + QPoint(1, 8) + top
    end = text.rect.bottomRight().toPoint() - QPoint(1, 1) + top
    QTest.mousePress(one.view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(one.view.viewport(), end)
    QTest.mouseRelease(one.view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert one.view.selected_text() == "Answer 0: a small watering can and two bags of soil."
    QTest.mouseDClick(one.view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    assert one.view.selected_text() == "Answer"


def test_the_keyboard_walks_through_turns_and_opens_what_was_recalled(listing):
    one = listing(2)
    one.add(range(5000, 5001), recalled=recalled())
    pressed = []
    one.view.pressed.connect(lambda row, kind: pressed.append((row, kind)))
    one.view.setFocus()
    one.view.setCurrentIndex(one.rows.index(2))
    QTest.keyClick(one.view, Qt.Key.Key_Up)
    assert one.view.currentIndex().row() == 1
    QTest.keyClick(one.view, Qt.Key.Key_Home)
    QTest.keyClick(one.view, Qt.Key.Key_Space)
    assert pressed == [(0, "recalled")]
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_End, Qt.Key.Key_Down):
        QTest.keyClick(one.view, key)
    assert one.view.currentIndex().row() == 2


def test_a_screen_reader_gets_the_whole_turn(listing):
    one = listing(1)
    one.rows.companion = "Ada"
    words = one.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Question 0" in words
    assert "Ada: Answer 0" in words
    assert one.conversation[0].phase is Phase.DONE
