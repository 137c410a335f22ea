"""Who lives in this vault: listed, made, left out, turned to, and erased."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.companions import added
from companion.preferences import PreferenceFile
from companion.reach import unlist
from companion.service import Json
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
    until(lambda: found.companions.known is not None and found.called.isEnabled())
    return found


def rows(card: CompanionsCard) -> list[ThingRow]:
    return [row for row in card.list.findChildren(ThingRow) if row.isVisibleTo(card)]


def named(card: CompanionsCard) -> list[str]:
    return [row.findChildren(Words)[0].text() for row in rows(card)]


def press(card: CompanionsCard, name: str, verb: str) -> None:
    row = rows(card)[named(card).index(name)]
    buttons = row.findChild(VerbRow).findChildren(type(card.add_button))
    next(one for one in buttons if one.text() == verb).click()


def test_who_is_spoken_with_is_named_once_and_the_others_stand_below(card, until, tmp_path):
    assert (named(card), card.called.field.text()) == ([], "")
    QTest.keyClicks(card.called.field, "Ada")
    QTest.keyClick(card.called.field, Qt.Key.Key_Return)
    until(lambda: PreferenceFile(tmp_path).load().preferences.companion_name == "Ada")
    QTest.keyClicks(card.field, "Nova")
    card.add_button.click()
    until(lambda: named(card) == ["Nova"])
    assert card.called.field.text() == "Ada"
    assert card.called.y() < card.profile.y() < card.list.y()


def test_one_more_is_made_left_out_and_back(card, until):
    assert not card.add_button.isEnabled()
    QTest.keyClicks(card.field, "Nova")
    card.add_button.click()
    until(lambda: named(card) == ["Nova"])
    assert card.field.text() == ""
    press(card, "Nova", "Leave out")
    until(lambda: named(card) == [])
    QTest.keyClicks(card.field, "nova")
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    until(lambda: named(card) == ["Nova"])


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
    until(lambda: named(card) == ["Nova"])
    assert not turned
    press(card, "Nova", "Speak with it")
    until(lambda: bool(turned))
    assert PreferenceFile(tmp_path).load().preferences.companion == "nova"


class Forgetful(ScriptedService):
    """Erases from the choices too, as a mind does that keeps them."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.preferences = PreferenceFile(home)

    def answer(self, request: str, parameters: Json) -> Json:
        if request == "forget.companion":
            unlist(self.preferences, parameters["companion"])
        return super().answer(request, parameters)


@pytest.fixture
def card_with_nova(stage, until, tmp_path) -> CompanionsCard:
    PreferenceFile(tmp_path).revise(lambda now: {"companions": added(now.companions, "Nova")[0]})
    stage.open(Forgetful(tmp_path))
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("character")
    found = stage.views.window.findChild(CompanionsCard)
    until(lambda: named(found) == ["Nova"])
    return found


def test_one_is_erased_once_the_word_is_typed_and_that_is_told(card_with_nova, stage, until, tmp_path):
    card, erasure = card_with_nova, card_with_nova.erasure
    assert not erasure.isVisible()
    press(card, "Nova", "Erase…")
    until(lambda: "This erases Nova for good: 7 memories, 2 strong moments." in erasure.told.text())
    assert not erasure.agree.isEnabled()
    QTest.keyClicks(erasure.field, "nova")
    QTest.keyClick(erasure.field, Qt.Key.Key_Return)
    assert PreferenceFile(tmp_path).load().preferences.companions[-1].id == "nova"
    erasure.field.clear()
    QTest.keyClicks(erasure.field, "forget")
    erasure.agree.click()
    until(lambda: named(card) == [])
    until(lambda: erasure.told.text() == "Nova is gone.")
    assert not erasure.field.isVisible()
    # Its name is free again.
    QTest.keyClicks(card.field, "Nova")
    card.add_button.click()
    until(lambda: named(card) == ["Nova"])


def test_nothing_is_erased_by_cancelling_and_the_word_must_be_typed_anew(card_with_nova, until):
    card, erasure = card_with_nova, card_with_nova.erasure
    press(card, "Nova", "Erase…")
    until(erasure.field.isVisible)
    QTest.keyClicks(erasure.field, "FORGET")
    erasure.give_up.click()
    assert not erasure.isVisible()
    press(card, "Nova", "Erase…")
    until(erasure.field.isVisible)
    assert erasure.field.text() == ""
    assert named(card) == ["Nova"]
