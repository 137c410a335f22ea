"""Newer versions in Settings, through the program's real door, and the notice of the one that was just found."""

import pytest

from companion.preferences import PreferenceFile
from companion.program import updates
from engine.updates import Publisher, Release, UpdateError
from ui.notices import newer_version
from ui.settings.updates_card import UpdatesCard

RELEASE = Release(version="9.0.0", day="2026-11-26", until="2026-12-26", address="https://example.org/x")
NAMED = Publisher("https://example.org/newest", b"k" * 32)


@pytest.fixture
def card(stage, until):
    """Shown, with what is chosen read."""
    place = stage.views.widgets.settings
    stage.views.window.go("settings")
    place.open_chapter("about")
    until(lambda: place.models.chosen.known is not None and place.models.newest.known is not None)
    return place.findChild(UpdatesCard)


@pytest.fixture
def published(monkeypatch):
    """A build with a publisher, whose answer the test gives."""
    asked: list[str] = []
    answers: list[Release | UpdateError] = [RELEASE]

    def read(*_: object) -> Release:
        if isinstance(answers[0], UpdateError):
            raise answers[0]
        return answers[0]

    monkeypatch.setattr(updates, "publisher", lambda: NAMED)
    monkeypatch.setattr(updates, "fetched", lambda address: asked.append(address) or b"")
    monkeypatch.setattr(updates, "read_statement", read)
    return asked, answers


def test_a_build_without_a_publisher_says_so(card):
    assert "names no publisher" in card.said.text()
    assert not card.switch.isVisible()


def test_it_asks_once_it_is_switched_on(published, card, tmp_path, until):
    asked, _ = published
    assert (asked, card.switch.isVisible(), card.switch.isChecked()) == ([], True, False)
    card.switch.click()
    until(lambda: "9.0.0" in card.said.text())
    assert (asked, PreferenceFile(tmp_path).load().preferences.updates) == ([NAMED.address], True)
    card.switch.click()
    until(lambda: not card.chosen.value("updates"))
    assert asked == [NAMED.address]


def test_what_kept_the_answer_away_is_told(published, card, until):
    published[1][0] = UpdateError("The publisher cannot be reached (ConnectError).")
    card.switch.click()
    until(lambda: "cannot be reached" in card.said.text())


def test_the_notice_holds_no_word_of_the_persons():
    notice = newer_version("9.0.0")
    assert "9.0.0" in notice.text
    assert notice.plain[1] == notice.text
    assert notice.place == "settings"
