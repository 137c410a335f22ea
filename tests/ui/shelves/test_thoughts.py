"""How sure it was is drawn against what came true, and an idea for a business is followed from its first line on."""

import pytest
from PySide6.QtCore import Qt

from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook, business, prediction, stamp, trail
from ui.history import Offer
from ui.shelf import ShelfPlace
from ui.theme import Theme
from ui.thoughts import Thoughts, telling
from ui.thoughts.model import Step
from ui.thoughts.operations import BUSINESS, TRAIL

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ASPECTS = ("problem", "market", "effort", "monetization", "fit")
SCORE = dict(zip(ASPECTS, (4, 3, 2, 5, 4), strict=True))


@pytest.fixture
def book() -> ShelfBook:
    book = ShelfBook()
    rival = {"name": "Hull Wax", "strengths": "cheap", "weaknesses": "", "url": "hull.example"}
    book.lists["business.list"]["ideas"] = [
        business("b1", "Boat wax", score=SCORE, competitors=[rival], notes=["First jar", "Second jar"]),
        business("b2", "Oar rental", audience="Visitors"),
    ]
    return book


@pytest.fixture
def thoughts(book) -> Thoughts:
    made = Thoughts(DirectDoor(book.answer))
    made.load()
    return made


def settle(book: ShelfBook, *settled: tuple[str, float]) -> None:
    book.lists["predictions.list"]["predictions"] = [
        prediction(f"s{number}", "It rains", status, sure) for number, (status, sure) in enumerate(settled)
    ]


def test_predictions_are_held_against_what_came_true_by_steps_of_confidence(thoughts, book):
    settle(
        book,
        ("correct", 0.9),
        ("wrong", 0.8),
        ("partially_correct", 0.85),
        ("wrong", 0.35),
        ("pending", 0.1),
        ("expired", 0.5),
    )
    thoughts.load()
    assert thoughts.calibrated == [Step(1, 0.35, 0.0), Step(3, pytest.approx(0.85), 0.5)]


def test_the_plot_stands_with_a_prediction_once_there_is_more_than_one_point(thoughts, book):
    told = telling(thoughts)
    assert told.story(thoughts.shown()[0]).plot is None, "one is settled"
    settle(book, ("correct", 0.9), ("wrong", 0.3))
    thoughts.load()
    plot = told.story(thoughts.shown()[0]).plot
    assert plot.points == [
        (0.3, 0.0, "1 of which I was 30% sure: 0% came true"),
        (0.9, 1.0, "1 of which I was 90% sure: 100% came true"),
    ]
    thoughts.choose_board("model")
    assert told.story(thoughts.shown()[0]).plot is None, "it is about predictions"


@pytest.fixture
def place(thoughts, qtbot, qapp):
    made = ShelfPlace(thoughts, telling(thoughts), Theme(qapp))
    made.resize(900, 700)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.hide()


def test_the_plot_is_drawn_and_told(place, thoughts, book):
    assert not place.detail.plotted.isVisible()
    settle(book, ("correct", 0.9), ("wrong", 0.3))
    thoughts.load()
    chart = place.detail.plotted.chart
    assert chart.isVisible()
    assert chart.accessibleName() == "How sure I was, and what came true"
    assert "1 of which I was 30% sure: 0% came true" in chart.accessibleDescription()
    place.boards.press("model")
    assert not place.detail.plotted.isVisible()


def test_a_business_is_told_with_what_speaks_for_it(thoughts):
    thoughts.choose_board(BUSINESS)
    first, second = thoughts.shown()
    told = telling(thoughts)
    row = told.row(first)
    assert row.about.startswith("18 of 25 points")
    assert told.row(second).about.startswith("Not rated yet")
    story = told.story(first)
    assert story.meter == (18 / 25, "18 of 25 points")
    groups = {group.title: [(line.text, line.about) for line in group.lines] for group in story.groups}
    assert groups["Who offers something like it"] == [("Hull Wax", "cheap · hull.example")]
    assert groups["How it went"] == [("Second jar", ""), ("First jar", "")]
    assert ("How many have it: 3 of 5", "") in groups["What speaks for it"]


def test_a_business_is_moved_scored_and_described_and_each_can_be_taken_back(thoughts, book):
    thoughts.choose_board(BUSINESS)
    wax, oars = thoughts.shown()
    thoughts.move(wax, "building")
    thoughts.steps.undo()
    assert book.changed == [
        ("business.update", {"idea": "b1", "status": "building"}),
        ("business.update", {"idea": "b1", "status": "exploring"}),
    ]
    thoughts.score(wax, dict.fromkeys(ASPECTS, "5"))
    thoughts.steps.undo()
    assert book.changed[-2:] == [
        ("business.score", {"idea": "b1", **dict.fromkeys(ASPECTS, 5)}),
        ("business.score", {"idea": "b1", **SCORE}),
    ]
    thoughts.score(oars, dict.fromkeys(ASPECTS, "1"))
    assert thoughts.steps.offer is Offer.NEITHER, "there was no score to go back to"
    described = {"name": "Oars", "description": "By the hour", "audience": "Visitors", "angle": ""}
    thoughts.redraw(oars, described)
    thoughts.steps.undo()
    assert book.changed[-2][1] == {"idea": "b2", **described}
    assert book.changed[-1][1] == {"idea": "b2", **described, "name": "Oar rental", "description": ""}


