"""In every place that changes something, the same keys take the last change back and do it again."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from companion.window import Views
from engine.intent.records import GoalStatus
from tests.ui.fakes import ScriptedService
from ui.history import JointSteps, Steps
from ui.mood.model import Axis
from ui.thoughts.operations import MODEL

CONTROL = Qt.KeyboardModifier.ControlModifier
BOTH = CONTROL | Qt.KeyboardModifier.ShiftModifier
ELSEWHERE = {
    "conversation": "what a turn changed is taken back below that turn",
    "continuity": "it shows what there is",
    "trail": "it shows what there is",
    "settings": "a choice is taken back by choosing",
}
"""Places without a way back of this kind, each with why it needs none."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One of a place: what there must be before it is pressed, what it asks for, and what its way back asks for."""

    there: Callable[[Views], object]
    press: Callable[[Views], object]
    asks: str
    back: str
    forth: bool = True


def put_away_memory(views: Views) -> None:
    """From the list, as the field that is searched by takes back what is written in it."""
    views.memories.search.rows.setFocus()
    views.models.memories.toggle_archived()


VERBS = {
    "today": Verb(
        lambda views: views.models.today.noticed.shown,
        lambda views: views.models.today.noticed.dismiss(views.models.today.noticed.shown[0]),
        "noticing.dismiss",
        "noticing.reopen",
    ),
    "reminders": Verb(
        lambda views: views.models.reminders.shown(),
        lambda views: views.models.reminders.keep(views.models.reminders.shown()[0]),
        "handoff.keep",
        "handoff.keep",
    ),
    "goals": Verb(
        lambda views: views.models.goals.shown(),
        lambda views: views.models.goals.finish(views.models.goals.shown()[0], GoalStatus.DONE),
        "goals.update",
        "goals.update",
        forth=False,
    ),
    "you": Verb(
        lambda views: views.known.current,
        lambda views: views.known.forget(),
        "person.forget",
        "person.undo",
    ),
    "questions": Verb(
        lambda views: views.models.questions.current,
        lambda views: views.models.questions.later(views.models.questions.current),
        "person.later",
        "person.take_up",
    ),
    "memories": Verb(
        lambda views: views.models.memories.detail,
        put_away_memory,
        "memory.archive",
        "memory.restore",
    ),
    "corrections": Verb(
        lambda views: views.models.corrections.shown(),
        lambda views: views.models.corrections.remove(views.models.corrections.shown()[0]),
        "forget.withdraw",
        "forget.restore",
    ),
    "mood": Verb(
        lambda views: views.models.feelings.now,
        lambda views: views.models.feelings.nudge(Axis.VALENCE, up=True),
        "mood.nudge",
        "mood.nudge",
    ),
    "imprints": Verb(
        lambda views: views.models.imprints.shown(),
        lambda views: views.models.imprints.let_go(views.models.imprints.shown()[0]),
        "mood.let_go",
        "mood.carry_again",
    ),
    "self": Verb(
        lambda views: views.models.character.shown(),
        lambda views: views.models.character.veto(views.models.character.items[-1], "n1"),
        "self.veto",
        "self.unveto",
    ),
    "mind": Verb(
        lambda views: views.models.thoughts.items,
        lambda views: views.models.thoughts.reject(
            next(one for one in views.models.thoughts.items if one.kind == MODEL)
        ),
        "models.invalidate",
        "models.revive",
    ),
    "night": Verb(
        lambda views: views.models.night.items,
        lambda views: views.models.night.pause(views.models.night.items[0], {}),
        "night.pause",
        "night.resume",
    ),
}


class Heard(ScriptedService):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__()

    def submit(self, request, parameters, progress=lambda _: None):
        self.asked.append(request)
        return super().submit(request, parameters, progress)


@pytest.fixture
def opened(stage, until):
    """The window over a mind that remembers what it was asked for."""
    service = stage.open(Heard())
    until(lambda: stage.views.mind.ready)
    stage.views.window.activateWindow()
    until(stage.views.window.isActiveWindow)
    return stage.views, service


def offered(bar) -> list[str]:
    """The buttons of the bar."""
    return [one.text() for one in bar.findChildren(QPushButton) if one.isVisibleTo(bar) and one.text()]


@pytest.mark.parametrize("place", VERBS)
def test_ctrl_z_leads_back_and_with_shift_forth_again(opened, until, place):
    views, service = opened
    verb, page = VERBS[place], views.widgets.by_key()[place]
    views.window.go(place)
    until(lambda: bool(verb.there(views)))
    page.setFocus()
    verb.press(views)
    until(lambda: offered(page.bar) == ["Undo"])
    told = page.bar.words
    del service.asked[: service.asked.index(verb.asks) + 1]
    QTest.keyClick(views.window.focusWidget(), Qt.Key.Key_Z, CONTROL)
    until(lambda: verb.back in service.asked)
    until(lambda: offered(page.bar) == (["Do it again"] if verb.forth else []))
    assert page.bar.words != told
    assert not page.steps.can_undo
    if verb.forth:
        service.asked.clear()
        QTest.keyClick(views.window.focusWidget(), Qt.Key.Key_Z, BOTH)
        until(lambda: verb.asks in service.asked)
        until(lambda: offered(page.bar) == ["Undo"])
        assert page.bar.words == told


def test_no_place_is_left_out(opened):
    views, service = opened
    assert {*VERBS, *ELSEWHERE} == set(views.window.places)
    for place in ELSEWHERE:
        views.window.go(place)
        service.asked.clear()
        views.window.actions_table.run("undo")
        assert not [one for one in service.asked if one.endswith("undo")]


def test_what_is_being_written_is_taken_back_before_what_was_done(opened, until):
    views, service = opened
    views.window.go("memories")
    until(lambda: views.models.memories.detail is not None)
    views.models.memories.toggle_archived()
    until(lambda: offered(views.memories.bar) == ["Undo"])
    field = views.memories.findChild(QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "lemon")
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert field.text() == ""
    assert "memory.restore" not in service.asked


class Place:
    """Marks that are set, and taken away by their way back."""

    def __init__(self, marks: list[str]) -> None:
        self.steps, self._marks = Steps(), marks

    def mark(self, name: str) -> None:
        note = self.steps.noting()
        self._marks.append(name)
        note(lambda: self._unmark(name))

    def _unmark(self, name: str) -> None:
        note = self.steps.noting()
        self._marks.remove(name)
        note(lambda: self.mark(name))


def test_places_that_stand_together_go_back_in_the_order_in_which_they_went():
    marks: list[str] = []
    one, other = Place(marks), Place(marks)
    joint = JointSteps(one.steps, other.steps)
    one.mark("a")
    other.mark("b")
    one.mark("c")
    for left in ["ab", "a"]:
        joint.undo()
        assert "".join(marks) == left
    joint.redo()
    assert "".join(marks) == "ab"
    joint.undo()
    one.mark("d")
    assert not joint.can_redo, "something else was done since"
    joint.redo()
    joint.undo()
    joint.undo()
    assert (marks, joint.can_undo) == ([], False)
