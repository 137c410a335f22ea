"""Memories: the view-models without a window, and the place in one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from engine.memory import NodeKind
from engine.trail import RECALLED_KINDS
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.memories.fake import MemoryBook, row
from ui.doors import Fault, Loading
from ui.memories import Library, Memories
from ui.memories.narrowing import KINDS, Felt, Matters, Narrowing, Since, Sort, Who
from ui.memories.records import Found


@pytest.fixture
def book() -> MemoryBook:
    return MemoryBook()


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


@pytest.fixture
def memories(door) -> Memories:
    made = Memories(door)
    made.load()
    return made


def refs(memories: Memories) -> list[str]:
    return [one.ref for one in memories.shown()]


def test_every_kind_that_can_be_asked_for_is_one_the_mind_knows():
    known = {"fact", *(kind.value for kind in RECALLED_KINDS), *(kind.value for kind in NodeKind)}
    for kinds in KINDS.values():
        assert set(kinds) <= known


def test_without_words_the_latest_memories_are_shown_and_narrowed(memories):
    assert refs(memories) == ["node:n1", "node:n2", "node:n3"]
    memories.narrow(sort=Sort.LIVED)
    assert refs(memories) == ["node:n1"]


NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)
KEPT = Found.model_validate(row("node:n7", "moment", 10, "We sang.", importance=0.6, felt="positive"))


@pytest.mark.parametrize(
    ("narrowing", "fits"),
    [
        (Narrowing(since=Since.MONTH), True),
        (Narrowing(since=Since.WEEK), False),
        (Narrowing(felt=Felt.GOOD), True),
        (Narrowing(felt=Felt.HEAVY), False),
        (Narrowing(matters=Matters.SOME), True),
        (Narrowing(matters=Matters.MUCH), False),
        (Narrowing(who=Who.PERSON), True),
        (Narrowing(who=Who.COMPANION), False),
        (Narrowing(sort=Sort.KNOWN, who=Who.COMPANION), False),
    ],
)
def test_the_latest_are_narrowed_by_time_feeling_weight_and_whose_they_are(narrowing, fits):
    assert narrowing.fits(KEPT, NOW) is fits


def test_nothing_that_can_be_found_is_left_out_by_whose_words_it_is():
    yours, mine = Narrowing(who=Who.PERSON).kinds, Narrowing(who=Who.COMPANION).kinds
    assert sorted((*yours, *mine)) == sorted(kind for kinds in KINDS.values() for kind in kinds)


def test_a_search_is_narrowed_by_the_mind(memories, book):
    memories.narrow(felt=Felt.HEAVY, matters=Matters.SOME, who=Who.COMPANION)
    memories.seek("ana")
    asked = next(asked for request, asked in reversed(book.asked) if request == "recall")
    assert (asked["valence"], asked["min_importance"], asked["kinds"]) == ("negative", 0.5, ["answer"])
    memories.narrow(sort=Sort.KNOWN)
    assert refs(memories) == [], "no fact about the person is an answer, and none is asked for"
    assert memories.loading is Loading.READY


def test_a_link_and_its_privacy_are_taken_back(memories, book):
    memories.select("node:n1")
    memories.begin_link()
    memories.linking.seek("bakery")
    memories.linking.choose_type("depends_on")
    memories.linking.draw()
    assert book.drawn == {("n1", "n3", "depends_on")}
    memories.undo()
    assert book.drawn == set()
    memories.toggle_private()
    memories.undo()
    assert [one.private for one in memories.results if one.ref == "node:n1"] == [False]


def test_a_search_goes_to_the_mind_with_kind_and_time(memories, book):
    memories.narrow(sort=Sort.SAID)
    memories.narrow(since=Since.WEEK)
    memories.seek("  ana wedding ")
    assert refs(memories) == ["step:s30"]
    asked = next(asked for request, asked in reversed(book.asked) if request == "recall")
    assert (asked["query"], asked["kinds"], asked["since"]) == (
        "ana wedding",
        ["utterance", "answer"],
        "last:7d",
    )


def test_an_older_answer_is_passed_over(book):
    answers = []
    door = DirectDoor(book.answer)
    door.question = lambda request, parameters, *, success, failure, progress=None: answers.append(
        (request, success)
    )
    memories = Memories(door)
    memories.seek("peanuts")
    memories.seek("bakery")
    first, second = (success for request, success in answers if request == "recall")
    second({"results": [row("node:n3", "knowledge", 8, "The bakery")]})
    first({"results": [row("fact:f40", "fact", 8, "peanuts")]})
    assert refs(memories) == ["node:n3"]


def test_a_node_is_read_in_full_and_links_are_followed(memories):
    memories.select("node:n1")
    assert memories.detail.sources[0].text == "My sister Ana gets married on 12 June."
    memories.follow("node:n2")
    assert memories.current.ref == "node:n2"
    assert memories.detail.row.private


def test_what_is_forgotten_goes_with_what_rests_on_it_and_comes_back(memories, book):
    memories.seek("ana")
    memories.select("step:s30")
    memories.forget()
    assert memories.besides == 1
    memories.seek("")
    assert refs(memories) == ["node:n2", "node:n3"]
    memories.undo()
    assert "node:n1" in refs(memories)
    memories.undo()
    assert book.count("forget.restore") == 1, "there is one way back"


def test_after_a_decision_the_next_one_stands_in_its_place(memories):
    memories.select("node:n2")
    memories.forget()
    assert memories.current.ref == "node:n3"


def test_what_was_put_away_is_taken_out_again_by_undo(memories):
    memories.select("node:n2")
    memories.toggle_archived()
    assert "node:n2" not in refs(memories)
    memories.undo()
    assert "node:n2" in refs(memories)


def test_what_is_put_away_comes_back(memories):
    memories.select("node:n2")
    memories.toggle_archived()
    assert refs(memories) == ["node:n1", "node:n3"]
    memories.show_archived(archived=True)
    assert refs(memories) == ["node:n2"]
    memories.select("node:n2")
    memories.toggle_archived()
    memories.show_archived(archived=False)
    assert "node:n2" in refs(memories)


def test_what_becomes_private_stays_chosen_and_is_shown_again(memories, book):
    told = []
    memories.told.connect(told.append)
    memories.select("node:n1")
    memories.toggle_private()
    assert book.count("memory.private") == 1
    assert (memories.current.ref, memories.current.private) == ("node:n1", True)
    assert [one.private for one in memories.results if one.ref == "node:n1"] == [True]
    memories.toggle_private()
    assert (memories.current.ref, memories.current.private) == ("node:n1", False)
    assert told == ["hide", "show"]


@pytest.mark.parametrize("choice", ["keep_a", "keep_b", "both", "merged"])
def test_a_contradiction_is_settled_once(memories, book, choice):
    memories.choose_conflict("c1")
    memories.resolve(choice, "It opens at 7." if choice == "merged" else "")
    assert [one.id for one in memories.conflicts] == ["c2"]
    assert memories.conflict is None
    asked = next(asked for request, asked in book.asked if request == "memory.resolve")
    assert asked["text"] == ("It opens at 7." if choice == "merged" else None)
    memories.undo()
    assert {one.id for one in memories.conflicts} == {"c1", "c2"}


def test_faults_are_told_and_tried_again(door):
    memories, library = Memories(door), Library(door)
    door.fault = Fault("The vault is locked.", "Unlock it.")
    memories.load()
    library.load()
    assert memories.fault == library.fault == door.fault
    door.fault = None
    memories.load()
    library.load()
    assert memories.loading is library.loading is Loading.READY


def test_documents_are_added_and_deleted(door):
    library, told = Library(door), []
    library.told.connect(lambda verb, document: told.append((verb, document.name)))
    library.load()
    library.add("/home/mira/letter.md")
    assert told == [("added", "letter.md")]
    assert len(library.documents) == 3
    library.select("d3")
    library.forget()
    assert library.doubted
    library.keep()
    library.forget()
    assert len(library.documents) == 3, "it is asked about first"
    library.forget()
    assert [one.id for one in library.documents] == ["d1", "d2"]
    assert library.current.id == "d1"


def test_a_document_that_cannot_be_read_is_said_so(door):
    library, failed = Library(door), []
    library.failed.connect(failed.append)
    door.fault = Fault("It cannot be read.", "Look at its rights.")
    library.add("/home/mira/letter.md")
    assert failed == [door.fault]
    assert library.adding == 0


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
    detail.rests.findChildren(QPushButton)[0].click()
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


def test_one_letter_forgets_and_another_takes_it_back(opened, until):
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
    place.conflicts.detail.merge.click()
    writing = place.conflicts.detail.editor.findChild(QPlainTextEdit)
    QTest.keyClicks(writing, "It opens at 7.")
    QTest.keyClick(writing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(place.conflicts.notice.isVisible)
    choices = [asked["choice"] for request, asked in book.asked if request == "memory.resolve"]
    assert choices == ["keep_a", "keep_b", "merged"]


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
