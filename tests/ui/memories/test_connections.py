"""The graphs of memories: the view-model without a window, and the panel in one."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.memories.fake import MemoryBook
from ui.connections import Connections
from ui.connections.model import Of
from ui.doors import Fault, Loading


@pytest.fixture
def connections() -> Connections:
    made = Connections(DirectDoor(MemoryBook().answer))
    made.load()
    return made


@pytest.fixture
def opened(stage, until):
    stage.open(ScriptedService(memory=MemoryBook()))
    stage.views.window.go("memories")
    place = stage.views.memories
    place.panels.press("connections")
    until(lambda: place.memories.connections.loading is Loading.READY)
    return place


def test_what_is_near_the_chosen_one_is_known(connections):
    connections.select("node:n1")
    assert connections.near == {"node:n1", "node:n2", "node:n3"}
    connections.select("node:n2")
    assert connections.near == {"node:n1", "node:n2", "node:n3"}


def test_the_chosen_one_stays_when_it_is_read_anew(connections):
    connections.select("node:n2")
    connections.load()
    assert connections.current is not None
    assert connections.current.ref == "node:n2"
    connections.choose_of(Of.CONCEPTS)
    assert connections.current is None
    assert connections.graph.vertices == ()


def test_a_fault_is_told_and_tried_again():
    door = DirectDoor(MemoryBook().answer)
    door.fault = Fault("The vault is locked.", "Unlock it.")
    connections = Connections(door)
    connections.load()
    assert connections.loading is Loading.FAILED
    door.fault = None
    connections.load()
    assert connections.loading is Loading.READY


def test_the_picture_and_the_list_choose_the_same(opened, until):
    panel, connections = opened.connections, opened.memories.connections
    drawing = panel.drawing
    assert panel.more.text() == "4 more are not drawn."
    spot = drawing.place_of(connections.graph.vertices[2]).toPoint()
    QTest.mouseClick(drawing, Qt.MouseButton.LeftButton, pos=spot)
    until(lambda: connections.current is not None)
    assert connections.current.ref == "node:n3"
    assert panel.rows.currentIndex().row() == 2
    QTest.mouseClick(drawing, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert connections.current.ref == "node:n3"


def test_a_memory_is_shown_in_full_from_the_list(opened, until):
    opened.connections.rows.setCurrentIndex(opened.connections.rows.model().index(0, 0))
    QTest.keyClick(opened.connections.rows, Qt.Key.Key_Return)
    until(lambda: opened.search.isVisible() and opened.search.detail.text.startswith("We planned the menu"))


def test_without_memories_it_says_what_will_be_here(opened, until):
    opened.connections.which.press("concepts")
    until(lambda: "Nothing to draw yet." in opened.connections.notice.text)


def test_in_a_narrow_window_the_picture_comes_in_the_place_of_the_list(opened, stage, until):
    stage.views.window.resize(520, 640)
    panel = opened.connections
    until(lambda: not panel.drawing.isVisible())
    panel.rows.setCurrentIndex(panel.rows.model().index(0, 0))
    QTest.keyClick(panel.rows, Qt.Key.Key_Return)
    until(panel.drawing.isVisible)
    assert not panel.rows.isVisible()
    QTest.keyClick(panel.drawing, Qt.Key.Key_Escape)
    until(panel.rows.isVisible)
