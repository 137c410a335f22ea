"""Feeds in Settings: added by their address, read, removed and put back, and how often that is done by itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.preferences import PreferenceFile
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.settings.fake import FeedBook, feed
from ui.doors import Fault
from ui.settings.feeds import FeedList, FeedsCard, wording
from ui.settings.feeds.model import Doing
from ui.widgets.verbs import VerbRow

OFFLINE = "The feed's server cannot be reached (ConnectError)."


@pytest.fixture
def book() -> FeedBook:
    return FeedBook()


@pytest.fixture
def feeds(book: FeedBook) -> FeedList:
    made = FeedList(DirectDoor(book.answer))
    made.load()
    return made


def test_an_added_feed_is_read_at_once(feeds, book):
    assert wording.state_words(feeds) == "You have added no feed yet."
    feeds.add("  ")
    assert book.changed == []
    feeds.add(" bees.example ")
    assert book.changed == [("feeds.add", {"url": "bees.example"})]
    assert (wording.state_words(feeds), [one.name for one in feeds.known]) == ("3 new.", ["Bee news"])


def test_offline_is_a_state_that_says_what_helps(feeds, book):
    book.fault = OFFLINE
    feeds.add("bees.example")
    assert wording.state_words(feeds) == f"Bee news: {OFFLINE} Look whether you are online."
    assert OFFLINE in wording.about_words(feeds.known[0])
    book.feeds.append(feed("ships", "Ships"))
    feeds.read_now()
    assert wording.state_words(feeds) == "Nothing new. 2 of 2 could not be read; why stands beside each."


def test_what_was_proposed_is_read_once_the_person_says_so(feeds, book):
    book.feeds.append(feed("bees", "Bee news", allowed=False, fetched_at=None))
    feeds.load()
    assert "Another program" in wording.about_words(feeds.known[0])
    feeds.allow(feeds.known[0])
    assert [name for name, _ in book.changed] == ["feeds.allow", "feeds.fetch"]
    assert wording.state_words(feeds) == "3 new."


def test_a_removed_feed_can_be_put_back_as_it_was(feeds, book):
    book.feeds.append(feed("bees", "Bees", category="craft", keywords=["swarm"]))
    feeds.load()
    feeds.remove(feeds.known[0])
    assert feeds.known == []
    assert "“Bees” is read no more" in wording.state_words(feeds)
    feeds.put_back()
    given = book.changed[-1][1]
    assert (given["name"], given["category"], given["keywords"]) == ("Bees", "craft", ["swarm"])
    assert feeds.removed is None


def test_what_cannot_be_done_says_so_and_the_next_can(feeds, book):
    feeds._door.fault = Fault("This is no address of a feed.", "Give the feed's address.")
    feeds.add("file:///x")
    assert wording.state_words(feeds) == "This is no address of a feed. Give the feed's address."
    feeds._door.fault = None
    feeds.add("bees.example")
    assert (feeds.doing, feeds.fault) == (Doing.NOTHING, None)


def test_one_thing_at_a_time(book):
    class Waiting(DirectDoor):
        def change(self, request, parameters, *, success, failure, progress=None):
            book.changed.append((request, parameters))

    feeds = FeedList(Waiting(book.answer))
    feeds.load()
    feeds.add("a.example")
    feeds.add("b.example")
    feeds.read_now()
    assert [given for _, given in book.changed] == [{"url": "a.example"}]


@pytest.fixture
def service(stage) -> ScriptedService:
    made = ScriptedService()
    made.feeds.feeds.append(feed("ships", "Ships", fault=OFFLINE, remedy="Look whether you are online."))
    return stage.open(made)


@pytest.fixture
def card(stage, service, until) -> FeedsCard:
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("feeds")
    found = stage.views.window.findChild(FeedsCard)
    until(lambda: found.feeds.known is not None and found.chosen.known is not None)
    return found


def rows(card: FeedsCard) -> list[VerbRow]:
    return card.list.findChildren(VerbRow)


def test_a_feed_is_added_by_return_and_the_field_is_free_again(card, service, until):
    assert not card.add_button.isEnabled()
    QTest.keyClicks(card.field, "bees.example")
    assert card.add_button.isEnabled()
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    until(lambda: card.told.text() == "3 new.")
    assert (card.field.text(), service.feeds.changed) == ("", [("feeds.add", {"url": "bees.example"})])
    until(lambda: len(rows(card)) == 2)


def test_a_feed_is_added_by_a_press_and_a_wrong_one_stays_typed(card, service, until):
    QTest.keyClicks(card.field, "bees.example")
    card.add_button.click()
    until(lambda: len(service.feeds.changed) == 1 and card.feeds.doing is Doing.NOTHING)


def test_one_that_failed_is_tried_again(card, service, until):
    rows(card)[0].press("Try again")
    until(lambda: card.told.text() == "3 new.")
    assert service.feeds.changed == [("feeds.fetch", {"feed": "ships"})]
    until(lambda: rows(card)[0].words == ["Remove"])


def test_all_are_read_now(card, service, until):
    card.verbs.press("Read now")
    until(lambda: card.told.text() == "3 new.")
    assert service.feeds.changed == [("feeds.fetch", {"feed": ""})]


def test_one_is_removed_and_put_back(card, service, until):
    rows(card)[0].press("Remove")
    until(lambda: card.verbs.words == ["Put it back"])
    card.verbs.press("Put it back")
    until(lambda: card.verbs.words == ["Read now"])
    assert [name for name, _ in service.feeds.changed] == ["feeds.remove", "feeds.add"]


def test_what_another_program_proposed_is_allowed(card, service, until):
    service.feeds.feeds = [feed("bees", "Bee news", allowed=False)]
    card.feeds.load()
    until(lambda: rows(card)[0].words == ["Read it", "Remove"])
    assert not card.verbs.isVisible()
    rows(card)[0].press("Read it")
    until(lambda: card.told.text() == "3 new.")


def test_how_often_is_chosen(card, until, tmp_path):
    assert card.every.box.currentText() == "every 6 hours"
    card.every.box.setCurrentIndex(0)
    card.every.box.activated.emit(0)
    until(lambda: card.chosen.value("feeds_every_hours") == 0)
    assert PreferenceFile(tmp_path).load().preferences.feeds_every_hours == 0
    assert [card.every.box.itemText(at) for at in (0, 1)] == ["only when you ask", "every hour"]
