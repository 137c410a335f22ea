"""What is added or deleted by mistake can be taken back; what is open leads to the talk that it is from."""

import pytest

from engine.intent.records import GoalStatus
from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import ShelfBook, item, kept
from ui.character import Character
from ui.corrections import Corrections
from ui.corrections import telling as corrections_telling
from ui.goals import Goals
from ui.goals import telling as goals_telling
from ui.imprints import Imprints
from ui.mood import Feelings
from ui.mood.model import Axis
from ui.mood.records import Point
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
    thoughts.steps.undo()
    assert book.changed[-1] == ("forget.withdraw", {"refs": ["prediction:p9"]})
    thoughts.steps.redo()
    assert book.changed[-1] == ("forget.restore", {"refs": ["prediction:p9"]})
    assert told == ["make", "unmake", "make"]


def test_changes_are_taken_back_one_after_the_other_and_the_last_done_again(door, book):
    goals = Goals(door)
    goals.load()
    first, second = goals.shown()
    goals.finish(first, GoalStatus.DONE)
    goals.finish(second, GoalStatus.DROPPED)
    goals.steps.undo()
    assert not goals.steps.can_redo, "a goal that is wanted again has no way forth"
    goals.steps.undo()
    goals.steps.undo()
    assert [given["goal"] for _, given in book.changed] == [first.id, second.id, second.id, first.id]


def test_what_was_taken_back_is_done_again_until_something_else_is(door, book):
    imprints = Imprints(door)
    imprints.load()
    first, second = imprints.shown()
    imprints.let_go(first)
    imprints.steps.undo()
    imprints.steps.redo()
    assert [name for name, _ in book.changed] == ["mood.let_go", "mood.carry_again", "mood.let_go"]
    imprints.steps.undo()
    imprints.let_go(second)
    imprints.steps.redo()
    assert book.changed[-1] == ("mood.let_go", {"imprint": second.id}), "there was nothing to do again"


def test_a_way_back_that_tells_late_is_no_change_of_its_own(door, book):
    character = Character(door)
    character.load()
    wish = character.shown()[0]
    character.move(wish, wish.of, 2)
    character.withdraw(wish, wish.of)
    character.steps.undo()
    assert len(character.steps) == 1, "the wish that was written anew is not one more change"
    character.steps.undo()
    assert book.changed[-1] == ("directives.move", {"directive": "d1", "place": 1})


def test_an_objection_is_taken_back_and_made_again(door, book):
    character = Character(door)
    character.load()
    character.choose_board("candidate")
    character.veto(character.shown()[0], "n1")
    character.steps.undo()
    assert book.changed[-1] == ("self.unveto", {"nodes": ["node:n1", "node:n5"]})
    character.steps.redo()
    assert book.changed[-1] == ("self.veto", {"node": "n1"})
    assert len(character.steps) == 1


def test_a_mode_is_taken_back_with_where_it_moved_how_it_feels(door, book):
    feelings = Feelings(door)
    feelings.load()
    before = book.lists["mood"]
    book.lists["mood"] = {
        **before,
        "point": {"valence": 0.1, "energy": 0.9, "openness": 0.7},
        "mode": "focus",
    }
    feelings.switch_mode("focus")
    feelings.steps.undo()
    assert [name for name, _ in book.changed] == ["mood.mode", "mood.mode", "mood.nudge"]
    assert book.changed[1][1] == {"mode": None}
    assert book.changed[2][1] == pytest.approx({"valence": 0.5, "energy": -0.4, "openness": 0.0})
    assert feelings.now.point == Point.model_validate(before["point"])


def test_what_was_done_to_the_mood_by_hand_goes_back_step_by_step_and_the_last_forth(door, book):
    feelings = Feelings(door)
    feelings.load()
    told, at_first = [], feelings.now.point
    feelings.told.connect(told.append)
    feelings.nudge(Axis.VALENCE, up=True)
    feelings.nudge(Axis.ENERGY, up=False)
    moved = feelings.now.point
    feelings.steps.undo()
    feelings.steps.redo()
    assert feelings.now.point == moved
    feelings.steps.undo()
    feelings.steps.undo()
    assert feelings.now.point == at_first
    assert told == ["nudge", "nudge", "undo", "nudge", "undo", "undo"]
    feelings.reset()
    feelings.steps.undo()
    assert book.changed[-1][0] == "mood.rest_again"
    feelings.steps.redo()
    assert book.changed[-1] == ("mood.reset_temperament", {})


def test_an_idea_is_as_it_was_whichever_way_it_went(door, book):
    idea = {**kept("k1"), "concept": "A shed", "seeds": []}
    thoughts = Thoughts(door)

    def asked(status, verb):
        book.lists["ideas.list"]["ideas"] = [{**idea, "status": status}]
        thoughts.load()
        thoughts.choose_board("idea")
        thoughts.take_up(thoughts.shown()[0], verb)
        thoughts.steps.undo()
        return [name.removeprefix("ideas.") for name, _ in book.changed[-2:]]

    assert asked("ready", "activate") == ["activate", "reopen"]
    assert asked("ready", "abandon") == ["abandon", "reopen"]
    assert asked("active", "abandon") == ["abandon", "activate"]
    assert asked("abandoned", "reopen") == ["reopen", "abandon"]


def test_a_deleted_correction_comes_back_as_it_was_counted(door, book):
    corrections = Corrections(door)
    corrections.load()
    known = corrections.shown()[0]
    corrections.remove(known)
    corrections.steps.undo()
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
    reminders.steps.undo()
    assert book.changed[-1] == ("handoff.keep", {"item": "h1", "carried": 6})
    with_a_day = kept.model_copy(update={"due": reminders.day()})
    assert "Keep" not in [one.words for one in open_verbs(reminders, with_a_day)]
