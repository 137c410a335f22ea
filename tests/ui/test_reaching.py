"""Ways in from anywhere: a search for everything in the palette, and a document that is dropped on the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.ui.fakes import ScriptedService


@pytest.fixture
def opened(stage, until):
    stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    return stage


def test_words_in_the_palette_are_looked_for_everywhere(opened):
    window, palette = opened.views.window, opened.views.window.palette_card
    palette.open()
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, "zzq boat")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.place == "memories"
    assert opened.views.memories.field.text() == "zzq boat"
    assert opened.views.models.memories.query == "zzq boat"


def test_an_action_goes_before_the_search(opened):
    palette = opened.views.window.palette_card
    palette.open()
    QTest.keyClicks(palette.findChild(QLineEdit), "go to today")
    QTest.keyClick(palette.findChild(QLineEdit), Qt.Key.Key_Return)
    assert opened.views.window.place == "today"


def dropped(*urls: QUrl) -> QMimeData:
    made = QMimeData()
    made.setUrls(list(urls))
    return made


def drop(window, mime: QMimeData) -> bool:
    """Drag over the window and let go; whether it was taken."""
    at, copy, left = QPoint(300, 300), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(at, copy, mime, left, none)
    entering.ignore()
    QApplication.sendEvent(window, entering)
    if entering.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(at), copy, mime, left, none))
    return entering.isAccepted()


@pytest.mark.parametrize(("place", "then"), [("conversation", "conversation"), ("today", "memories")])
def test_a_document_that_is_dropped_is_read_and_who_talks_goes_on_talking(
    opened, tmp_path: Path, until, place, then
):
    paper = tmp_path / "letter.txt"
    paper.write_text("The boat leaves at nine.")
    asked = opened.services[0].memory.asked
    opened.views.window.go(place)
    assert drop(opened.views.window, dropped(QUrl.fromLocalFile(str(paper))))
    until(lambda: ("library.add", {"path": str(paper)}) in asked)
    assert opened.views.window.place == then


def test_an_address_elsewhere_is_not_taken(opened):
    assert not drop(opened.views.window, dropped(QUrl("https://example.org/letter.txt")))


def test_the_composer_leaves_files_to_the_window(opened):
    writing = opened.views.place.composer.focusProxy()
    assert not writing.canInsertFromMimeData(dropped(QUrl.fromLocalFile("/tmp/letter.txt")))
    words = QMimeData()
    words.setText("hello")
    assert writing.canInsertFromMimeData(words)
