"""What waits in each place is known at once where it changed, and a companion without a mood has no place for one."""

import pytest

from companion.window.coming import Coming
from engine.errors import CompanionError
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import ShelfBook


def stands(service: ScriptedService, **waiting: int) -> None:
    service.shelves.lists["standing"] = {"waiting": waiting, "filled": ["reminders", "goals"]}


@pytest.fixture
def service(stage, until):
    made = stage.open(ScriptedService())
    until(lambda: stage.views.models.standing.waiting == {"reminders": 2})
    return made


def test_a_change_in_a_place_shows_in_the_rail_without_leaving_the_place(stage, until, service):
    views = stage.views
    views.window.go("reminders")
    until(lambda: views.models.reminders.known)
    until(lambda: stage.door.idle)
    stands(service, reminders=1)
    views.widgets.shelves["reminders"].press_letter("d")
    until(lambda: views.models.standing.waiting == {"reminders": 1})


def test_what_became_due_by_itself_shows_at_the_next_look(stage, until, service, tmp_path):
    coming = Coming(stage.views, stage.door, stage.program, stage.bridge, tmp_path)
    stands(service, reminders=5)
    coming.look()
    until(lambda: stage.views.models.standing.waiting == {"reminders": 5})
    coming.close()


class Thinking(ShelfBook):
    """Of a companion that thinks alone."""

    def __init__(self) -> None:
        super().__init__()
        self.lists["standing"] |= {"absent": ["mood", "imprints"]}

    def answer(self, request, parameters):
        if request.startswith("mood"):
            raise CompanionError("In this profile the companion has no mood.", "Give it one.")
        return super().answer(request, parameters)


@pytest.fixture
def alone(stage, until):
    service = ScriptedService()
    service.shelves = Thinking()
    stage.open(service)
    until(lambda: bool(stage.views.models.standing.absent))
    return stage.views


def test_without_a_mood_nothing_of_it_stands_in_the_rail_or_can_be_done(alone):
    rail = alone.window._rail
    rail.show_all(shown=True)
    assert not {"mood", "imprints"} & set(rail.shown())
    assert "corrections" in rail.shown()
    called = [action.called for action in alone.window.actions_table.possible()]
    assert not [words for words in called if "Mood" in words or "Mode: " in words or "Imprint" in words]
    assert "Go to Today" in called


def test_a_place_that_was_shown_last_and_is_not_there_any_more_is_left(stage, until):
    service = ScriptedService()
    service.shelves = Thinking()
    stage.views.window.go("mood")
    stage.open(service)
    until(lambda: stage.views.window.place == "conversation")


def test_without_a_mood_today_greets_and_misses_nothing(alone, until):
    alone.window.go("today")
    today = alone.widgets.today
    until(lambda: bool(today.today.due) and not today.today.reading)
    assert today.today.unread == {}
    assert not today.unread.isVisible()
    assert today._ways.isVisible()
    assert today._ways.words == ["Talk"]
    assert today.orb.isVisible()


def test_a_mood_that_could_not_be_read_is_no_fault_once_it_is_known_that_there_is_none(stage, until):
    service = ScriptedService()
    service.shelves = Thinking()
    del service.shelves.lists["standing"]["absent"]
    stage.open(service)
    stage.views.window.go("today")
    feelings = stage.views.models.feelings
    until(lambda: feelings.fault is not None)
    service.shelves.lists["standing"]["absent"] = ["mood", "imprints"]
    stage.views.models.standing.ask()
    until(lambda: feelings.absent)
    assert feelings.fault is None
    assert stage.views.models.today.unread == {}
