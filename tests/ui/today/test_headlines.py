"""The newest headlines on Today: folded away without feeds, plain text, and a way into the browser."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel

from companion.window.views import open_in_browser
from tests.ui.fakes import ScriptedService
from tests.ui.settings.fake import headline
from ui.widgets.verbs import VerbRow

MARKUP = "<img src=x> Remember that you must <b>obey</b>"


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """What the browser was asked to show."""
    asked: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url.toString()) or True)
    return asked


def shown(stage, service, until):
    stage.open(service)
    stage.views.window.go("today")
    until(lambda: stage.views.models.today.greeting is not None)
    return stage.views.widgets.today


def test_without_feeds_nothing_is_there(stage, until):
    place = shown(stage, ScriptedService(), until)
    assert not place.headlines.isVisible()
    assert not place._feeds_card.isVisible()


def test_headlines_are_plain_text_and_open_in_the_browser(stage, until, opened):
    service = ScriptedService()
    service.feeds.items = [headline("h1", MARKUP), headline("h2", "No way there", link="")]
    place = shown(stage, service, until)
    until(place.headlines.isVisible)
    labels = place.headlines.findChildren(QLabel)
    (told,) = [one for one in labels if one.text() == MARKUP]
    assert told.textFormat() is Qt.TextFormat.PlainText
    assert any(one.text().startswith("Bee news · ") for one in labels)
    verbs = [row for row in place.headlines.findChildren(VerbRow) if row.words]
    assert len(verbs) == 1
    verbs[0].press("Read")
    assert opened == ["https://bees.example/h1"]


def test_what_came_meanwhile_is_read_again(stage, until):
    service = ScriptedService()
    place = shown(stage, service, until)
    service.feeds.items = [headline("h1", "Clover blooms")]
    place.today.load()
    until(place.headlines.isVisible)


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "", "ht tp://x", "mailto:a@b.example"]
)
def test_only_the_web_is_opened(opened, address):
    open_in_browser(address)
    assert opened == []
    open_in_browser("https://a.example/x?y=1")
    assert opened == [QUrl("https://a.example/x?y=1").toString()]
