"""Documents are opened, read and closed; what they matter stands beside them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.doors import KeptDoor
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.memories.fake import MemoryBook
from ui.doors import Fault
from ui.memories import Library
from ui.memories.wording import document_words, importance_words


@pytest.fixture
def book() -> MemoryBook:
    return MemoryBook()


@pytest.fixture
def library(book) -> Library:
    made = Library(DirectDoor(book.answer))
    made.load()
    return made


def test_a_document_is_opened_which_counts_as_used_and_closed(library, book):
    library.open()
    assert library.text is not None
    assert library.text.startswith("# Lemon trees")
    assert library.current.accesses == 4, "it counts as used, and the list says so"
    library.shut()
    assert library.text is None
    library.open()
    library.select("d2")
    assert library.text is None, "another one is not read because the last one was"
    assert [asked for name, asked in book.asked if name == "library.open"] == [{"document": "d1"}] * 2


def test_a_text_that_comes_late_is_not_shown_for_another_document(book):
    door = KeptDoor()
    library = Library(door)
    library.load()
    door.take("library.list").success(book.answer("library.list", {}))
    library.open()
    library.select("d2")
    door.take("library.open").success({"text": "Lemons"})
    assert library.text is None


def test_what_cannot_be_opened_is_told(library):
    failed = []
    library.failed.connect(failed.append)
    library._door.fault = Fault("It is gone.")
    library.open()
    assert failed == [Fault("It is gone.")]
    assert library.text is None


@pytest.mark.parametrize(
    ("importance", "words"), [(0.0, "matters little"), (0.2, "matters"), (0.7, "matters much")]
)
def test_how_much_a_document_matters_is_said_in_words(library, importance, words):
    assert importance_words(importance) == words
    document = library.documents[0].model_copy(update={"importance": importance})
    assert document_words(document).endswith(f" · {words}")


def test_a_letter_opens_the_text_in_the_reading_pane_and_closes_it(stage, until, book):
    stage.open(ScriptedService(memory=book))
    stage.views.window.resize(1100, 720)
    stage.views.window.go("memories")
    place = stage.views.memories
    place.panels.press("documents")
    side, rows = place.documents.side, place.documents.rows
    until(side.detail.open.isVisible)
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_O)
    until(side.reader.page.isVisible)
    assert side.reader.page.toPlainText().startswith("# Lemon trees")
    assert side.reader.page.accessibleName() == "The care of lemon trees.pdf"
    QTest.keyClick(rows, Qt.Key.Key_X)
    assert not place.library.doubted, "what is not in sight is not decided on"
    side.reader.page.setFocus()
    QTest.keyClick(side.reader.page, Qt.Key.Key_O)
    until(side.detail.open.isVisible)
    assert side.detail.hasFocus() or side.detail.open.hasFocus()
