"""What is added or deleted by mistake can be taken back; what is open leads to the talk that it is from."""

import pytest

from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook, item
from ui.corrections import Corrections
from ui.corrections import telling as corrections_telling
from ui.goals import Goals
from ui.goals import telling as goals_telling
from ui.reminders import telling as reminders_telling
from ui.reminders.model import Reminders
from ui.reminders.wording import open_verbs
from ui.shelf.telling import talk_line
from ui.thoughts import Thoughts


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


def test_a_thought_that_was_added_is_taken_back_and_stands_again(door, book):
    thoughts = Thoughts(door)
    thoughts.load()
    told = []
    thoughts.done.connect(lambda done: told.append(done.verb))
    thoughts.foresee({"statement": "It rains on the wedding.", "deadline": ""})
    thoughts.undo()
    assert book.changed[-1] == ("forget.withdraw", {"refs": ["prediction:p9"]})
    thoughts.undo()
    assert book.changed[-1] == ("forget.restore", {"refs": ["prediction:p9"]})
    assert told == ["make", "unmake", "make"]


def test_a_deleted_correction_comes_back_as_it_was_counted(door, book):
    corrections = Corrections(door)
    corrections.load()
    known = corrections.shown()[0]
    corrections.remove(known)
    corrections.undo()
    refs = {"refs": [f"correction:{known.id}"]}
    assert book.changed == [("forget.withdraw", refs), ("forget.restore", refs)]


def test_what_came_up_in_a_talk_leads_there():
    line = talk_line(("episode:e1", "step:s4", "step:s9"))
    assert (line.key, line.about) == ("step:s4", "Show what was said")
    assert talk_line(()).key == ""


ROOMS = {
    "reminders": (Reminders, reminders_telling, "handoff.read", "open"),
    "goals": (Goals, goals_telling, "goals.list", "goals"),
    "corrections": (Corrections, corrections_telling, "corrections.list", "corrections"),
}


@pytest.mark.parametrize("room", ROOMS)
def test_reminders_goals_and_corrections_tell_the_talk_that_they_are_from(door, book, room):
    make, telling, request, lists = ROOMS[room]
    for one in book.lists[request][lists]:
        one["cites"] = ["step:s4"]
    shelf = make(door)
    shelf.load()
    story = telling(shelf).story(shelf.shown()[0])
    assert "step:s4" in [line.key for group in story.groups for line in group.lines]


def test_what_was_open_for_long_is_kept_without_a_day(door, book):
    book.lists["handoff.read"]["open"] = [
        item("h1", "Learn the song", due=None) | {"overdue": True, "carried": 6}
    ]
    reminders = Reminders(door)
    reminders.load()
    (kept,) = reminders.shown()
    verb = next(one for one in open_verbs(reminders, kept) if one.words == "Keep")
    verb.run({})
    assert book.changed == [("handoff.keep", {"item": "h1"})]
    with_a_day = kept.model_copy(update={"due": reminders.day()})
    assert "Keep" not in [one.words for one in open_verbs(reminders, with_a_day)]
