"""What nobody caught is told where it happened."""

import pytest
from PySide6.QtCore import QTimer

from companion.window.hooks import Hooks


@pytest.fixture
def hooks(stage):
    made = Hooks(stage.bridge, stage.views.window)
    yield made
    made.remove()


def raised(call) -> BaseException:
    try:
        call()
    except ArithmeticError as error:
        return error
    raise AssertionError("nothing was raised")


def test_a_crash_in_one_place_is_shown_in_that_place_alone(stage, hooks, until, monkeypatch, caplog):
    goals, window = stage.views.widgets.shelves["goals"], stage.views.window
    monkeypatch.setattr(goals.shelf, "shown", lambda: 1 / 0)
    window.go("goals")
    until(lambda: any("went wrong" in one for one in told(goals)))
    assert not window.banner.isVisible()
    window.go("today")
    assert not any("went wrong" in one for one in told(stage.views.widgets.today))
    assert "ZeroDivisionError" in caplog.text


def test_a_crash_in_the_talk_is_shown_in_the_talk_alone(stage, hooks, until, monkeypatch, caplog):
    talk, window = stage.views.place, stage.views.window
    monkeypatch.setattr(talk._conversation, "set_off_record", lambda _: 1 / 0)
    window.go("conversation")
    QTimer.singleShot(0, window, lambda: window.actions_table.run("aside"))
    until(lambda: any("went wrong" in one for one in told(talk)))
    assert not window.banner.isVisible()
    window.go("today")
    assert not talk._broken.isVisible()
    assert not any("went wrong" in one for one in told(stage.views.widgets.today))
    assert "ZeroDivisionError" in caplog.text


def test_what_belongs_to_no_place_is_told_above_all_of_them(stage, hooks, until, caplog):
    hooks.tell(raised(lambda: 1 / 0))
    until(stage.views.window.banner.isVisible)
    assert "ZeroDivisionError" in caplog.text


def told(place) -> list[str]:
    banner = place._broken
    return [banner.words] if banner is not None and banner.isVisible() else []