def test_a_business_is_written_down_and_noted_on(thoughts, book):
    thoughts.plan({"name": "Tar", "description": "", "audience": "", "angle": ""})
    assert thoughts.board == BUSINESS
    thoughts.note(thoughts.shown()[0], {"note": "Sold one"})
    rival = {"name": "Tar & Co", "strengths": "", "weaknesses": "slow", "url": ""}
    thoughts.compete(thoughts.shown()[0], rival)
    assert book.changed[-2:] == [
        ("business.update", {"idea": "b1", "note": "Sold one"}),
        ("business.compete", {"idea": "b1", **rival}),
    ]


def test_what_was_noted_of_a_business_is_taken_back(thoughts, book):
    thoughts.choose_board(BUSINESS)
    wax = thoughts.shown()[0]
    thoughts.note(wax, {"note": "Sold one"})
    thoughts.steps.undo()
    assert book.changed[-1] == ("business.drop_note", {"idea": "b1"})
    rival = {"name": "Tar & Co", "strengths": "", "weaknesses": "slow", "url": ""}
    thoughts.compete(wax, rival)
    thoughts.steps.undo()
    assert book.changed[-1] == ("business.drop_competitor", {"idea": "b1", "name": "Tar & Co"})
    thoughts.compete(wax, {**rival, "name": "hull wax"})
    thoughts.steps.undo()
    known = {"name": "Hull Wax", "strengths": "cheap", "weaknesses": "", "url": "hull.example"}
    assert book.changed[-1] == ("business.compete", {"idea": "b1", **known}), "it was known before"


def test_what_was_written_down_of_a_problem_is_taken_back(thoughts, book):
    problem = trail("t1", "The hull leaks")
    book.lists["reasoning.list"]["trails"] = [problem]
    thoughts.load()
    thoughts.choose_board(TRAIL)
    leak = thoughts.shown()[0]
    again = ("reasoning.take_back", {"trail": "t1", "at": problem["updated_at"]})
    for write_down, given in (
        (thoughts.suppose, {"statement": "The seam"}),
        (thoughts.find, {"text": "It is wet at the bow", "way": "for"}),
        (thoughts.give_up, {"approach": "More tar", "why": "It stays soft"}),
        (thoughts.solve, {"solution": "A new plank"}),
    ):
        write_down(leak, given)
        thoughts.steps.undo()
        assert book.changed[-1] == again


def test_a_score_is_kept_once_all_five_are_given(place, book, qtbot):
    place.boards.press(BUSINESS)
    place.rows.setFocus()
    qtbot.keyClick(place.rows, Qt.Key.Key_Down)
    assert place.detail.text == "Oar rental"
    qtbot.keyClick(place.rows, Qt.Key.Key_S)
    form = place.detail.form
    fields = [one for one in form._made if hasattr(one, "keys")]
    assert len(fields) == 5
    for field in fields[:4]:
        field.press("4")
    assert not form._keep.isEnabled(), "one is still to be said"
    fields[4].press("2")
    qtbot.keyClick(form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert book.changed == [("business.score", {"idea": "b2", **dict.fromkeys(ASPECTS, 4), "fit": 2})]
    assert place.bar.words == "Rated: Oar rental"


def test_what_it_thinks_became_of_a_prediction_may_have_come_otherwise(thoughts, book):
    came = {
        "status": "correct",
        "actual": "It poured.",
        "lesson": "",
        "at": stamp(),
        "cites": [],
        "proposed": True,
    }
    book.lists["predictions.list"]["predictions"] = [{**prediction("p7", "It rains"), "resolution": came}]
    thoughts.load()
    story = telling(thoughts).story(thoughts.shown()[0])
    assert [one.text for one in story.groups[0].lines] == ["I think that it came true."]
    verbs = {verb.words: verb for verb in story.verbs}
    assert list(verbs) == ["It is so", "Partly", "Was wrong"]
    assert len({verb.key for verb in story.verbs}) == 3
    verbs["Was wrong"].run({})
    assert book.changed[-1] == ("predictions.resolve", {"prediction": "p7", "status": "wrong"})
    thoughts.steps.undo()
    assert book.changed[-1] == ("predictions.undo", {"prediction": "p7"})


def test_a_problem_is_thought_through_by_hand(thoughts, book):
    book.lists["reasoning.list"]["trails"] = [trail("t1", "The boat leaks")]
    thoughts.load()
    thoughts.choose_board("trail")
    verbs = {verb.words: verb for verb in telling(thoughts).story(thoughts.current).verbs}
    verbs["Suppose"].run({"statement": "A seam is open"})
    verbs["Note a finding"].run({"text": "The seam is dry", "way": "against"})
    verbs["Dead end"].run({"approach": "Caulk it", "why": "It was dry"})
    assert book.changed == [
        ("reasoning.hypothesis", {"trail": "t1", "statement": "A seam is open"}),
        ("reasoning.evidence", {"trail": "t1", "text": "The seam is dry", "supports": False}),
        ("reasoning.abandon", {"trail": "t1", "approach": "Caulk it", "why": "It was dry"}),
    ]


@pytest.mark.parametrize(
    ("board", "given", "text"),
    [
        ("outcome", {"decision": "We sell the boat", "predicted": "More room"}, "We sell the boat"),
        ("idea", {"concept": "A song of the sea"}, "A song of the sea"),
    ],
)
def test_a_decision_and_an_idea_are_written_down(thoughts, book, board, given, text):
    thoughts.choose_board(board)
    told = []
    thoughts.done.connect(lambda done: told.append(telling(thoughts).done(done)))
    telling(thoughts).adding().run(given)
    assert told == [f"Noted: {text}"]
    assert book.changed[-1][1] == given
