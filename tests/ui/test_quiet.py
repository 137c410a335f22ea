"""Quiet for an hour: it shows, it can be ended, and what is told can be done at once."""

from datetime import datetime, timedelta

import pytest

from companion.window.coming import Coming, now
from tests.ui.fakes import ScriptedService
from ui.notices import DONE, IN_AN_HOUR, TOMORROW


@pytest.fixture
def coming(stage, tmp_path, until):
    service = stage.open(ScriptedService())
    until(lambda: stage.views.mind.ready)
    made = Coming(stage.views, stage.door, stage.program, stage.bridge, tmp_path)
    made.service = service
    yield made
    made.close()


def words(stage) -> str:
    table = stage.views.window.actions_table
    return next(one.called for one in table.all() if one.key == "quiet")


def test_it_shows_that_it_holds_and_the_same_way_ends_it(stage, coming):
    assert words(stage) == "Quiet for an hour"
    stage.views.window.actions_table.run("quiet")
    assert words(stage).startswith("End the quiet (until ")
    assert "Quiet until" in stage.views.tray.icon.toolTip()
    assert stage.views.preferences.is_quiet(now())
    stage.views.window.actions_table.run("quiet")
    assert words(stage) == "Quiet for an hour"
    assert "Quiet until" not in stage.views.tray.icon.toolTip()
    assert not stage.views.preferences.is_quiet(now())


@pytest.mark.parametrize(
    ("key", "request_"),
    [(DONE, "handoff.fulfil"), (IN_AN_HOUR, "handoff.change"), (TOMORROW, "handoff.change")],
)
def test_a_pressed_action_is_done_where_nothing_was_read_before(coming, until, key, request_):
    known = coming.service.shelves.lists["handoff.read"]["open"][0]["id"]
    coming._act(key, f"handoff:{known}")
    until(lambda: any(name == request_ for name, _ in coming.service.shelves.changed))
    _, asked = next(one for one in coming.service.shelves.changed if one[0] == request_)
    assert asked["item"] == known


def test_what_is_put_off_by_an_hour_comes_then_and_not_tomorrow(coming, until):
    known, began = coming.service.shelves.lists["handoff.read"]["open"][0], now()
    coming._act(IN_AN_HOUR, f"handoff:{known['id']}")
    until(lambda: bool(coming.service.shelves.changed))
    ((_, asked),) = [one for one in coming.service.shelves.changed if one[0] == "handoff.change"]
    then = datetime.fromisoformat(f"{asked['due']}T{asked['at']}")
    waits = then - began.replace(tzinfo=None)
    assert timedelta(minutes=58) < waits <= timedelta(minutes=61)
