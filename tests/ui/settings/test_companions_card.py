"""Who lives in this vault: listed, made, left out, and turned to."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.preferences import PreferenceFile
from tests.ui.fakes import ScriptedService
from ui.frame.things import ThingRow
from ui.settings.companions import CompanionsCard
from ui.widgets.verbs import VerbRow
from ui.widgets.words import Words


@pytest.fixture
def card(stage, until) -> CompanionsCard:
    stage.open(ScriptedService())
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("character")
    found = stage.views.window.findChild(CompanionsCard)
    until(lambda: named(found) == ["Companion"])
    return found


def rows(card: CompanionsCard) -> list[ThingRow]:
    return [row for row in card.list.findChildren(ThingRow) if row.isVisibleTo(card)]


def named(card: CompanionsCard) -> list[str]:
    return [row.findChildren(Words)[0].text() for row in rows(card)]


def press(card: CompanionsCard, name: str, verb: str) -> None:
    row = rows(card)[named(card).index(name)]
    buttons = row.findChild(VerbRow).findChildren(type(card.add_button))
    next(one for one in buttons if one.text() == verb).click()


def test_one_more_is_made_left_out_and_back(card, until):
    assert not card.add_button.isEnabled()
    QTest.keyClicks(card.field, "Nova")
    card.add_button.click()
    until(lambda: named(card) == ["Companion", "Nova"])
    assert card.field.text() == ""
    press(card, "Nova", "Leave out")
    until(lambda: named(card) == ["Companion"])
    QTest.keyClicks(card.field, "nova")
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    until(lambda: named(card) == ["Companion", "Nova"])


def test_a_name_that_is_taken_is_told(card, until):
    QTest.keyClicks(card.field, "companion")
    card.add_button.click()
    until(lambda: "another one's already" in card.fault.text())
    assert card.field.text() == "companion"


def test_who_is_turned_to_is_told_of(card, stage, until, tmp_path):
    turned = []
    card.companions.turned.connect(lambda: turned.append(True))
    QTest.keyClicks(card.field, "Nova")
    card.add_button.click()
    until(lambda: named(card) == ["Companion", "Nova"])
    assert not turned
    press(card, "Nova", "Speak with it")
    until(lambda: bool(turned))
    assert PreferenceFile(tmp_path).load().preferences.companion == "nova"
