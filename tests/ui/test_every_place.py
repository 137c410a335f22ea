"""What holds of every place: names, tips, a way by keys, and room at twice the text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit

from tests.ui.continuity.fake import context
from tests.ui.fakes import ScriptedService
from tests.ui.talked import talk

PLACES = (
    "conversation",
    "today",
    "reminders",
    "goals",
    "you",
    "questions",
    "memories",
    "corrections",
    "mood",
    "imprints",
    "self",
    "mind",
    "night",
    "continuity",
    "trail",
    "settings",
)
NUMBERED = PLACES[:9]


@pytest.fixture
def opened(stage, until):
    service = stage.open(ScriptedService(history=talk(), contexts=[context()]))
    until(lambda: stage.views.mind.ready and len(stage.views.conversation) == 4)
    yield stage
    assert not service.closed


@pytest.mark.parametrize("place", PLACES)
def test_all_of_a_place_can_be_reached_by_keys_and_is_named(opened, qtbot, place):
    opened.views.window.go(place)
    qtbot.wait(150)
    for button in opened.views.window.findChildren(QAbstractButton):
        if button.isVisible() and not isinstance(button.parent(), QLineEdit):
            words = button.text() or button.accessibleName()
            assert words
            assert button.toolTip(), words
            # Of buttons of which one is chosen, Tab reaches one and the arrows the others.
            group = button.group().buttons() if button.group() else [button]
            assert any(one.focusPolicy() & Qt.FocusPolicy.TabFocus for one in group), words
    for view in opened.views.window.findChildren(QAbstractItemView):
        if view.isVisible():
            assert view.accessibleName()
            assert view.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("size", [(1.0, 420, 420), (2.0, 900, 820)])
def test_a_place_fits_a_small_window_and_twice_the_text(opened, qtbot, place, size):
    scale, width, height = size
    opened.views.theme.set_scale(scale)
    opened.views.window.go(place)
    opened.views.window.resize(width, height)
    qtbot.wait(150)
    assert opened.views.window.width() <= width
    assert opened.views.window.height() <= height
    opened.views.theme.set_scale(1.0)


def test_the_first_places_have_a_number(opened):
    assert opened.views.window.places == PLACES
    for number, place in enumerate(NUMBERED, start=1):
        opened.views.window.actions_table.run(f"go.{place}")
        assert opened.views.window.place == place
        shortcuts = next(
            one for one in opened.views.window.actions_table.all() if one.key == f"go.{place}"
        ).shortcuts
        assert shortcuts == (f"Ctrl+{number}",)
