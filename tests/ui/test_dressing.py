"""A change of the theme dresses what is shown, and each other part of the window when it is shown."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from tests.ui.fakes import ScriptedService
from ui.frame import Page
from ui.theme import Scheme, Theme
from ui.theme.sheet import style_sheet

# What the offscreen platform cannot do for windows, it says.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "does not support")


def sheet_of(theme: Theme) -> str:
    return style_sheet(theme.colours, theme.metrics)


def worn(widget: QWidget | None, app: QApplication) -> str:
    """The sheet that decides how a widget looks: that of the nearest one around it, or the application's."""
    while widget is not None and not widget.styleSheet():
        widget = widget.parentWidget()
    return app.styleSheet() if widget is None else widget.styleSheet()


def structural(widget: QWidget, window: QWidget) -> bool:
    """What only holds parts has no look of its own."""
    return widget is window or type(widget) is QWidget or isinstance(widget, Page)


class Styled(QObject):
    """Counts how many widgets are told of a new style."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[QObject] = []

    def eventFilter(self, watched, event):  # noqa: N802 - Qt's name
        if event.type() is QEvent.Type.StyleChange:
            self.told.append(watched)
        return False


@pytest.fixture
def changed(stage, until):
    """The views of a window, its theme changed at the first place after all were shown."""
    stage.open(ScriptedService())
    views, window = stage.views, stage.views.window
    until(lambda: views.mind.ready)
    for key in window.places:
        window.go(key)
        QCoreApplication.processEvents()
    window.go(window.places[0])
    views.theme.set_scheme(Scheme.DARK)
    views.theme.set_scale(1.3)
    return views


def test_every_place_wears_the_new_theme_once_it_is_shown(changed, qapp):
    window, sheet = changed.window, sheet_of(changed.theme)
    assert qapp.styleSheet() != sheet, "otherwise nothing of this is shown"
    for key in window.places:
        window.go(key)
        shown = changed.widgets.by_key()[key]
        sides = shown.sides.keys if isinstance(shown, Page) and shown.sides is not None else ("",)
        for side in sides:
            if side:
                shown.sides.press(side)
            stale = [
                f"{type(one).__name__} {one.objectName()}"
                for one in window.findChildren(QWidget)
                if one.isVisible() and not structural(one, window) and worn(one, qapp) != sheet
            ]
            assert not stale, (key, side)


def test_what_is_hidden_is_not_dressed(changed, qapp):
    counted = Styled()
    qapp.installEventFilter(counted)
    changed.theme.set_scale(1.0)
    qapp.removeEventFilter(counted)
    assert counted.told
    hidden = [one for one in counted.told if changed.widgets.settings.isAncestorOf(one)]
    assert not hidden


def test_a_dialog_and_the_menus_wear_the_new_theme(changed, qapp):
    dialog = QDialog(changed.window)
    button = QPushButton("yes", dialog)
    dialog.open()
    assert worn(button, qapp) == sheet_of(changed.theme)
    dialog.close()
    changed.tray.menu.popup(changed.window.pos())
    assert worn(changed.tray.menu, qapp) == sheet_of(changed.theme)
    changed.tray.menu.close()
