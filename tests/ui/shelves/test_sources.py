"""What shows a thought, and what its own words rest on, leads to where it is from."""

import pytest
from PySide6.QtWidgets import QPushButton

from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook, decision, kept, prediction, stamp, trail
from ui.character import Character
from ui.character import telling as character_telling
from ui.frame.groups import source_of
from ui.shelf import ShelfPlace, Story
from ui.theme import Theme
from ui.thoughts import Thoughts, telling

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
SAID = ["node:n1", "step:s7"]


def noted(**words: object) -> dict[str, object]:
    return {"at": stamp(1), "cites": SAID, **words}


@pytest.fixture
def book() -> ShelfBook:
    book = ShelfBook()
    settled = {"status": "correct", "lesson": "", "proposed": False}
    came = noted(actual="It rained", **settled)
    book.lists["predictions.list"]["predictions"] = [prediction("p1", "It rains") | {"resolution": came}]
    parts = {
        "hypotheses": [noted(statement="The seam")],
        "evidence": [noted(text="It drips", supports=True)],
        "abandoned": [noted(approach="Wax")],
        "solution": noted(text="A new plank"),
    }
    book.lists["reasoning.list"]["trails"] = [trail("t1", "The hull leaks") | parts]
    result = noted(actual="It held", assessment="win", lesson="")
    book.lists["outcomes.list"]["outcomes"] = [decision("o1", "Buy oak") | {"result": result}]
    idea = {"concept": "A boat shed", "status": "seed", "seeds": [noted(quote="A shed, perhaps")]}
    book.lists["ideas.list"]["ideas"] = [{**kept("k1"), **idea}]
    return book


def links(story: Story) -> list[tuple[str, str]]:
    return [(line.text, line.key) for group in story.groups for line in group.lines if line.key]


SHOWN = {
    "prediction": ["It rained"],
    "model": ["She chose before breakfast"],
    "trail": ["The seam", "It drips", "Wax", "A new plank"],
    "outcome": ["It held"],
    "idea": ["A shed, perhaps"],
}


@pytest.mark.parametrize("board", SHOWN)
def test_what_shows_a_thought_leads_to_what_was_said(book, board):
    thoughts = Thoughts(DirectDoor(book.answer))
    thoughts.load()
    thoughts.choose_board(board)
    ref = "step:s1" if board == "model" else "step:s7"
    assert links(telling(thoughts).story(thoughts.shown()[0])) == [(text, ref) for text in SHOWN[board]]


def test_a_thought_that_it_came_to_leads_to_what_led_it_there(book):
    book.lists["models.list"]["models"][0] |= {"cites": ["node:n4"], "evidence": []}
    thoughts = Thoughts(DirectDoor(book.answer))
    thoughts.load()
    thoughts.choose_board("model")
    story = telling(thoughts).story(thoughts.shown()[0])
    assert links(story) == [("I came to it by myself.", "node:n4")]


def test_a_source_is_what_was_said_else_the_first_of_what_there_is():
    assert source_of(SAID) == "step:s7"
    assert source_of(["node:n1", "fact:f1"]) == "node:n1"
    assert source_of([]) == ""


def test_the_line_is_pressed_and_tells_where_to_go(book, qtbot, qapp):
    thoughts = Thoughts(DirectDoor(book.answer))
    place = ShelfPlace(thoughts, telling(thoughts), Theme(qapp))
    qtbot.addWidget(place)
    place.show()
    place.boards.press("model")
    buttons = place.detail.lines.findChildren(QPushButton)
    leads = next(one for one in buttons if one.accessibleName().endswith(": She chose before breakfast"))
    with qtbot.waitSignal(place.followed) as followed:
        leads.click()
    assert followed.args == ["step:s1"]
    place.hide()


def component(**theme: object) -> dict[str, object]:
    shown = {"quotes": ["I listen first.", "I wait."], "mentions": 3, "intensity": 0.5, **theme}
    made = {"at": stamp(), "mentions": 3, "intensity": 0.5, "change": 1.0, "worded_by": "quotes"}
    words = {"name": "personality", "version": 1, "text": "I listen first.", "node": "n1", "sources": []}
    return {**words, "made": {**made, "themes": [shown]}}


@pytest.mark.parametrize(("sources", "shown"), [(["step:s1", "step:s2"], 2), ([], 0)])
def test_its_own_words_lead_to_what_they_were_noted_of(book, sources, shown):
    book.lists["self.components"]["components"] = [component(sources=sources)]
    book.lists["self.candidates"]["candidates"][0]["votes"] = [
        {"run": "run:r1", "at": stamp(), "sources": ["step:s5"]}
    ]
    character = Character(DirectDoor(book.answer))
    character.load()
    character.choose_board("component")
    told = character_telling(character)
    lines = [line for group in told.story(character.shown()[0]).groups for line in group.lines]
    assert [line.text for line in lines] == ["I listen first.", "I wait."]
    assert [line.key for line in lines if line.key] == sources
    assert len(links(told.story(character.shown()[0]))) == shown
    character.choose_board("candidate")
    assert links(told.story(character.shown()[0])) == [("It came up", "step:s5")]
