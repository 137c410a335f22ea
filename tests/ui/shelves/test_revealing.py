"""A thing that is named elsewhere is shown in full, on whichever board it stands, and also where it is not read yet."""

import pytest
from PySide6.QtWidgets import QPushButton

from companion.window.views import lead
from tests.ui.doors import KeptDoor
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import ShelfBook
from ui.frame.lines import LinesCard
from ui.goals import Goals
from ui.goals.model import DONE, DROPPED
from ui.night import Nights
from ui.shell.places import place_of
from ui.thoughts import Thoughts
from ui.trail import Times


@pytest.fixture
def book() -> ShelfBook:
    return ShelfBook()


def answer_all(door: KeptDoor, book: ShelfBook) -> None:
    while door.asked:
        asked = door.asked.pop(0)
        asked.success(book.answer(asked.request, asked.parameters))


def test_it_is_chosen_on_its_own_board_whatever_was_looked_for(book):
    goals = Goals(DirectDoor(book.answer))
    goals.load()
    goals.seek("speech")
    goals.reveal("goal:g3")
    assert (goals.board, goals.needle) == (DONE, "")
    assert goals.current is not None
    assert goals.current.title == "Bake bread"


def test_what_was_never_read_is_read_and_then_chosen(book):
    door = KeptDoor()
    goals = Goals(door)
    goals.reveal("goal:g3")
    assert goals.current is None
    answer_all(door, book)
    assert goals.current is not None
    assert (goals.current.id, goals.board) == ("g3", DONE)


def test_what_is_being_read_is_not_read_twice(book):
    door = KeptDoor()
    goals = Goals(door)
    goals.load()
    goals.reveal("g1")
    assert len(door.asked) == len(goals.sources())
    answer_all(door, book)
    assert goals.current is not None
    assert goals.current.id == "g1"


def test_what_came_meanwhile_is_read_anew(book):
    goals = Goals(DirectDoor(book.answer))
    goals.load()
    book.lists["goals.list"]["goals"].append(book.lists["goals.list"]["goals"][0] | {"id": "g7"})
    goals.reveal("goal:g7")
    assert goals.current is not None
    assert goals.current.id == "g7"


def test_what_is_gone_is_waited_for_no_longer(book):
    goals = Goals(DirectDoor(book.answer))
    goals.reveal("goal:g7")
    assert goals.current == goals.shown()[0]
    book.lists["goals.list"]["goals"].append(book.lists["goals.list"]["goals"][0] | {"id": "g7"})
    goals.load()
    assert goals.current.id != "g7"


def test_who_looks_elsewhere_meanwhile_is_not_led_back(book):
    door = KeptDoor()
    goals = Goals(door)
    goals.reveal("goal:g3")
    goals.choose_board(DROPPED)
    answer_all(door, book)
    assert goals.board == DROPPED


def test_places_of_several_sources_find_it_by_its_ref(book):
    thoughts, nights = Thoughts(DirectDoor(book.answer)), Nights(DirectDoor(book.answer))
    thoughts.reveal("prediction:p2")
    nights.reveal("line:l2")
    assert thoughts.current is not None
    assert nights.current is not None
    assert (thoughts.current.text, nights.current.text) == ("She orders", "A cake is a small house.")


def test_what_was_said_is_shown_in_the_talk_in_which_it_was(book):
    times = Times(DirectDoor(book.answer))
    book.lists["episodes.read"]["steps"][0] |= {"ref": "step:s9", "text": "The cake is ordered."}
    times.reveal("step:s9")
    assert times.current is not None
    assert times.current.id == "e2"
    assert times.sought(times.current) == "The cake is ordered."
    times.select("e1")
    times.reveal("episode:e2")
    assert times.sought(times.current) == ""


def test_a_line_of_the_brief_leads_to_the_finding_itself(stage, until):
    service = stage.open(ScriptedService())
    service.shelves.lists["night.findings"]["lines"].insert(
        0, service.shelves.lists["night.findings"]["lines"][0] | {"id": "l0", "text": "Something else."}
    )
    views = stage.views
    views.window.go("today")
    morning = views.widgets.today.morning
    until(lambda: bool(morning.summary.text()))
    morning.whole.click()
    assert "How I came to this" in morning.lines.words
    morning.lines.followed.emit("line:l1")
    assert views.window.place == "night"
    until(lambda: views.widgets.shelves["night"].detail.text == "The cake may bear on the hall.")


def test_the_moment_of_an_imprint_leads_to_the_talk(stage, until):
    stage.open(ScriptedService())
    views, trail = stage.views, stage.views.widgets.shelves["trail"]
    views.window.go("imprints")
    until(lambda: views.widgets.shelves["imprints"].detail.text != "")
    views.widgets.shelves["imprints"].detail.findChild(LinesCard).followed.emit("step:s1")
    until(lambda: views.models.trail.current is not None and views.models.trail.current.id == "e2")
    assert views.window.place == "trail"
    until(lambda: "The speech made her cry." in trail.detail.lines.words)


def test_a_correction_leads_to_the_answers_that_it_changed(stage, until):
    stage.open(ScriptedService())
    views, detail = stage.views, stage.views.widgets.shelves["corrections"].detail
    views.window.go("corrections")
    until(lambda: detail.text == "Ask first")
    assert "In an answer on 3 May." in detail.lines.words
    (link,) = [one for one in detail.lines.findChildren(QPushButton) if "Show what was said" in one.text()]
    link.click()
    until(lambda: views.models.trail.current is not None and views.models.trail.current.id == "e2")
    assert views.window.place == "trail"


@pytest.mark.parametrize(("place", "ref"), [("you", "fact:f40"), ("questions", "question:q33")])
def test_a_way_from_elsewhere_shows_the_thing_in_a_place_never_looked_at(stage, until, place, ref):
    stage.open(ScriptedService())
    views = stage.views
    models = {"you": views.known, "questions": views.widgets.shelves["questions"].shelf}
    views.widgets.today.place_wanted.emit(place, ref)
    until(lambda: models[place].current is not None and models[place].current.id == ref.partition(":")[2])
    assert views.window.place == place


@pytest.mark.parametrize(
    ("ref", "bar"),
    [
        ("fact:gone", lambda views: views.you.bar),
        ("question:gone", lambda views: views.widgets.shelves["questions"].bar),
        ("document:gone", lambda views: views.memories.bar),
        ("goal:gone", lambda views: views.widgets.shelves["goals"].bar),
        ("episode:gone", lambda views: views.widgets.shelves["trail"].bar),
    ],
)
def test_a_way_to_what_is_gone_says_so_at_its_end(stage, until, ref, bar):
    stage.open(ScriptedService())
    lead(stage.views, place_of(ref), ref)
    until(lambda: bar(stage.views).words == "What this led to is not here any more.")
