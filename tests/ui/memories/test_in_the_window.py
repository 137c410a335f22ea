"""Memories: the place in a window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from tests.ui.facts.fake import asked_questions
from tests.ui.fakes import ScriptedService
from tests.ui.memories.fake import MemoryBook
from ui.doors import Fault
from ui.frame.letters import UNDO
from ui.memories.narrowing import Felt


@pytest.fixture
def opened(stage, until):
    service = stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    stage.views.window.go("memories")
    until(lambda: len(stage.views.memories.library.documents) == 2)
    return stage.views.memories, service.memory


def row_texts(rows) -> list[str]:
    return [rows.model().index(number, 0).data() for number in range(rows.model().rowCount())]


def test_what_is_seldom_narrowed_is_a_press_away(opened, until):
    place, _ = opened
    search = place.search
    assert not search.felt.isVisible()
    search.more.click()
    until(search.felt.isVisible)
    search.felt.setFocus()
    QTest.keyClick(search.felt, Qt.Key.Key_Down)
    search.felt.activated.emit(search.felt.currentIndex())
    assert place.memories.narrowing.felt is Felt.GOOD


def test_typing_searches_and_each_result_has_source_and_date(opened, until):
    place, book = opened
    QTest.keyClicks(place.field, "wedding ana peanuts date")
    until(lambda: book.count("recall") == 1 and len(row_texts(place.search.rows)) == 4)
    rows = "\n".join(row_texts(place.search.rows))
    assert "Said · Mira · 3 April" in rows
    assert "Known of you · 24 March" in rows
    assert "Taken back" in rows


def test_a_memory_shows_its_provenance_and_leads_on(opened, until):
    place, _ = opened
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(lambda: "My sister Ana gets married on 12 June." in detail.rests.words)
    until(lambda: any(one.isVisible() for one in detail.rests.findChildren(QPushButton)))
    links = detail.rests.findChildren(QPushButton)
    next(one for one in links if "Celebrations" in one.accessibleName()).click()
    until(lambda: detail.text == "Celebrations make her think of her father.")


def test_a_memory_is_kept_private_by_a_button_that_says_what_it_does(opened, until):
    place, _ = opened
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(lambda: "Tags: cake, nuts" in detail.pairs.words)
    shown = "\n".join(detail.pairs.words)
    assert "Where I was: Mill Lane" in shown
    assert "How it felt: calm" in shown
    assert "node:" not in shown, "nothing of how it is kept inside"
    assert "Brought up: 3 times, last on 2 May" in shown
    assert detail.private.text() == "Keep private"
    detail.private.click()
    until(lambda: detail.private.text() == "No longer private")
    assert "private: not brought up by itself" in detail.above
    assert place.bar.words == "Private now, with what was made from it."
    detail.private.click()
    until(lambda: detail.private.text() == "Keep private")


def test_one_letter_forgets_and_another_takes_it_back(opened, stage, until):
    place, book = opened
    place.field.seek("ana")
    until(lambda: len(row_texts(place.search.rows)) == 1)
    place.search.rows.setFocus()
    QTest.keyClick(place.search.rows, Qt.Key.Key_X)
    until(place.bar.isVisible)
    assert book.count("forget.withdraw") == 1
    assert place.bar.words == "Forgotten, with what rested on it: 1 more."
    until(lambda: "Nothing like that is remembered." in place.search.notice.text)
    QTest.keyClick(place, Qt.Key.Key_Z)
    until(lambda: len(row_texts(place.search.rows)) == 1)
    assert place.bar.words == "Taken back."
    assert not place.press_letter(UNDO), "the letter takes back, and does nothing again"
    stage.views.window.actions_table.run("redo")
    until(lambda: book.count("forget.withdraw") == 2)
    until(lambda: place.bar.words == "Forgotten, with what rested on it: 1 more.")


def test_a_fact_leads_to_where_it_is_set_right(opened, stage, until):
    place, _ = opened
    stage.views.known.load()
    place.field.seek("peanuts")
    until(lambda: len(row_texts(place.search.rows)) == 1)
    place.search.open_memory("fact:f40")
    place.search.detail.set_right.click()
    assert stage.views.window.place == "you"
    until(lambda: stage.views.known.current is not None and stage.views.known.current.id == "f40")


def test_contradictions_are_settled_by_button_and_in_words(opened, until):
    place, book = opened
    place.panels.press("conflicts")
    place.conflicts.rows.setFocus()
    QTest.keyClick(place.conflicts.rows, Qt.Key.Key_1)
    until(lambda: len(row_texts(place.conflicts.rows)) == 1)
    QTest.keyClick(place.conflicts.rows, Qt.Key.Key_Z)
    until(lambda: len(row_texts(place.conflicts.rows)) == 2)
    QTest.keyClick(place.conflicts.rows, Qt.Key.Key_2)
    until(lambda: len(row_texts(place.conflicts.rows)) == 1)
    place.conflicts.detail.verbs.press("Say what is so…")
    writing = place.conflicts.detail.form.findChild(QPlainTextEdit)
    writing.selectAll()
    QTest.keyClicks(writing, "It opens at 7.")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(place.conflicts.notice.isVisible)
    choices = [asked["choice"] for request, asked in book.asked if request == "memory.resolve"]
    assert choices == ["keep_a", "keep_b", "merged"]


def test_facts_that_disagree_stand_in_the_same_list_and_lead_to_their_question(opened, stage, until):
    place, book = opened
    asked = next(one for one in asked_questions() if one.is_of_conflict)
    book.conflicts = []
    opened_at = asked.created_at.isoformat()
    book.doubts = [{"question": asked.id, "text": asked.text, "opened_at": opened_at}]
    place.memories.load()
    place.panels.press("conflicts")
    until(lambda: len(row_texts(place.conflicts.rows)) == 1)
    assert asked.text in row_texts(place.conflicts.rows)[0]
    verbs = place.conflicts.detail.verbs
    until(lambda: verbs.words == ["Settle it under Questions"])
    verbs.press("Settle it under Questions")
    assert stage.views.window.place == "questions"
    until(lambda: stage.views.widgets.shelves["questions"].shelf.current is not None)
    assert stage.views.widgets.shelves["questions"].shelf.current.id == asked.id


@pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every dialog
def test_a_document_is_chosen_in_a_dialog_that_is_opened_not_executed(opened, stage, until, tmp_path: Path):
    place, book = opened
    file = tmp_path / "letter.md"
    file.write_text("Dear Mira")
    stage.views.window.actions_table.run("documents.add")
    dialog = place.documents.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.filesSelected.emit([str(file)])
    dialog.reject()
    until(lambda: len(row_texts(place.documents.rows)) == 3)
    assert place.bar.words == "Read: letter.md"
    place.documents.rows.setCurrentIndex(place.documents.rows.model().index(2, 0))
    place.documents.rows.setFocus()
    QTest.keyClick(place.documents.rows, Qt.Key.Key_X)
    assert place.documents.side.detail.keep.isVisible(), "it is asked first"
    QTest.keyClick(place.documents.rows, Qt.Key.Key_X)
    until(lambda: len(row_texts(place.documents.rows)) == 2)
    assert book.count("library.forget") == 1


def test_an_empty_memory_says_what_will_be_here(stage, until):
    stage.open(ScriptedService(memory=MemoryBook(empty=True)))
    stage.views.window.go("memories")
    place = stage.views.memories
    until(lambda: "No memories yet." in place.search.notice.text)
    until(lambda: "No documents yet." in place.documents.notice.text)
    assert "Nothing contradicts itself." in place.conflicts.notice.text


def test_still_true_says_since_when_and_stays_chosen(opened, until):
    place, book = opened
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(lambda: "Tags: cake, nuts" in detail.pairs.words)
    assert not any(words.startswith("Confirmed") for words in detail.pairs.words)
    detail.still.click()
    until(lambda: "Confirmed: 3 May" in "\n".join(detail.pairs.words))
    assert place.bar.words == "Good to know that it still holds."
    assert book.confirmed == {"n1"}
    assert place.press_letter("z")
    until(lambda: not any(words.startswith("Confirmed") for words in detail.pairs.words))
    assert (place.bar.words, book.confirmed) == ("It counts as before.", set())


def test_a_memory_is_slept_on_under_more(opened, stage, until):
    place, _ = opened
    night = stage.services[-1].shelves
    night.lists["night.run"] = {"jobs": [{"id": "r1", "rounds": [{"changes": 1}]}]}
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(lambda: "Tags: cake, nuts" in detail.pairs.words)
    assert not detail.sleep.isVisible()
    detail.more.click()
    detail.sleep.click()
    until(lambda: place.bar.words == "Slept on it. What it hangs together with stands below.")
    (asked,) = [given for name, given in night.asked if name == "night.run"]
    assert asked["sleep"] == {"memories": ["node:n1"]}


def test_a_fact_has_no_verbs_of_a_memory(opened, until):
    place, _ = opened
    place.field.seek("peanuts")
    until(lambda: len(row_texts(place.search.rows)) == 1)
    place.search.open_memory("fact:f40")
    assert not place.search.detail.still.isVisible()
    assert not place.search.detail.link.isVisible()


def begin_link(place, until):
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(lambda: "Tags: cake, nuts" in detail.pairs.words)
    detail.link.click()
    return detail.linking


def test_a_memory_is_linked_with_another_and_taken_from_it(opened, until):
    place, book = opened
    panel = begin_link(place, until)
    assert panel.isVisible()
    assert not panel.draw.isEnabled()
    QTest.keyClicks(panel.field, "bakery wedding")
    until(lambda: len(row_texts(panel.rows)) == 1)  # not what is no memory, nor itself
    panel.types.press("elaborates_on")
    assert panel.draw.text() == "Link"
    QTest.keyClick(panel.rows, Qt.Key.Key_Return)
    until(lambda: not panel.isVisible())
    assert book.drawn == {("n1", "n3", "elaborates_on")}
    assert place.bar.words == "Linked."
    until(lambda: any(words.startswith("Says more about") for words in place.search.detail.rests.words))
    panel = begin_link(place, until)
    QTest.keyClicks(panel.field, "bakery")
    until(lambda: panel.draw.text() == "Take the link away")
    panel.draw.click()
    until(lambda: place.bar.words == "Linked no more.")
    assert book.drawn == set()


def test_linking_is_given_up_by_key_and_by_choosing_another(opened, until):
    place, book = opened
    panel = begin_link(place, until)
    QTest.keyClick(panel.field, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    panel = begin_link(place, until)
    place.search.open_memory("node:n3")
    assert not panel.isVisible()
    assert book.drawn == set()


def test_a_link_that_fails_is_said_so_and_nothing_is_lost(memories, door):
    heard = []
    memories.failed.connect(heard.append)
    memories.select("node:n1")
    memories.begin_link()
    memories.linking.seek("bakery")
    door.fault = Fault("It cannot be linked.")
    memories.linking.draw()
    assert [fault.message for fault in heard] == ["It cannot be linked."]
    assert memories.linking.chosen is not None


def test_what_contradicts_leads_to_the_contradictions(memories):
    told = []
    memories.told.connect(told.append)
    memories.select("node:n1")
    memories.begin_link()
    memories.linking.seek("bakery")
    memories.linking.choose_type("contradicts")
    memories.linking.draw()
    assert told == ["contradict"]


def test_a_document_says_when_it_was_used(opened, until):
    place, _ = opened
    place.panels.press("documents")
    rows = place.documents.rows
    until(lambda: len(row_texts(rows)) == 2)
    rows.setCurrentIndex(rows.model().index(0, 0))
    until(lambda: "An answer rested on it" in place.documents.side.detail.used.words)
    assert "Opened: the pots" in place.documents.side.detail.used.words
    rows.setCurrentIndex(rows.model().index(1, 0))
    until(lambda: "It was not used yet." in place.documents.side.detail.used.words)


def test_a_memory_is_worded_anew_by_its_letter_and_undone(opened, until):
    place, book = opened
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(detail.reword.isVisible)
    assert place.press_letter("w")
    assert detail.form.isVisible()
    assert detail.form.given == {"text": book.results[2]["text"], "title": "The menu"}
    detail.form.findChild(QPlainTextEdit).setPlainText("We chose the menu, without nuts.")
    QTest.keyClick(
        detail.form.findChild(QPlainTextEdit), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    until(lambda: detail.text == "We chose the menu, without nuts.")
    assert place.bar.words == "In your words now. What stood there before is kept."
    until(lambda: detail.former.isVisible() or detail.more.isVisible())
    assert place.press_letter("z")
    until(lambda: detail.text.startswith("We planned the menu"))


def test_wording_is_given_up_by_key_and_by_choosing_another(opened, until):
    place, book = opened
    place.search.open_memory("node:n1")
    detail = place.search.detail
    until(detail.reword.isVisible)
    detail.reword.click()
    QTest.keyClick(detail.form.findChild(QPlainTextEdit), Qt.Key.Key_Escape)
    assert not detail.form.isVisible()
    detail.reword.click()
    place.search.open_memory("node:n3")
    until(lambda: "bakery" in detail.text)
    assert not detail.form.isVisible()
    assert book.count("memory.reword") == 0
