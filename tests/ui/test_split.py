"""A list and what is chosen in it share the room as the person wants it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QWidget

from tests.ui.fakes import ScriptedService
from ui.frame import Split
from ui.theme import Theme

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def split(qtbot, qapp):
    made = Split(QListWidget(), QWidget(), Theme(qapp))
    qtbot.addWidget(made)
    made.resize(1000, 400)
    made.show()
    yield made
    made.hide()


def test_the_border_is_dragged_and_keeps_its_share_at_another_width(split):
    moved = []
    split.moved.connect(moved.append)
    border = split._sides.handle(1)
    QTest.mousePress(border, Qt.MouseButton.LeftButton, pos=QPoint(2, 50))
    QTest.mouseMove(border, QPoint(102, 50))
    QTest.mouseRelease(border, Qt.MouseButton.LeftButton, pos=QPoint(102, 50))
    assert moved
    assert split.share == moved[-1] > 0.5
    before = split.share
    split.resize(1400, 400)
    assert split.share == before
    assert split._listing.width() / 1400 == pytest.approx(before, abs=0.02)


def test_neither_side_is_made_too_narrow(split):
    split.set_share(0.02)
    assert split.share == 0.25
    split.set_share(0.98)
    assert split.share == 0.7


def test_where_there_is_room_for_one_the_other_is_not_seen(split):
    split.resize(400, 400)
    assert (split._listing.isVisible(), split._detail.isVisible()) == (True, False)
    split.open_detail()
    assert (split._listing.isVisible(), split._detail.isVisible()) == (False, True)
    assert split._back.isVisible()
    split.close_detail()
    split.resize(1000, 400)
    assert split._listing.isVisible()
    assert split._detail.isVisible()


def test_all_sides_of_a_place_have_their_lists_as_wide(stage, until):
    stage.open(ScriptedService())
    window = stage.views.window
    window.resize(1200, 700)
    window.go("you")
    until(lambda: "Narrower list" in [one.words for one in window.actions_table.possible()])
    first, *others = stage.views.you.findChildren(Split)
    assert others
    usual = first.share
    window.actions_table.run("list.narrower")
    assert {one.share for one in (first, *others)} == {first.share}
    assert first.share < usual
    assert window._preferences.list_share("you") == pytest.approx(first.share)
    assert window._preferences.list_share("questions") is None
