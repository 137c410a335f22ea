"""The palette finds things by their words, and the chapters and choices of Settings."""

import pytest

from companion.window.finding import FOUND
from tests.ui.fakes import ScriptedService
from ui.doors import Loading
from ui.questions.model import Board


@pytest.fixture
def palette(stage, until):
    stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    window = stage.views.window
    window.actions_table.run("commands")
    shelves = stage.views.widgets.shelves
    until(lambda: all(shelves[key].shelf.known for key in FOUND))
    until(lambda: stage.views.models.library.loading is Loading.READY)
    until(lambda: stage.views.models.questions.loading is Loading.READY)
    return window.palette_card


def words(palette) -> list[str]:
    return palette._model.stringList()


def choose(palette, wanted: str) -> None:
    palette._list.setCurrentIndex(palette._model.index(words(palette).index(wanted)))
    palette._run()


@pytest.mark.parametrize(
    ("needle", "wanted", "place"),
    [
        ("dress", "Reminder: Pick up the dress", "reminders"),
        ("sail learn", "Goal: Learn to sail", "goals"),
        ("before breakfast", "Thought: Mira decides in the morning", "mind"),
        ("listen first", "Self: I listen first.", "self"),
        ("evening i3", "Imprint: The evening i3", "imprints"),
        ("bear hall", "Night: The cake may bear on the hall.", "night"),
        ("small house", "Night: A cake is a small house.", "night"),
    ],
)
def test_a_thing_is_found_and_shown_on_whichever_board_it_stands(stage, palette, needle, wanted, place):
    palette._field.setText(needle)
    choose(palette, wanted)
    assert stage.views.window.place == place
    assert stage.views.widgets.shelves[place].detail.text in wanted


NAMES = ("Anna", "Ana", "Tea", "Leo", "Ida", "Ren", "Noa", "cello")


@pytest.mark.parametrize("name", NAMES)
def test_who_types_a_name_gets_a_search_and_no_action_that_has_its_letters(palette, name):
    palette._field.setText(name)
    found = words(palette)
    above = found[: found.index(f"Look for “{name}” in everything")]
    assert all(name.casefold() in each.casefold() for each in above), "things that hold the name"


def test_things_stand_above_the_search_and_that_above_letters_scattered_in_actions(stage, palette):
    palette._field.setText("dress")
    found = words(palette)
    assert found[0] == "Reminder: Pick up the dress"
    palette._field.setText("qut")
    assert words(palette).index("Quit") > words(palette).index("Look for “qut” in everything")
    palette._run()
    assert stage.views.models.memories.query == "qut"


def test_a_question_is_found_on_whichever_board_it_stands(stage, palette, until):
    asked = stage.views.models.questions
    for board in (Board.WAITING, Board.ANSWERED):
        question = next(one for one in asked.items if asked.stands(one, board))
        if not palette.isVisible():
            stage.views.window.actions_table.run("commands")
        palette._field.setText(question.text)
        choose(palette, f"Question: {question.text}")
        assert stage.views.window.place == "questions"
        until(lambda wanted=question: asked.current is not None and asked.current.id == wanted.id)
        assert asked.board == board


def test_a_document_is_found_by_its_name(stage, palette, until):
    library = stage.views.models.library
    document = library.documents[-1]
    palette._field.setText(document.name.upper())
    choose(palette, f"Document: {document.name}")
    assert stage.views.window.place == "memories"
    until(lambda: library.current is not None and library.current.id == document.id)


def test_a_correction_is_found_by_what_went_wrong(stage, palette):
    shelf = stage.views.widgets.shelves["corrections"]
    known = shelf.shelf.items[0]
    palette._field.setText(known.mistake)
    choose(palette, f"Correction: {known.correction}")
    assert stage.views.window.place == "corrections"
    assert shelf.detail.text == known.correction


def test_chapters_and_switches_of_settings_are_found(stage, palette, until):
    palette._field.setText("settings: appearance")
    choose(palette, "Settings: Appearance")
    settings = stage.views.widgets.settings
    assert (stage.views.window.place, chapter(settings)) == ("settings", "appearance")
    stage.views.window.actions_table.run("commands")
    palette._field.setText("without your words")
    choose(palette, "Settings: Attention: Without your words")
    assert chapter(settings) == "attention"
    until(lambda: stage.program.idle)


def chapter(settings) -> str:
    return settings._keys[settings._pages.currentIndex()]


def test_what_only_the_palette_finds_stands_in_no_menu(stage):
    menus = [action.text() for action in stage.views.window._menu.actions()]
    assert "" not in menus
    assert "Settings" in menus
