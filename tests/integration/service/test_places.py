"""The places of the window over the real mind: every request that they make is one it answers so."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest

from engine.intent.records import IntentionStatus
from engine.person import Answer, FactStatus, Lens
from engine.person.records import QuestionStatus
from tests.integration.service.conftest import Reacher
from tests.ui.conftest import Stage
from ui.conversation import Phase
from ui.conversation.listing import Press
from ui.goals.model import INTENTION
from ui.memories.narrowing import Since, Sort
from ui.mood.model import Axis
from ui.thoughts.business import aspects
from ui.thoughts.operations import BUSINESS, MODEL

Until = Callable[[Callable[[], bool]], None]


@pytest.fixture
def until(qtbot) -> Until:
    def wait(condition: Callable[[], bool]) -> None:
        qtbot.waitUntil(condition, timeout=20_000)

    return wait


@pytest.fixture
def stage(qapp, reaching: Reacher, tmp_path: Path, until: Until) -> Iterator[Stage]:
    made = Stage(tmp_path)
    made.door.open(reaching())
    made.views.window.show()
    made.views.mind.ask()
    made.views.conversation.load()
    until(lambda: made.views.mind.ready)
    yield made
    made.close()


def told(stage: Stage, until: Until, text: str) -> None:
    before = len(stage.views.known)
    stage.views.known.add(text)
    until(lambda: len(stage.views.known) > before)


def test_facts_are_told_corrected_doubted_and_taken_back(stage: Stage, until: Until) -> None:
    known = stage.views.known
    stage.views.window.go("you")
    told(stage, until, "I am allergic to peanuts.")
    assert known.current is not None
    known.toggle_why()
    until(lambda: known.reasons is not None)
    assert known.reasons.steps[0].text == "I am allergic to peanuts."
    known.correct("I am allergic to walnuts.")
    until(lambda: known.current is not None and "walnuts" in known.current.text)
    known.toggle_private()
    until(lambda: known.current is not None and known.current.private)
    known.dispute()
    until(lambda: known.current is not None and known.current.status is FactStatus.DISPUTED)
    until(lambda: known.question_about(known.current) is not None)
    known.settle(known.question_about(known.current), Answer(accept=True))
    until(lambda: known.current is not None and known.current.status is FactStatus.ACTIVE)
    known.forget()
    until(lambda: len(known) == 0)
    known.steps.undo()
    until(lambda: len(known) == 1)
    known.steps.redo()
    until(lambda: len(known) == 0)
    known.steps.undo()
    until(lambda: len(known) == 1)
    known.seek("is the person allergic to walnuts?")
    until(lambda: known.verdict is not None and len(known.verdict.matches) == 1)


def test_questions_wait_are_put_off_and_dismissed(stage: Stage, until: Until) -> None:
    stage.views.window.go("you")
    told(stage, until, "I live in Delft.")
    stage.views.known.dispute()
    stage.views.window.go("questions")
    questions = stage.views.widgets.shelves["questions"].shelf
    until(lambda: questions.count("waiting") == 1)
    questions.select(questions.shown()[0].id)
    questions.later(questions.current)
    until(lambda: questions.current is not None and questions.current.later_until is not None)
    questions.steps.undo()
    until(lambda: questions.current is not None and questions.current.status is QuestionStatus.OPEN)
    questions.dismiss(questions.current)
    until(lambda: questions.count("waiting") == 0)
    questions.steps.undo()
    until(lambda: questions.count("waiting") == 1)
    questions.steps.redo()
    until(lambda: questions.count("waiting") == 0)


def test_what_was_said_is_found_forgotten_and_read_about(stage: Stage, until: Until, tmp_path: Path) -> None:
    conversation, memories = stage.views.conversation, stage.views.memories.memories
    conversation.send("My sister Ana gets married in the garden.")
    until(lambda: conversation[0].phase is Phase.DONE)
    stage.views.window.go("memories")
    memories.narrow(since=Since.WEEK, sort=Sort.SAID)
    memories.seek("who gets married in the garden?")
    said = "My sister Ana gets married in the garden."
    until(lambda: said in [one.text for one in memories.shown()])
    memories.select(next(one.ref for one in memories.shown() if one.text == said))
    memories.forget()
    until(lambda: said not in [one.text for one in memories.shown() if not one.withdrawn])
    file = tmp_path / "lemon.md"
    file.write_text("# Lemon trees\n\nWater them every other morning.\n")
    library = stage.views.memories.library
    library.add(str(file))
    until(lambda: [one.name for one in library.documents] == ["lemon.md"])
    library.select(library.documents[0].id)
    library.open()
    until(lambda: library.text is not None)
    assert "Water them every other morning." in library.text
    library.forget()
    assert library.doubted
    library.forget()
    until(lambda: library.documents == [])


def test_what_was_said_is_opened_in_the_talk_by_its_ref_alone(stage: Stage, until: Until) -> None:
    conversation, memories = stage.views.conversation, stage.views.memories.memories
    times = stage.views.models.trail
    conversation.send("My sister Ana gets married in the garden.")
    until(lambda: conversation[0].phase is Phase.DONE)
    stage.views.window.go("memories")
    memories.seek("who gets married in the garden?")
    until(lambda: any(one.ref.startswith("step:") for one in memories.shown()))
    ref = next(one.ref for one in memories.shown() if one.ref.startswith("step:"))
    stage.views.window.go("mood")
    stage.views.you.detail.wanted.emit(ref)
    until(lambda: times.current is not None and any(one.ref == ref for one in times.said(times.current)))
    assert stage.views.window.place == "trail"


def test_an_intention_is_set_followed_and_grown(stage: Stage, until: Until) -> None:
    goals = stage.views.models.goals
    stage.views.window.go("goals")
    goals.choose_board(INTENTION)
    goals.intend({"what": "Ask first", "reflection": "Gave advice unasked"})
    until(lambda: goals.intention is not None and goals.intention.what == "Ask first")
    goals.check(goals.intention, {"note": ""}, followed=True)
    until(lambda: goals.intention is not None and len(goals.intention.checks) == 1)
    goals.grow(goals.intention, {"lesson": "Questions first"})
    until(lambda: goals.intention is None)
    assert [one.status for one in goals.shown()] == [IntentionStatus.GROWN]


def test_a_business_is_written_down_scored_and_moved(stage: Stage, until: Until) -> None:
    thoughts = stage.views.models.thoughts
    stage.views.window.go("mind")
    thoughts.plan({"name": "Boat wax", "description": "Of honey", "audience": "", "angle": ""})
    until(lambda: thoughts.board == BUSINESS and len(thoughts.shown()) == 1)
    thoughts.score(thoughts.shown()[0], dict.fromkeys(aspects(), "4"))
    until(lambda: thoughts.shown()[0].plan.score.get("market") == 4)
    thoughts.compete(
        thoughts.shown()[0], {"name": "Hull Wax", "strengths": "cheap", "weaknesses": "", "url": ""}
    )
    until(lambda: len(thoughts.shown()[0].plan.rivals) == 1)
    thoughts.note(thoughts.shown()[0], {"note": "First jar"})
    until(lambda: thoughts.shown()[0].plan.notes == ("First jar",))
    thoughts.move(thoughts.shown()[0], "building")
    until(lambda: thoughts.shown()[0].status == "building")
    thoughts.steps.undo()
    until(lambda: thoughts.shown()[0].status == "exploring")


def test_what_was_weighed_and_moved_by_hand_is_taken_back(stage: Stage, until: Until) -> None:
    thoughts, feelings = stage.views.models.thoughts, stage.views.models.feelings
    stage.views.window.go("mind")
    thoughts.believe({"statement": "Caches go stale"})
    until(lambda: thoughts.board == MODEL and len(thoughts.shown()) == 1)
    sure = thoughts.shown()[0].confidence
    thoughts.weigh(thoughts.shown()[0], "weakens", {"text": "Not this one"})
    until(lambda: len(thoughts.shown()[0].shown) == 1)
    thoughts.steps.undo()
    until(lambda: thoughts.shown()[0].shown == ())
    assert thoughts.shown()[0].confidence == sure
    stage.views.window.go("mood")
    until(lambda: feelings.now is not None)
    before = feelings.now.point.energy
    feelings.nudge(Axis.ENERGY, up=True)
    until(lambda: feelings.steps.can_undo)
    feelings.steps.undo()
    until(lambda: abs(feelings.now.point.energy - before) < 0.001)
    feelings.reset()
    until(lambda: feelings.steps.can_undo)
    told: list[str] = []
    feelings.told.connect(told.append)
    feelings.steps.undo()
    until(lambda: told == ["undo"] and feelings.journal[0].cause == "return")


def test_a_memory_is_worded_anew_and_says_again_what_it_said(stage: Stage, until: Until) -> None:
    memories = stage.views.memories.memories
    stage.views.window.go("memories")
    kept = {"kind": "moment", "text": "She sold her boat because of the leak."}
    stage.door.change("memory.remember", kept, success=lambda _: memories.load(), failure=lambda _: None)
    until(lambda: memories.detail is not None and memories.detail.rewordable)
    memories.reword({"text": "I gave my boat to Ana."})
    until(lambda: memories.detail is not None and memories.detail.former == kept["text"])
    assert memories.current is not None
    assert memories.current.text == "I gave my boat to Ana."
    memories.steps.undo()
    until(lambda: memories.current is not None and memories.current.text == kept["text"])


def test_a_turn_shows_what_stood_before_it_and_is_remembered_on_a_press(stage: Stage, until: Until) -> None:
    conversation, continuity = stage.views.conversation, stage.views.continuity.continuity
    conversation.send("I have two cats.")
    until(lambda: conversation[0].phase is Phase.DONE)
    stage.views.place.verbs.do(Press.CONTEXT)
    until(lambda: continuity.context is not None)
    assert continuity.context.query == "I have two cats."
    assert len(continuity.context.steps) == 9
    stage.views.place.verbs.do(Press.REMEMBER)
    until(lambda: len(conversation[0].changes) > 0 or conversation[0].remark != "")
    assert conversation[0].remark == ""
    stage.views.known.choose_lens(Lens.WORLD)
    conversation.set_off_record(True)
    conversation.send("Between us: I am tired.")
    until(lambda: conversation[1].ended)
    assert conversation[1].phase is Phase.DONE
    conversation.set_off_record(False)
    assert len(conversation) == 1
