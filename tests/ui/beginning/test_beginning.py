"""The first steps: each by keys and pointer in the real window, and past all of them."""

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QWidget

from companion.preferences import PreferenceFile
from companion.window import Opening, run_window
from tests.ui.doors import KeptDoor
from tests.ui.fakes import ScriptedService
from tests.ui.settings.test_models import NEW_HOME
from tests.ui.test_window_life import when
from tests.ui.walked import assert_walked
from ui.beginning import Beginning, BeginningCard, Step
from ui.settings import SettingsModels
from ui.settings.choosing import Chosen
from ui.theme import Theme

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


class Loud(QTranslator):
    """Says everything in capitals."""

    def translate(self, context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
        return text.replace("name is", "NAME IS").replace("about me", "ABOUT ME")


def test_what_the_first_steps_say_for_the_person_is_in_their_language(beginning, qapp):
    asked, loud = [], Loud()
    beginning.finished.connect(asked.append)
    qapp.installTranslator(loud)
    try:
        beginning.name("", "Mira")
        beginning.tell([])
    finally:
        qapp.removeTranslator(loud)
    assert [one.parameters["text"] for one in beginning.mind.asked] == ["My NAME IS Mira."]
    assert asked == ["What do you know ABOUT ME?"]


def test_every_step_can_be_skipped(beginning):
    asked = []
    beginning.finished.connect(asked.append)
    for _ in range(6):
        beginning.skip()
    assert (beginning.step, beginning.opened, asked, beginning.mind.asked) == (Step.OVER, [None], [""], [])


def test_all_at_once_can_be_skipped(beginning):
    beginning.leave()
    assert (beginning.step, beginning.opened) == (Step.OVER, [None])


def test_one_goes_back_but_not_behind_the_vault_that_is_made(beginning):
    assert not beginning.can_go_back
    beginning.name("Ada", "Mira")
    beginning.back()
    assert beginning.step is Step.NAMES
    beginning.name("Ida", "Mira")
    beginning.keep_key(SECRET)
    beginning.back()
    assert beginning.step is Step.MODEL
    beginning.skip()
    beginning.skip()
    beginning.back()
    beginning.back()
    assert (beginning.step, beginning.opened) == (Step.MODEL, [SECRET])


@pytest.fixture
def first_steps(qapp):
    """The steps over a bare window, at the models; the program answers when the test says so."""
    mind, program = KeptDoor(), KeptDoor()
    theme, window = Theme(qapp), QMainWindow()
    window.setCentralWidget(QWidget())
    settings = SettingsModels(mind, program)
    card = BeginningCard(Beginning(mind, program, settings.chosen), settings, theme, window)
    card.program = program
    window.show()
    card.cover()
    card.beginning.name("Ada", "Mira")
    card.beginning.keep_key(None)
    program.take("models").success(NEW_HOME)
    program.asked.clear()
    yield card
    window.hide()
    window.deleteLater()
    theme.deleteLater()


def titles(starters) -> list[str]:
    return [row.findChild(QLabel).text() for row in starters.list.rows if row.isVisible()]


def test_a_model_for_each_purpose_is_offered_and_fetched_only_when_it_is_pressed(first_steps):
    starters, program = first_steps.starters, first_steps.program
    purposes = ["To talk with you", "To talk with you", "To hear you", "To speak aloud"]
    assert titles(starters) == [*purposes, "To remember by meaning"]
    assert program.asked == [], "nothing is fetched unasked"
    starters.list.row("whisper").verbs.press("Fetch")
    assert program.take("models.install").parameters == {"name": "whisper"}
    assert starters.all.words == ["Fetch all starters, 1.7 GB"]


def test_a_model_tells_what_it_needs_and_how_fast_it_answers_in_plain_words(first_steps):
    row = first_steps.starters.list.row("better")
    words = " ".join(label.text() for label in row.findChildren(QLabel))
    assert "of memory" in words
    assert "nswers" in words
    assert "processor only" in first_steps.machine.text()
    first_steps.beginning.skip()
    assert "Back" in first_steps.voice.verbs.words
    first_steps.program.asked.clear()


def test_all_are_fetched_with_one_press_and_the_steps_go_on_meanwhile(first_steps):
    starters, program = first_steps.starters, first_steps.program
    starters.all.press("Fetch all starters, 1.8 GB")
    assert starters.all.words == []
    program.take("models.install").progress({"done": 1, "of": 4})
    assert starters.list.row("better").meter.words == "25% is here"
    assert starters.list.row("joe").verbs.words == ["Not now"]
    first_steps.beginning.skip()
    assert first_steps.beginning.step is Step.VOICE


def test_what_is_missing_for_the_voice_is_fetched_where_it_is_missed(first_steps):
    first_steps.beginning.skip()
    starters, program = first_steps.to_talk_aloud, first_steps.program
    assert titles(starters) == ["To hear you", "To speak aloud"]
    program.take("devices").success({"microphones": [], "speakers": [], "missing": "No voice."})
    starters.list.row("joe").verbs.press("Fetch")
    program.take("models.install").success({"installed": True})
    here = [one | {"installed": one["name"] == "joe"} for one in NEW_HOME["models"]]
    program.take("models").success(NEW_HOME | {"models": here})
    assert "Its voice now" in [one.text() for one in starters.list.row("joe").findChildren(QLabel)]
    program.take("devices").success({"microphones": [], "speakers": [], "missing": ""})
    assert first_steps.devices.test.hardware.missing == "", "it was looked anew what is missing"


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


def test_tab_goes_through_the_first_steps_from_above_to_below(first_steps, qtbot):
    qtbot.wait(60)
    assert len(assert_walked(first_steps)) > 1
