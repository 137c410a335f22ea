"""What the companion noticed, on Today: what still holds, and what can be said to it."""

from datetime import date, timedelta

import pytest

from engine.conversation.utterance import own_words
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import NOW, OBSERVED, ShelfBook, told
from ui.conversation.wording import quoted
from ui.doors import Fault
from ui.frame.letters import UNDO
from ui.today.noticed import Noticed
from ui.today.wording import remark_words
from ui.widgets.verbs import VerbRow

TODAY = NOW.astimezone().date()


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


def noticed(book: ShelfBook, day: date = TODAY) -> Noticed:
    made = Noticed(DirectDoor(book.answer), lambda: day)
    made.load()
    return made


def test_what_still_holds_is_told_in_the_words_of_now(book):
    (remark,) = noticed(book, TODAY + timedelta(days=40)).shown
    assert (remark.id, remark_words(remark)) == ("o1", OBSERVED["words"])


def test_what_holds_no_more_stays_for_its_day_without_its_words(book):
    book.lists["noticing.told"] = {"told": [told("o2", "late_night")]}
    (remark,) = noticed(book).shown
    assert remark_words(remark) == "It had become late."
    assert noticed(book, TODAY + timedelta(days=1)).shown == []


def test_of_each_subject_the_last_word_counts(book):
    book.lists["noticing.told"] = {
        "told": [
            told("o9", "near_deadline", "goal:g2", fate="dismissed"),
            told("o8", "late_night"),
            told("o7", "near_deadline", "goal:g2"),
            told("o6", "late_night"),
        ]
    }
    assert [one.id for one in noticed(book).shown] == ["o8"]


def test_what_cannot_be_settled_says_so(book):
    shown = noticed(book)
    failed = []
    shown.failed.connect(failed.append)
    shown._door.fault = Fault("It is locked.")
    shown.dismiss(shown.shown[0])
    assert failed == [Fault("It is locked.")]
    assert len(shown.shown) == 1


@pytest.mark.parametrize("words", ["It is late. We can go on tomorrow.", "It never came up.\nDoes it hold?"])
def test_what_is_answered_is_no_word_of_the_person(words):
    assert own_words(quoted(words) + "Yes, it still does.") == "Yes, it still does."


@pytest.fixture
def today(stage, until):
    """Today of an open window, with what was noticed read, and the mind behind it."""
    service = stage.open(ScriptedService())
    stage.views.window.go("today")
    until(lambda: stage.views.models.today.noticed.shown != [])
    return stage, service


def test_it_is_answered_in_the_conversation_above_what_was_written_already(today, until):
    stage, service = today
    stage.views.place.composer.set_draft("By the way:")
    stage.views.widgets.today.noticed.findChild(VerbRow).press("Answer")
    assert stage.views.window.place == "conversation"
    assert stage.views.place.composer.draft == f"> {OBSERVED['words']}\nBy the way:"
    until(lambda: service.shelves.changed == [("noticing.answer", {"observation": "o1"})])


def test_it_is_dismissed_and_makes_way(today, until):
    stage, service = today
    place = stage.views.widgets.today
    service.shelves.lists["noticing.told"] = {"told": []}
    place.noticed.findChild(VerbRow).press("Dismiss")
    until(lambda: not place.noticed.isVisible())
    assert service.shelves.changed == [("noticing.dismiss", {"observation": "o1"})]
    assert place.bar.words == "I will not bring that up again for a month."


def test_what_was_dismissed_comes_back_by_its_letter(today, until):
    stage, service = today
    place = stage.views.widgets.today
    service.shelves.lists["noticing.told"] = {"told": []}
    place.noticed.findChild(VerbRow).press("Dismiss")
    until(lambda: not place.noticed.isVisible())
    service.shelves.lists["noticing.told"] = {"told": [told("o1", "near_deadline", "goal:g2")]}
    assert place.press_letter(UNDO)
    until(place.noticed.isVisible)
    assert service.shelves.changed[-1] == ("noticing.reopen", {"observation": "o1"})
