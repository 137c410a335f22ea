"""Pictures beside the places: a night that goes on, and the menu of the tray. Nothing is saved."""

import pytest

from companion.window.shots import Look, pictured_besides
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import run
from ui.theme import Scheme

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

FULL = Look(Scheme.LIGHT, "large", "full")


@pytest.fixture
def views(stage, until):
    service = stage.open(ScriptedService())
    service.shelves.lists["night.status"]["open"] = [
        {**run("r9", "waiting", 0), "rounds": [], "kind": "brain.problem", "given": "Is it worth it?"}
    ]
    until(lambda: stage.views.mind.ready)
    return stage.views


def test_a_night_that_goes_on_is_pictured_with_how_far_it_has_come(views):
    (name, widget), *more = pictured_besides(views, (), FULL, "night.going")
    assert not more
    assert (name, widget) == ("night.going-light-large-full.png", views.window)
    nights = views.models.night
    assert nights.going is not None
    shown = nights.current
    assert nights.going_of(shown.job) is nights.going
    assert not widget.grab().isNull()


def test_the_menu_of_the_tray_is_pictured_with_all_its_words(views):
    ((name, menu),) = pictured_besides(views, (), FULL, "tray.menu")
    assert name == "tray.menu-light-large-full.png"
    picture = menu.grab()
    assert picture.height() >= 16 * len([one for one in menu.actions() if one.isVisible()])
    assert picture.width() > 80


def test_an_empty_window_has_no_such_pictures(views):
    assert list(pictured_besides(views, (), Look(Scheme.LIGHT, "large", "empty"), "")) == []
