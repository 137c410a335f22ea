"""The morning brief on Today: what it comes down to first, then the whole with the way to every source."""

import pytest
from PySide6.QtWidgets import QPushButton

from companion.window.coming import Coming
from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import HEADINGS
from ui.shell.places import SHOWN_IN
from ui.today.wording import lead_words


@pytest.fixture
def service():
    return ScriptedService()


@pytest.fixture
def coming(stage, tmp_path):
    """What comes to the window unasked."""
    made = Coming(stage.views, stage.door, stage.program, stage.bridge, tmp_path)
    yield made
    made.close()


@pytest.fixture
def place(stage, service, until):
    """Today of an open window, with its brief read."""
    stage.open(service)
    stage.views.window.go("today")
    found = stage.views.widgets.today
    until(found.morning.isVisible)
    return found


def test_it_says_first_what_the_morning_comes_down_to(place):
    assert place.morning.summary.text() == "Today: buy the cake."
    assert not place.morning.lines.isVisible()
    assert place.morning.y() < place.due.mapTo(place.morning.parentWidget(), place.due.rect().topLeft()).y()


def test_the_whole_brief_opens_and_closes_again(place):
    place.morning.whole.click()
    assert place.morning.lines.isVisible()
    assert [words for words in place.morning.lines.words if words in HEADINGS.values()] == list(
        HEADINGS.values()
    )
    place.morning.whole.click()
    assert not place.morning.lines.isVisible()
    assert place.morning.summary.isVisible()


def test_a_line_of_it_leads_to_where_it_is_from(place, stage, until):
    place.morning.whole.click()
    (button,) = (
        one for one in place.morning.lines.findChildren(QPushButton) if one.text().startswith("See when")
    )
    button.click()
    until(lambda: stage.views.window.place == "trail")


def test_whatever_a_line_may_cite_has_a_way_there():
    assert set(lead_words()) == set(SHOWN_IN)


def test_how_much_more_there_is_stands_under_its_section(place, stage, service, until):
    service.shelves.lists["night.brief"]["more"] = {"today": "and 4 more that are late"}
    stage.views.models.today.load()
    place.morning.whole.click()
    until(lambda: "and 4 more that are late" in place.morning.lines.words)
    words = list(place.morning.lines.words)
    assert words.index("and 4 more that are late") < words.index(HEADINGS["told"])


@pytest.mark.usefixtures("coming")
def test_a_brief_that_comes_while_today_is_looked_at_is_shown(place, service, until):
    service.shelves.lists["night.brief"]["summary"] = "Today: bake the bread."
    service.tell_event({"event": "brief"})
    until(lambda: place.morning.summary.text() == "Today: bake the bread.")
