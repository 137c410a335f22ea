"""Choices, the vault's key and the voice's devices, through the program's real door."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest

from companion.keys import create_keys, open_key
from companion.preferences import PreferenceFile
from engine.network import Allowed, standard_ledger
from engine.network.ledger import VARIABLE
from tests.ui.doors import KeptDoor
from ui.notices import Unasked
from ui.settings.choosing import AskingCard, AttentionCard, CallLog, PresenceCard, VoiceCard, VoiceTest
from ui.settings.choosing.calls import CALLED, KEPT, NOT_CALLED, LatelyHeard, entry_words
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.voice_test import Trial
from ui.settings.keys import PrivacyCard
from ui.settings.keys.model import Step
from ui.settings.network_card import NetworkCard

OLD, NEW = "under the old bridge", "over the new bridge"


@pytest.fixture
def settings(stage, until):
    """Shown, with what is chosen read."""
    place = stage.views.widgets.settings
    stage.views.window.go("settings")
    place.models.chosen.load()
    until(lambda: place.models.chosen.known is not None)
    return place


def test_what_is_chosen_is_kept_in_the_home(settings, tmp_path, until):
    settings.open_chapter("attention")
    card = settings.findChild(AttentionCard)
    card.discreet.click()
    until(lambda: settings.models.chosen.value("discreet"))
    for name, row in card.kinds.items():
        row.click()
        until(lambda name=name: settings.models.chosen.value(name) is False)
    card.quiet_from.box.setCurrentIndex(21)
    card.quiet_from.box.activated.emit(21)
    until(lambda: settings.models.chosen.value("quiet_from") == 21)
    settings.findChild(AskingCard).effort.choices.press("quiet")
    until(lambda: settings.models.chosen.value("effort") == "quiet")
    kept = PreferenceFile(tmp_path).load().preferences
    assert not any(getattr(kept, f"notify_{kind}") for kind in Unasked)
    assert (kept.discreet, kept.quiet_from, kept.effort) == (True, 21, "quiet")
    assert [kept.is_quiet(hour) for hour in (20, 21, 3, 8)] == [False, True, True, False]


def test_what_cannot_be_chosen_is_refused(settings, tmp_path, until):
    chosen = settings.models.chosen
    chosen.choose("quiet_from", 99)
    until(lambda: chosen.fault is not None)
    assert "cannot be chosen" in chosen.fault.message
    assert PreferenceFile(tmp_path).load().preferences.quiet_from == 22


def test_what_was_read_before_a_choice_is_not_shown_after_it():
    program = KeptDoor()
    chosen = Chosen(program)
    before, early, late = ({"values": {"effort": value}, "options": {}, "bounds": {}} for value in "abc")
    chosen.load()
    chosen.load()
    program.take("choices").success(before)
    chosen.choose("effort", "b")
    chosen.choose("effort", "c")
    chosen.load()
    first = program.take("choices.set")
    program.take("choices.set").success(late)
    first.success(early)
    while program.asked:
        program.take("choices").success(before)
    assert chosen.value("effort") == "c"
    chosen.load()
    program.take("choices").success(early)
    assert chosen.value("effort") == "b"


def test_a_passphrase_is_changed_only_by_who_knows_it(settings, tmp_path, until):
    create_keys(tmp_path, OLD)
    settings.open_chapter("privacy")
    card, keys = settings.findChild(PrivacyCard), settings.models.keys
    until(lambda: keys.needs_passphrase)
    card.verbs.press("Change the passphrase…")
    card.present.setText("a wrong guess")
    card.new.setText(NEW)
    card.again.setText("something else")
    assert "not the same" in card.told.text()
    card.answers.press("Go on")
    assert not keys.busy
    card.again.setText(NEW)
    card.answers.press("Go on")
    until(lambda: keys.fault is not None)
    open_key(tmp_path, OLD)
    card.present.setText(OLD)
    card.answers.press("Go on")
    until(lambda: keys.done is Step.PASSPHRASE)
    open_key(tmp_path, NEW)
    assert (card.present.text(), card.new.text()) == ("", "")


def test_a_new_recovery_code_is_shown_once(settings, tmp_path, until):
    create_keys(tmp_path, OLD)
    settings.open_chapter("privacy")
    card, keys = settings.findChild(PrivacyCard), settings.models.keys
    until(lambda: keys.needs_passphrase)
    card.verbs.press("New recovery code…")
    card.present.setText(OLD)
    card.answers.press("Go on")
    until(lambda: bool(keys.code))
    assert card.code.text() == keys.code
    card.answers.press("I have written it down")
    assert not card.code.text()


def test_the_meter_shows_how_loud_it_is(stage, settings):
    program = KeptDoor()
    test = VoiceTest(program)
    card = VoiceCard(settings.models.chosen, test, CallLog(), stage.views.theme, stage.views.window)
    test.load()
    program.take("devices").success({"microphones": ["desk"], "speakers": ["box"], "missing": ""})
    assert [card.devices.microphone.box.itemText(row) for row in range(2)] == ["The system's own", "desk"]
    card.devices.verbs.press("Test the microphone")
    trial = program.take(Trial.MICROPHONE.value)
    trial.progress({"level": 0.6})
    assert card.devices.meter.words == "It hears you."
    assert card.devices.verbs.words == ["Stop"]
    card.devices.verbs.press("Stop")
    assert program.take("stop").parameters == {"request": "devices.listen"}
    trial.success({})
    assert card.devices.meter.words == "The microphone hears well."


def test_what_was_taken_for_its_name_shows_beside_the_slider(stage, settings):
    calls = CallLog(lambda: datetime(2026, 3, 4, 9, 5, tzinfo=UTC))
    card = VoiceCard(
        settings.models.chosen, VoiceTest(KeptDoor()), calls, stage.views.theme, stage.views.window
    )
    assert card.calls.isHidden()
    calls.add(NOT_CALLED, "Hannah", 0.8)
    calls.add("short")
    calls.add(CALLED, "Anna", 1.0)
    assert not card.calls.isHidden()
    lines = card.calls.text().splitlines()[1:]
    assert ["“Anna”, 100% like its name: came" in lines[0], "too short" in lines[1]] == [True, True]
    assert "“Hannah”, 80% like its name: did not come" in lines[2]
    for number in range(KEPT):
        calls.add(CALLED, f"Anna {number}", 1.0)
    lines = card.calls.text().splitlines()[1:]
    assert len(lines) == KEPT
    assert "Anna 19" in lines[0]
    assert "Anna 0" in lines[-1]


@pytest.mark.parametrize("outcome", ["short", "silent", "unsure", "invented", "repeated", "echo"])
def test_every_refusal_has_words(outcome):
    assert entry_words(LatelyHeard(datetime(2026, 3, 4, 9, 5, tzinfo=UTC), outcome)).partition("  ")[2]


def test_calls_are_shown_while_it_waits_for_its_name(settings, until):
    settings.open_chapter("voice")
    card = settings.findChild(VoiceCard)
    assert card.calls.isHidden()
    settings.models.chosen.choose("listening", "when called")
    until(lambda: not card.calls.isHidden())


def test_a_machine_without_sound_says_what_is_missing(stage, settings):
    program = KeptDoor()
    test = VoiceTest(program)
    card = VoiceCard(settings.models.chosen, test, CallLog(), stage.views.theme, stage.views.window)
    test.begin(Trial.SPEAKER)
    program.take("devices.sound").fail("There is no speaker.")
    assert card.devices._missing.text() == "There is no speaker."
    assert "Play a tone" in card.devices.verbs.words


def test_it_starts_with_the_session_where_that_is_chosen(settings, tmp_path, until, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    chosen = settings.models.chosen
    settings.open_chapter("attention")
    card = settings.findChild(PresenceCard)
    card.starting.click()
    until(lambda: chosen.value("autostart"))
    entry = (tmp_path / "config" / "autostart" / "companion.desktop").read_text()
    assert f'"--in-tray" "--home" "{tmp_path}"' in entry
    card.every.box.setCurrentIndex(3)
    card.every.box.activated.emit(3)
    until(lambda: chosen.value("night_every_hours") == 8)
    card.starting.click()
    until(lambda: chosen.value("autostart") is False)
    assert not (tmp_path / "config" / "autostart" / "companion.desktop").exists()


def test_the_hours_in_which_it_may_think_are_chosen(settings, tmp_path, until):
    settings.open_chapter("attention")
    card = settings.findChild(PresenceCard)
    for row, at, name, value in (
        (card.most, 3, "night_most_hours", 4),
        (card.quiet_from, 9, "night_quiet_from", 9),
        (card.quiet_until, 18, "night_quiet_until", 18),
    ):
        row.box.setCurrentIndex(at)
        row.box.activated.emit(at)
        until(lambda name=name, value=value: settings.models.chosen.value(name) == value)
    assert [card.most.box.itemText(at) for at in (0, 1)] == ["1 hour", "2 hours"]
    kept = PreferenceFile(tmp_path).load().preferences
    assert (kept.night_most_hours, kept.night_quiet_from, kept.night_quiet_until) == (4, 9, 18)


def test_every_connection_is_shown_and_none_may_be_allowed(settings, tmp_path, until, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "state"))
    with standard_ledger().passage("https://models.example/one", "a model") as through:
        through.received = 2_500_000_000
    for port in (5001, 5001, 11434):
        with suppress(ConnectionError), standard_ledger().passage(f"http://127.0.0.1:{port}/v1", "a server"):
            raise ConnectionRefusedError
    settings.open_chapter("privacy")
    card = settings.findChild(NetworkCard)
    card.opened.load()
    until(lambda: "models.example, a model: 0 KB out, 2.5 GB in" in " ".join(card.entries.words))
    assert "looked for, and none was there (ports 5001, 11434)" in " ".join(card.entries.words)
    assert "the last of 3" in " ".join(card.entries.words)
    card.allowed.choices.press("none")
    until(lambda: settings.models.chosen.value("network") == "none")
    assert standard_ledger().allowed is Allowed.NONE
    card.allowed.choices.press("all")
    until(lambda: standard_ledger().allowed is Allowed.ALL)
