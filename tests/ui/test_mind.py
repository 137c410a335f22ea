"""What the window knows of the mind besides its parts: whether it thinks alone."""

import pytest

from companion.service import Json
from engine.conversation.records import MindState
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import READY
from ui.doors import Fault
from ui.shell import Mind


class Home:
    """Answers how the mind is, and whether one of its runs goes on."""

    def __init__(self) -> None:
        self.run = "waiting"

    def answer(self, request: str, _: Json) -> Json:
        if request == "night.status":
            return {"open": [{"state": "waiting"}, {"state": self.run}]}
        state = MindState(companion="Ada", person="Mira", episode_id=None, busy=False, parts=READY)
        return state.model_dump(mode="json")


@pytest.fixture
def home() -> Home:
    return Home()


@pytest.fixture
def door(home) -> DirectDoor:
    return DirectDoor(home.answer)


def test_it_dreams_from_the_first_phase_until_all_is_over(door):
    mind, told = Mind(door), []
    mind.ask()
    mind.changed.connect(lambda: told.append(mind.dreaming))
    for stage in ("night", "night", "ended", "night", "over"):
        door.tell(event="night", stage=stage)
    assert told == [True, False], "and is told once of each"
    mind.close()
    door.tell(event="night", stage="night")
    assert not mind.dreaming


def test_a_window_that_is_opened_in_the_middle_of_a_night_knows_it(door, home):
    home.run = "running"
    mind = Mind(door)
    mind.ask()
    assert mind.dreaming
    door.fault = Fault("It went away.")
    mind.ask()
    assert not mind.dreaming
