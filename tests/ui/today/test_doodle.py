"""The drawing of a day is the same for the same day and mood, and another for another; it stays within the theme."""

from datetime import date, timedelta

import pytest
from PySide6.QtGui import QColor, QImage

from ui.mood.records import Point
from ui.theme import Scheme, Theme
from ui.today.doodle import Doodle

# The offscreen platform says so of every window that stands alone.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
NEAR = 4
"""Of 255: at its top the sky has begun to turn into the colour of the mood."""
DAY = date(2026, 5, 3)
EVEN, HEAVY = Point(valence=0, energy=0.5, openness=0.5), Point(valence=-0.9, energy=0.1, openness=0.5)


@pytest.fixture
def theme(qapp):
    made = Theme(qapp)
    yield made
    made.set_scheme(Scheme.SYSTEM)


@pytest.fixture
def doodle(theme, qtbot) -> Doodle:
    made = Doodle(theme)
    made.resize(400, 92)
    qtbot.addWidget(made)
    return made


def drawn(doodle: Doodle, day: date, feeling: Point | None) -> QImage:
    doodle.show_day(day, feeling)
    return doodle.grab().toImage()


def test_the_same_day_is_drawn_the_same_and_another_otherwise(doodle):
    first = drawn(doodle, DAY, EVEN)
    assert drawn(doodle, DAY + timedelta(days=1), EVEN) != first
    assert drawn(doodle, DAY, HEAVY) != first
    assert drawn(doodle, DAY, EVEN) == first
    assert drawn(doodle, DAY, None) != drawn(doodle, DAY, HEAVY)


def test_it_is_drawn_on_the_ground_of_its_scheme(doodle, theme):
    shown = {}
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        theme.set_scheme(scheme)
        top, ground = drawn(doodle, DAY, EVEN).pixelColor(200, 1), QColor(theme.colours.canvas)
        shown[scheme] = top.name()
        pairs = zip(top.getRgb(), ground.getRgb(), strict=True)
        assert all(abs(one - other) <= NEAR for one, other in pairs), shown[scheme]
    assert shown[Scheme.LIGHT] != shown[Scheme.DARK]


def test_before_a_day_is_known_nothing_is_drawn(doodle):
    empty = doodle.grab().toImage()
    assert len({empty.pixel(x, y) for x in range(0, 400, 20) for y in range(0, 92, 10)}) == 1
