"""The rail alone: nothing of it is cut off, whatever the size of its words and the height of the window."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from companion.window.places import LISTED
from tests.ui.doors import KeptDoor
from ui.shell.places import Part, Place
from ui.shell.rail import Rail
from ui.shell.standing import Standing
from ui.theme import Theme

SCALES = (1.0, 2.0)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp)
    yield made
    made.set_scale(1.0)


@pytest.fixture
def rail(theme: Theme) -> Iterator[Rail]:
    """With every place, in a window of its own."""
    window = QWidget()
    made, page = Rail(theme, Standing(KeptDoor()), window), QWidget(window)
    page.hide()
    for one in LISTED:
        made.add_place(Place(one.key, one.title, one.tip, one.icon, page, part=one.part), "")
    made.resize(made.width(), 900)
    window.resize(600, 900)
    window.show()
    QApplication.processEvents()
    yield made
    window.close()
    window.deleteLater()


def buttons(rail: Rail) -> list[QToolButton]:
    return [one for one in rail.findChildren(QToolButton) if one.isVisible()]


def seen(rail: Rail, button: QToolButton) -> bool:
    """Whether all of a button is inside the rail."""
    return rail.rect().contains(QRect(button.mapTo(rail, QPoint()), button.size()))


@pytest.mark.parametrize("scale", SCALES)
def test_no_place_is_cut_off_at_its_side(rail, theme, scale):
    theme.set_scale(scale)
    rail.resize(rail.width(), 900)
    QApplication.processEvents()
    assert len(buttons(rail)) > len(LISTED)
    for button in buttons(rail):
        right = button.mapTo(rail, QPoint(button.width(), 0)).x()
        assert button.width() >= button.sizeHint().width()
        assert right <= rail.width() - theme.metrics.space(8)


def test_a_low_window_keeps_settings_and_the_menu_and_shows_the_place_it_is_at(rail):
    rail.set_narrow(True)
    rail.resize(rail.width(), 300)
    QApplication.processEvents()
    assert seen(rail, rail.menu_button)
    settings = next(one.key for one in LISTED if one.part is Part.PROGRAM)
    for key in (LISTED[0].key, LISTED[-2].key, settings):
        rail.show_place(key)
        QApplication.processEvents()
        (chosen,) = (one for one in buttons(rail) if one.isChecked())
        assert seen(rail, chosen), key
