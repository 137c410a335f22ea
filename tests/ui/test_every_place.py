"""What holds of every place: names, tips, a way by keys, and room at twice the text."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QTextEdit,
    QWidget,
)

from tests.ui.continuity.fake import context
from tests.ui.fakes import ScriptedService
from tests.ui.talked import talk
from tests.ui.walked import assert_walked
from ui.frame import Page

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


def sides_of(stage, place: str, qtbot) -> Iterator[QWidget]:
    """The widget of a place with one of its sides shown after the other."""
    stage.views.window.go(place)
    qtbot.wait(100)
    page = stage.views.widgets.by_key()[place]
    sides = page.sides if isinstance(page, Page) else None
    for key in [""] if sides is None or not sides.isVisible() else sides.keys:
        if key:
            sides.press(key)
            qtbot.wait(60)
        yield page


def test_all_of_every_place_can_be_reached_by_keys_and_is_named(opened, qtbot):
    for place in PLACES:
        for _ in sides_of(opened, place, qtbot):
            _assert_pressed(opened.views.window, place)
            for widget in opened.views.window.findChildren(QWidget):
                if widget.isVisible() and not isinstance(widget, QScrollBar) and not _is_part(widget):
                    _assert_named(widget, place)


def _assert_pressed(window: QWidget, place: str) -> None:
    """Every button says what it does, and has a way to it."""
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and not isinstance(button.parent(), QLineEdit):
            words = button.text() or button.accessibleName()
            assert words, place
            assert button.toolTip(), (place, words)
            # Of buttons of which one is chosen, Tab reaches one and the arrows the others.
            group = button.group().buttons() if button.group() else [button]
            assert any(one.focusPolicy() & Qt.FocusPolicy.TabFocus for one in group), (place, words)


FILLED_IN = (
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)
"""What a person chooses in or writes into, whatever it is made of here."""


def _assert_named(widget: QWidget, place: str) -> None:
    """What Tab reaches says what it is; what can be filled in is reached by Tab."""
    reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
    words = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    if isinstance(widget, FILLED_IN):
        assert widget.accessibleName(), (place, widget)
        assert reached or not widget.isEnabled(), (place, words)
    assert words or not reached or isinstance(widget, QScrollArea), (place, widget)


def _is_part(widget: QWidget) -> bool:
    """Whether it belongs to a field that has its own name."""
    return isinstance(widget.parent(), QComboBox | QAbstractSpinBox) or widget.objectName().startswith("qt_")


def test_what_a_form_asks_for_is_named_and_reached(opened, qtbot):
    for place in ("reminders", "goals", "corrections", "self", "mind", "night"):
        shelf = opened.views.widgets.shelves[place]
        opened.views.window.go(place)
        qtbot.wait(60)
        shelf.begin_adding()
        fields = [one for kind in FILLED_IN for one in shelf.form.findChildren(kind) if not _is_part(one)]
        assert fields, place
        for widget in shelf.form.findChildren(QWidget):
            if widget.isVisible() and not _is_part(widget):
                _assert_named(widget, place)


def test_tab_goes_through_every_place_from_above_to_below_and_comes_back(opened, qtbot):
    for place in PLACES:
        opened.views.window.go(place)
        qtbot.wait(100)
        assert_walked(opened.views.widgets.by_key()[place])


def test_tab_goes_from_the_list_s_boards_into_the_list(opened, qtbot):
    """By the key itself: the boards are made anew whenever things are read, and stand above the list all the same."""
    opened.views.window.go("reminders")
    shelf = opened.views.widgets.shelves["reminders"]
    qtbot.waitUntil(lambda: len(shelf.boards.findChildren(QAbstractButton)) > 0)
    chosen = next(one for one in shelf.boards.findChildren(QAbstractButton) if one.isChecked())
    chosen.setFocus()
    for _ in shelf.boards.findChildren(QAbstractButton):
        if opened.views.window.focusWidget() is shelf.rows:
            break
        qtbot.keyClick(opened.views.window.focusWidget(), Qt.Key.Key_Tab)
    assert opened.views.window.focusWidget() is shelf.rows


def test_tab_goes_through_the_palette_from_above_to_below(opened, qtbot):
    opened.views.window.actions_table.run("commands")
    qtbot.wait(60)
    palette = opened.views.window.palette_card
    try:
        assert assert_walked(palette) == [palette._field], "what is found is walked by the arrows"
    finally:
        palette.hide()


@pytest.mark.parametrize("size", [(1.0, 420, 420), (2.0, 900, 820)])
def test_every_place_fits_a_small_window_and_twice_the_text(opened, qtbot, size):
    scale, width, height = size
    opened.views.theme.set_scale(scale)
    opened.views.window.resize(width, height)
    try:
        for place in PLACES:
            for page in sides_of(opened, place, qtbot):
                assert opened.views.window.width() <= width, place
                assert opened.views.window.height() <= height, place
                _assert_uncut(page, place)
    finally:
        opened.views.theme.set_scale(1.0)


def _assert_uncut(page: QWidget, place: str) -> None:
    for widget in page.findChildren(QAbstractButton) + page.findChildren(QLabel):
        if widget.isVisible():
            right = widget.mapTo(page, widget.rect().topRight()).x()
            assert right < page.width(), f"{place}: {widget.text()!r} is cut off on the right"


def test_the_first_places_have_a_number(opened):
    assert opened.views.window.places == PLACES
    for number, place in enumerate(NUMBERED, start=1):
        opened.views.window.actions_table.run(f"go.{place}")
        assert opened.views.window.place == place
        shortcuts = next(
            one for one in opened.views.window.actions_table.all() if one.key == f"go.{place}"
        ).shortcuts
        assert shortcuts == (f"Ctrl+{number}",)
