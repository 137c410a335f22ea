"""Your data: written as files, read back, erased; the card in a real window over a service in memory."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from tests.ui.fakes import ScriptedService, exchange
from ui.settings import operations
from ui.settings.data import DataCard
from ui.settings.model import Doing

dialogs = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every dialog


@pytest.fixture
def service(stage) -> ScriptedService:
    history = [exchange(number, datetime(2026, 5, number, tzinfo=UTC)) for number in range(1, 4)]
    return stage.open(ScriptedService(history=history))


@pytest.fixture
def card(stage, service) -> DataCard:
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("privacy")
    return stage.views.window.findChild(DataCard)


def settled(card: DataCard, until) -> str:
    """What the card tells when nothing is going on any more."""
    until(lambda: card._data.doing is Doing.NOTHING and bool(card.told.text()))
    return card.told.text()


@dialogs
def test_files_are_written_to_a_folder_of_their_own(card, until, tmp_path: Path):
    card.choose_target()
    card.dialog.fileSelected.emit(str(tmp_path))
    card.dialog.close()
    told = settled(card, until)
    assert str(tmp_path / "Companion ") in told
    assert "not encrypted" in told
    assert not card.agree.isVisible()


@dialogs
def test_files_are_read_back_once_the_person_has_seen_what_changes(card, until, tmp_path: Path):
    card.choose_source()
    card.dialog.fileSelected.emit(str(tmp_path))
    card.dialog.close()
    assert settled(card, until) == "“We sailed.” becomes “We rowed.”"
    assert card.agree.isVisible()
    card.agree.click()
    until(lambda: card.told.text() == "0 new, 1 changed.")
    assert not card.agree.isVisible()


def test_what_says_nothing_new_asks_for_nothing(card, until, tmp_path: Path):
    card._data.look(tmp_path / "same")
    assert settled(card, until) == "The files say nothing else than what I know."
    assert not card.agree.isVisible()


def test_a_folder_that_is_no_export_is_said_to_be_none(card, until, tmp_path: Path):
    card._data.look(tmp_path / "strange")
    assert "Name the folder" in settled(card, until)


def test_erasing_needs_the_word_and_leaves_nothing_on_show(stage, service, card, until):
    conversation = stage.views.conversation
    until(lambda: len(conversation) == 3)
    card.erase.click()
    assert "12 facts" in settled(card, until)
    assert card.field.isVisible()
    assert not card.agree.isEnabled()
    QTest.keyClicks(card.field, "forge")
    assert not card.agree.isEnabled()
    service.history = []
    QTest.keyClicks(card.field, "t")
    assert card.agree.isEnabled()
    card.agree.click()
    until(lambda: "All of it is gone" in card.told.text())
    assert service.memory.asked[-1] == ("forget.person", {"confirm": "FORGET", "library": True})
    until(lambda: len(conversation) == 0)
    assert not card.field.isVisible()


def test_who_thinks_better_of_it_changes_nothing(service, card, until):
    card.erase.click()
    settled(card, until)
    card.give_up.click()
    assert not card.told.isVisible()
    assert not card.field.isVisible()
    assert "forget.person" not in {name for name, _ in service.memory.asked}


@dialogs
def test_an_encrypted_copy_is_written_and_how_it_comes_back_is_said(card, until, tmp_path: Path):
    card.choose_copy()
    card.dialog.fileSelected.emit(str(tmp_path))
    card.dialog.close()
    told = settled(card, until)
    assert str(tmp_path / "companion-1.db") in told
    assert "companion restore" in told


def test_the_whole_home_is_erased_by_choice(stage, service, card, until, monkeypatch: pytest.MonkeyPatch):
    asked: list[dict] = []

    def erases(_door, *, models, success, failure) -> None:
        asked.append({"models": models})
        success()

    monkeypatch.setattr(operations, "erase_home", erases)
    card.erase.click()
    settled(card, until)
    assert card.reach.isVisible()
    card.reach.setCurrentIndex(2)
    QTest.keyClicks(card.field, "FORGET")
    card.agree.click()
    until(lambda: "this window closes" in card.told.text())
    assert asked == [{"models": True}]
    assert "forget.person" not in {name for name, _ in service.memory.asked}


@dialogs
def test_an_archive_is_written_and_said_to_be_open_to_all(card, until, tmp_path: Path):
    card.choose_archive()
    card.dialog.fileSelected.emit(str(tmp_path))
    card.dialog.close()
    told = settled(card, until)
    assert str(tmp_path / "companion-1.companion") in told
    assert "not encrypted" in told


@dialogs
def test_an_archive_is_put_back_once_the_person_has_seen_what_it_holds(
    stage, card, until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, done = tmp_path / "all.companion", []

    def looks(_program, asked: Path, success, failure) -> None:
        success(operations.WholeVault(str(asked), is_archive=True, held={"step": 12, "fact": 3}))

    def puts_back(_program, asked: str, success, failure) -> None:
        done.append(asked)
        success()

    monkeypatch.setattr(operations, "look_back", looks)
    monkeypatch.setattr(operations, "put_back", puts_back)
    card.choose_back()
    card.dialog.fileSelected.emit(str(path))
    card.dialog.close()
    assert "12 things said and done, 3 facts" in settled(card, until)
    card.give_up.click()
    assert (done, card.agree.isVisible()) == ([], False)
    stage.views.widgets.settings.show_arrival(path)  # as by a double click
    until(card.agree.isVisible)
    assert card.agree.isEnabled()
    card.agree.click()
    until(lambda: "opens again" in card.told.text())
    assert done == [str(path)]


def test_what_cannot_be_put_back_is_said(card, until, tmp_path: Path):
    card._data.look_back(tmp_path / "nothing.companion")
    assert "Choose one that is there" in settled(card, until)
    assert not card.agree.isVisible()
