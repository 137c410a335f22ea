"""The morning brief on Today: what it comes down to first, then the whole with the way to every source."""

import pytest
from PySide6.QtWidgets import QPushButton

from tests.ui.fakes import ScriptedService
from tests.ui.shelves.fake import HEADINGS
from ui.shell.places import SHOWN_IN
from ui.today.wording import lead_words


@pytest.fixture
def place(stage, until):
    """Today of an open window, with its brief read."""
    stage.open(ScriptedService())
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
