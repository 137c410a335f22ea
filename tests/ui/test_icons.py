"""Every icon is drawn within its grid, in the colour that it is given."""

import pytest

from ui.widgets.icons import GRID, PATHS, STROKE, icon, icon_path

COLOUR = "#9a4f33"


@pytest.mark.parametrize("name", sorted(PATHS))
def test_an_icon_stays_within_its_grid_and_takes_its_colour(qapp, name):
    bounds = icon_path(name).boundingRect()
    assert min(bounds.left(), bounds.top()) >= STROKE / 2
    assert max(bounds.right(), bounds.bottom()) <= GRID - STROKE / 2
    image = icon(name, COLOUR, 48).pixmap(48).toImage()
    drawn = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alphaF() == 1
    }
    assert drawn == {COLOUR}


def test_what_is_not_drawn_is_refused():
    with pytest.raises(KeyError):
        icon_path("no such icon")
