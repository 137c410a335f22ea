"""Moving in from the window: what would come is shown, it comes with a bar, and can be stopped on the way."""

from pathlib import Path

import pytest

from companion.service import Json
from tests.ui.fakes import ScriptedService
from ui.doors import Fault
from ui.settings.arrivals import Moving, MovingIn
from ui.settings.arriving import ArrivalCard
from ui.settings.operations import Arrived

dialogs = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of every dialog


@pytest.fixture
def service(stage) -> ScriptedService:
    return stage.open(ScriptedService())


@pytest.fixture
def card(stage, service) -> ArrivalCard:
    stage.views.window.go("settings")
    stage.views.widgets.settings.open_chapter("privacy")
    return stage.views.window.findChild(ArrivalCard)


def settled(card: ArrivalCard, until) -> str:
    until(lambda: card._moving.doing is Moving.NOTHING and bool(card.told.text()))
    return card.told.text()


@dialogs
def test_what_would_come_is_shown_before_it_comes(service, card, until, tmp_path: Path):
    card.choose_file()
    card.dialog.fileSelected.emit(str(tmp_path / "export.zip"))
    card.dialog.close()
    told = settled(card, until)
    assert "345 things said in 12 conversations, from 2023-11-14 to 2024-03-01" in told
    assert "3 memories" in told
    assert "picture 0" in told
    assert told.endswith("… and 3 more are left out.")
    assert service.memory.asked[-1][1]["dry_run"] is True
    assert card.agree.isVisible()
    card.agree.click()
    until(lambda: card.told.text().startswith("It is here."))
    assert service.memory.asked[-1] == ("import.talks", {"path": str(tmp_path / "export.zip")})
    assert not card.agree.isVisible()
    assert not card.meter.isVisible()


@dialogs
def test_a_folder_with_nothing_new_asks_for_nothing(card, until, tmp_path: Path):
    card.choose_folder()
    card.dialog.fileSelected.emit(str(tmp_path / "same"))
    card.dialog.close()
    assert settled(card, until).startswith("ChatGPT: nothing of it is new to me.")
    assert not card.agree.isVisible()


def test_what_is_no_export_is_said_to_be_none(card, until, tmp_path: Path):
    card._moving.look(tmp_path / "strange")
    assert "Name what the other program wrote." in settled(card, until)
    assert not card.agree.isVisible()


def test_who_thinks_better_of_it_takes_nothing_in(service, card, until, tmp_path: Path):
    card._moving.look(tmp_path / "export.zip")
    settled(card, until)
    card.give_up.click()
    assert not card.told.isVisible()
    assert {one["dry_run"] for name, one in service.memory.asked if name == "import.talks"} == {True}


class HeldDoor:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Json]] = []
        self.heard: dict[str, dict] = {}

    def question(self, request: str, parameters: Json, **heard) -> None:
        self.asked.append((request, parameters))
        self.heard[request] = heard

    change = question


FOUND: Json = {
    "source": "Claude", "talks": 1, "new": 4, "same": 0, "memories": 0, "facts": 0, "corrections": 0, "items": 0,
    "goals": 0, "thoughts": 0, "documents": [], "skipped": [], "left_out": 0, "since": "2024-01-01",
    "until": "2024-01-02",
}  # fmt: skip


def test_it_fills_and_can_be_stopped_on_the_way():
    door = HeldDoor()
    moving = MovingIn(door)
    moving.look(Path("/e.zip"))
    door.heard["import.talks"]["success"](FOUND)
    assert isinstance(moving.offered, Arrived)
    moving.take_in()
    door.heard["import.talks"]["progress"]({"stage": "importing", "done": 3, "of": 4})
    assert (moving.doing, moving.share) == (Moving.TAKING_IN, 0.75)
    moving.give_up()
    assert door.asked[-1] == ("give_up", {"request": "import.talks"})
    assert moving.doing is Moving.STOPPING
    moving.look(Path("/other.zip"))
    assert door.asked[-1][0] == "give_up", "one at a time"
    door.heard["import.talks"]["failure"](Fault("You stopped it, and nothing was taken in."))
    assert (moving.doing, moving.fault.message) == (
        Moving.NOTHING,
        "You stopped it, and nothing was taken in.",
    )
