"""The You place in the window, by keys and pointer."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPlainTextEdit, QPushButton

from tests.ui.facts.fake import PersonBook
from tests.ui.fakes import ScriptedService


@pytest.fixture
def opened(stage, until):
    """The place over a scripted mind, read; call with a `PersonBook` for another one."""

    def make(person: PersonBook | None = None):
        service = stage.open(ScriptedService(person=person))
        until(lambda: stage.views.mind.ready)
        stage.views.window.go("you")
        until(lambda: service.person.count("person.questions") > 0 and stage.views.known.loading == "ready")
        return stage.views.you, service.person

    return make


def row_texts(place) -> list[str]:
    model = place.rows.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_list_tells_text_source_and_state(opened):
    place, _ = opened()
    rows = row_texts(place)
    assert any("Mira lives in Delft." in row and "In doubt" in row for row in rows)
    assert any("Inferred" in row and "55% sure" in row for row in rows)
    assert any("Private" in row for row in rows)


def test_the_arrows_choose_and_enter_opens(opened, stage):
    place, _ = opened()
    QTest.keyClick(place.rows, Qt.Key.Key_Down)
    assert stage.views.known.current.text == "Mira sees a physiotherapist about her wrist."
    stage.views.window.resize(430, 640)
    QTest.keyClick(place.rows, Qt.Key.Key_Return)
    assert place.detail.isVisible()
    assert not place.rows.isVisible()
    QTest.keyClick(place.detail, Qt.Key.Key_Escape)
    assert place.rows.isVisible()


def test_a_fact_is_corrected_in_place_and_the_bar_takes_it_back(opened, stage, until):
    place, book = opened()
    place.open_fact("f20")
    stage.views.window.actions_table.run("you.correct")
    writing = place.detail.editor.findChild(QPlainTextEdit)
    assert writing.toPlainText() == "Mira works as a garden designer."
    QTest.keyClicks(writing, "Mira designs parks.")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(place.bar.isVisible)
    assert place.bar.words == "Corrected: Mira designs parks."
    until(lambda: any("Mira designs parks." in row for row in row_texts(place)))
    next(one for one in place.bar.findChildren(QPushButton) if one.text() == "Undo").click()
    until(lambda: any("garden designer" in row for row in row_texts(place)))
    assert book.count("person.undo") == 1


def test_escape_corrects_nothing(opened, stage):
    place, book = opened()
    place.open_fact("f20")
    place.detail.press("correct")
    QTest.keyClick(place.detail.editor.findChild(QPlainTextEdit), Qt.Key.Key_Escape)
    assert not place.detail.editor.isVisible()
    assert book.count("person.correct") == 0


def test_why_expands_with_its_date(opened, until):
    place, _ = opened()
    place.open_fact("f20")
    place.detail.press("why")
    until(place.detail.why.isVisible)
    words = "\n".join(place.detail.why.words)
    assert "Mira works as a nurse." in words
    assert "13 April" in words


def test_both_sides_of_a_doubt_can_be_chosen(opened, until):
    place, book = opened()
    place.open_fact("f3")
    until(place.detail.deciding.isVisible)
    buttons = place.detail.deciding.sides.findChildren(QPushButton)
    next(one for one in buttons if one.accessibleName().endswith("Mira lives in Delft.")).click()
    until(lambda: book.count("person.answer") == 1)
    assert book.asked[-1][1].get("answer", book.asked[-1][1])
    until(lambda: not place.detail.deciding.isVisible())
    assert not any("Utrecht" in row for row in row_texts(place))


def test_something_new_is_told(opened, stage, until):
    place, _ = opened()
    stage.views.window.actions_table.run("you.add")
    writing = next(one for one in place.findChildren(QPlainTextEdit) if one.isVisible())
    QTest.keyClicks(writing, "I have two cats.")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(lambda: any("I have two cats." in row for row in row_texts(place)))
    assert place.bar.words == "Noted: I have two cats."


def test_a_claim_is_looked_for_after_a_pause(opened, until):
    place, book = opened()
    QTest.keyClicks(place.findChild(QLineEdit), "cello")
    until(lambda: len(row_texts(place)) == 1 and book.count("person.search") == 1)


def test_an_empty_place_says_what_will_be_here(opened, until):
    place, _ = opened(PersonBook([], []))
    until(lambda: "Nothing is known about you yet." in place.notice.text)
    assert place.notice.isVisible()


def test_every_button_has_a_name_and_a_tip(opened, stage):
    place, _ = opened()
    place.open_fact("f3")
    for button in place.findChildren(QAbstractButton):
        if button.isVisible() and not isinstance(button.parent(), QLineEdit):
            assert button.accessibleName() or button.text(), button
            assert button.toolTip(), button.text()


def test_it_is_read_anew_each_time_it_is_looked_at(opened, stage, until):
    _, book = opened()
    before = book.count("person.facts")
    stage.views.window.go("conversation")
    stage.views.window.go("you")
    until(lambda: book.count("person.facts") == before + 1)


def test_a_search_shows_its_best_match_in_full(opened, stage, until):
    place, _ = opened()
    place.open_fact("f40")
    place.seek("cello")
    until(lambda: stage.views.known.current is not None and "cello" in stage.views.known.current.text)
    place.open_fact("f40")
    assert place.field.text() == ""
    assert len(row_texts(place)) == 9


def test_one_letter_a_decision_and_one_for_the_way_back(opened, stage, until):
    place, book = opened()
    place.open_fact("f20")
    place.rows.setFocus()
    QTest.keyClick(place.rows, Qt.Key.Key_W)
    until(place.detail.why.isVisible)
    QTest.keyClick(place.rows, Qt.Key.Key_X)
    until(lambda: book.count("person.forget") == 1)
    until(place.bar.isVisible)
    after = stage.views.known.current
    assert after is not None, "the next one stands in its place"
    assert after.id != "f20"
    QTest.keyClick(place.rows, Qt.Key.Key_Z)
    until(lambda: book.count("person.undo") == 1)


def test_what_is_written_keeps_its_letters(opened, until):
    place, book = opened()
    until(lambda: bool(row_texts(place)))
    place.begin_adding()
    writing = place.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, "x")
    assert writing.toPlainText() == "x"
    assert book.count("person.forget") == 0
