"""What is inferred, under You: the view-model without a window, and the panel in one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.ui.facts.doors import DirectDoor
from tests.ui.facts.fake import PersonBook
from tests.ui.facts.inferred import InferredBook
from tests.ui.fakes import ScriptedService
from ui.doors import Fault, Loading
from ui.facts import Changes
from ui.you import Inferences


@pytest.fixture
def book() -> InferredBook:
    return InferredBook()


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


@pytest.fixture
def inferences(door) -> Inferences:
    made = Inferences(door, Changes(door))
    made.load()
    return made


def test_a_room_shows_its_own_and_the_counts_say_how_many(inferences):
    assert inferences.count("") == len(inferences.shown()) == 7
    inferences.choose_room("mood")
    assert [one.kind for one in inferences.shown()] == ["seeming", "decline"]
    assert inferences.count("cognition") == 2


def test_one_is_chosen_with_what_it_rests_on(inferences):
    inferences.select("model:m1")
    assert [root.ref for root in inferences.sources] == ["step:s9", "fact:f20"]


def test_a_guess_is_taken_back_at_once(inferences):
    told = []
    inferences.told.connect(told.append)
    inferences.select("seen:step:s9")
    inferences.go()
    assert [one.ref for one in told] == ["seen:step:s9"]
    assert inferences.current.ref != "seen:step:s9", "the next one stands in its place"
    assert inferences.count("") == 6
    inferences.steps.undo()
    assert inferences.count("") == 7
    inferences.steps.redo()
    assert inferences.count("") == 6


def test_what_was_denied_stays_away(inferences, book):
    inferences.select("model:m1")
    inferences.go()
    inferences.steps.undo()
    assert book.count("forget.restore") == 0


def test_a_change_of_facts_lets_it_be_read_anew(book):
    facts = PersonBook()
    door = DirectDoor(
        lambda request, asked: (book if request.startswith("inferred") else facts).answer(request, asked)
    )
    changes = Changes(door)
    inferences = Inferences(door, changes)
    inferences.load()
    inferences.select("model:m1")
    book.withdraw("fact:f20")
    changes.forget(facts.facts["f20"], "you")
    assert inferences.current.ref != "model:m1"
    assert "model:m1" not in {one.ref for one in inferences.found}


def test_what_cannot_be_read_is_said(inferences, door):
    door.fault = Fault("The vault is locked.", "Unlock it.")
    inferences.load()
    assert inferences.loading is Loading.FAILED
    assert inferences.fault == door.fault


# In a window


@pytest.fixture
def opened(stage, until):
    """The panel over a scripted mind, read; call with a book for another one."""

    def make(inferred: InferredBook | None = None):
        service = stage.open(ScriptedService(inferred=inferred))
        until(lambda: stage.views.mind.ready)
        stage.views.window.go("you")
        stage.views.you.panels.press("inferred")
        until(
            lambda: (
                service.inferred.count("inferred") > 0 and "What I infer" in stage.views.you.panels.words()[1]
            )
        )
        return stage.views.you, service

    return make


def row_texts(place) -> list[str]:
    model = place.inferred.rows.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def follow(place, words: str) -> None:
    """Press the line below `words`."""
    links = place.inferred.detail.rests.findChildren(QPushButton)
    next(one for one in links if words in one.accessibleName()).click()


def test_each_says_what_it_is_where_from_and_when(opened, until):
    place, _ = opened()
    until(lambda: len(row_texts(place)) == 7)
    rows = row_texts(place)
    assert any("You seemed tired." in row and "How you seem" in row and "2 May" in row for row in rows)
    assert any("Celebrations" in row and "Memories" in row and "Private" in row for row in rows)
    assert place.panels.words() == ["What I know  9", "What I infer  7"]


def test_what_it_rests_on_leads_to_where_it_stands(opened, stage, until):
    place, _ = opened()
    until(lambda: len(row_texts(place)) == 7)
    place.inferred.open_inferred("model:m1")
    until(lambda: len(place.inferred.detail.rests.words) == 5)
    follow(place, "garden designer")
    assert stage.views.known.current.id == "f20"
    assert place.rows.isVisible()
    place.panels.press("inferred")
    place.inferred.open_inferred("node:n2")
    until(lambda: any("gets married" in words for words in place.inferred.detail.rests.words))
    follow(place, "gets married")
    until(lambda: stage.views.window.place == "trail")


def test_a_memory_is_opened_where_memories_are(opened, stage, until):
    place, _ = opened()
    until(lambda: len(row_texts(place)) == 7)
    place.inferred.open_inferred("node:n2")
    place.inferred.detail.open.click()
    until(lambda: stage.views.memories.search.detail.text == "Celebrations make her think of her father.")
    assert stage.views.window.place == "memories"


def test_the_moments_of_a_fact_lead_to_where_they_stand(opened, stage, until):
    place, _ = opened()
    until(lambda: stage.views.known.current is not None)
    place.open_fact("f40")
    place.detail.press("why")
    until(place.detail.why.isVisible)
    place.detail.why.findChildren(QPushButton)[0].click()
    assert stage.views.window.place == "trail"


def test_what_is_denied_goes_and_the_bar_says_so(opened, until):
    place, service = opened()
    until(lambda: len(row_texts(place)) == 7)
    place.inferred.open_inferred("model:m1")
    assert place.inferred.detail.go.text() == "That is not so"
    place.inferred.detail.go.click()
    until(lambda: len(row_texts(place)) == 6)
    assert "Deadlines rob her of sleep" in place.bar.words
    assert service.inferred.count("inferred.take_back") == 1


def test_one_letter_takes_it_back_and_another_lets_it_stand_again(opened, until):
    place, service = opened()
    until(lambda: len(row_texts(place)) == 7)
    place.inferred.open_inferred("node:n2")
    place.inferred.rows.setFocus()
    QTest.keyClick(place.inferred.rows, Qt.Key.Key_X)
    until(lambda: len(row_texts(place)) == 6)
    QTest.keyClick(place.inferred.rows, Qt.Key.Key_Z)
    until(lambda: place.bar.words.startswith("It stands again"))
    assert service.memory.count("forget.restore") == 1


def test_a_note_goes_only_with_what_it_was_written_about(opened, until):
    place, _ = opened()
    until(lambda: len(row_texts(place)) == 7)
    place.inferred.open_inferred("reflection:l1")
    assert not place.inferred.detail.go.isVisible()
    assert not place.inferred.detail.open.isVisible()


def test_where_nothing_is_inferred_it_says_what_will_be_here(opened, until):
    place, _ = opened(InferredBook(empty=True))
    until(lambda: "I infer nothing about you." in place.inferred.notice.text)
    assert place.inferred.notice.isVisible()


def test_the_verbs_of_facts_do_nothing_beside_what_is_inferred(opened, stage, until):
    place, _ = opened()
    until(lambda: stage.views.known.current is not None)
    correct = next(one for one in place.actions_of_place() if one.key == "you.correct")
    assert not correct.enabled()
    place.panels.press("known")
    assert correct.enabled()


@pytest.mark.parametrize("size", [(1.0, 420, 420), (2.0, 900, 820)])
def test_it_fits_a_small_window_and_twice_the_text_and_every_button_is_named(opened, stage, qtbot, size):
    scale, width, height = size
    place, _ = opened()
    stage.views.theme.set_scale(scale)
    stage.views.window.resize(width, height)
    place.inferred.open_inferred("node:n2")
    qtbot.wait(150)
    assert stage.views.window.width() <= width
    assert stage.views.window.height() <= height
    for button in place.inferred.findChildren(QPushButton):
        if button.isVisible():
            assert button.text()
            assert button.toolTip(), button.text()
    stage.views.theme.set_scale(1.0)
