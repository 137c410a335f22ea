"""The first steps: each by keys and pointer in the real window, and past all of them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from companion.preferences import PreferenceFile
from companion.window import Opening, run_window
from tests.ui.doors import KeptDoor
from tests.ui.fakes import ScriptedService
from tests.ui.test_window_life import when
from ui.beginning import Beginning, BeginningCard, Step
from ui.settings.choosing import Chosen

SECRET = "under the old bridge"


@pytest.fixture
def beginning() -> Beginning:
    mind, program = KeptDoor(), KeptDoor()
    made = Beginning(mind, program, Chosen(program))
    made.mind, made.opened = mind, []
    made.open_vault = made.opened.append
    return made


def test_the_vault_is_opened_once_and_after_its_key_was_chosen(beginning):
    beginning.name("Ada", "Mira")
    assert (beginning.step, beginning.opened) == (Step.KEY, [])
    beginning.keep_key(SECRET)
    for _ in (Step.MODEL, Step.VOICE, Step.ASKING):
        beginning.skip()
    beginning.tell(["My sister is called Ana.", "  "])
    assert (beginning.step, beginning.opened) == (Step.OVER, [SECRET])
    told = [one.parameters["text"] for one in beginning.mind.asked]
    assert told == ["My name is Mira.", "My sister is called Ana."]


def test_every_step_can_be_skipped(beginning):
    asked = []
    beginning.finished.connect(asked.append)
    for _ in range(6):
        beginning.skip()
    assert (beginning.step, beginning.opened, asked, beginning.mind.asked) == (Step.OVER, [None], [""], [])


def test_all_at_once_can_be_skipped(beginning):
    beginning.leave()
    assert (beginning.step, beginning.opened) == (Step.OVER, [None])


def press(card: BeginningCard, words: str) -> None:
    button = next(
        one for one in card.findChildren(QPushButton) if one.text() == words and one.isVisibleTo(card)
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_new_home_is_begun_and_ends_in_a_first_question(qapp, tmp_path):
    openings, services, seen = [], [], {}

    def factory(opening: Opening) -> ScriptedService:
        openings.append((opening.passphrase, opening.locked))
        services.append(ScriptedService())
        return services[0]

    def shown(views) -> None:
        card = views.window.findChild(BeginningCard)
        QTest.keyClicks(card.names.fields[0], "Ada")
        QTest.keyClicks(card.names.fields[1], "Mira")
        when(lambda: views.models.settings.chosen.known is not None, lambda: key(views, card))

    def key(views, card: BeginningCard) -> None:
        seen["behind"] = views.window.centralWidget().isEnabled()
        press(card, "Go on")
        QTest.keyClicks(card.key.fields[0], SECRET)
        press(card, "Go on")
        seen["refused"] = (card.beginning.step, card.key.told.text())
        QTest.keyClicks(card.key.fields[1], SECRET)
        press(card, "Go on")
        press(card, "Go on")
        seen["heard"] = card.devices.isVisible()
        press(card, "Later")
        press(card, "Later")
        QTest.keyClicks(card.about.fields[0], "My sister is called Ana.")
        press(card, "Show me what you know")
        when(lambda: bool(services and services[0].said), lambda: over(views, card))

    def over(views, card: BeginningCard) -> None:
        seen["over"] = (card.isVisible(), views.window.centralWidget().isEnabled(), views.window.place)
        views.window.quit()

    code = run_window(
        factory,
        settings_file=tmp_path / "window.ini",
        on_shown=shown,
        tray_available=lambda: False,
        first_run=True,
    )
    assert (code, openings, seen["behind"]) == (0, [(SECRET, False)], False)
    assert seen["heard"]
    assert seen["refused"] == (Step.KEY, "The two are not the same yet.")
    assert seen["over"] == (False, True, "conversation")
    assert services[0].said == ["What do you know about me?"]
    assert PreferenceFile(tmp_path).load().preferences.companion_name == "Ada"
