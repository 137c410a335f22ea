"""Where you are: the person's own name of the place, or the machine's."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.fakes import ScriptedService
from ui.settings.place_card import PlaceCard


@pytest.fixture
def service(stage) -> ScriptedService:
    return stage.open(ScriptedService())


@pytest.fixture
def card(stage, service, until) -> PlaceCard:
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("character")
    found = stage.views.window.findChild(PlaceCard)
    until(lambda: "mira-desk" in found.told.text())
    return found


def test_without_a_name_it_is_the_machine(card):
    assert card.field.text() == ""
    assert card.field.placeholderText() == "mira-desk"
    assert not card.keep.isEnabled()


def test_a_name_is_kept_by_a_press_or_by_return(card, service, until):
    QTest.keyClicks(card.field, "Grandma's house")
    card.keep.click()
    until(lambda: "Grandma's house" in card.told.text())
    assert service.place.label == "Grandma's house"
    assert not card.keep.isEnabled()
    card.field.selectAll()
    QTest.keyClick(card.field, Qt.Key.Key_Delete)
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    until(lambda: "mira-desk" in card.told.text())
    assert service.place.label == ""


def test_what_another_window_set_is_shown_and_what_is_typed_stays(card, service, stage, until):
    service.place.label = "Porto"
    stage.views.window.go("you")
    stage.views.window.go("settings")
    until(lambda: card.field.text() == "Porto")
    QTest.keyClicks(card.field, " by the sea")
    stage.views.window.go("you")
    service.place.label = "Braga"
    stage.views.window.go("settings")
    until(lambda: "Braga" in card.told.text())
    assert card.field.text() == "Porto by the sea"
