"""Nothing is told to whoever has a window over the whole screen, where the desktop says so."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from Xlib.display import Display
from Xlib.X import CopyFromParent
from Xlib.Xatom import ATOM, WINDOW

from companion.bridge import Bridge
from companion.preferences import PreferenceFile
from companion.window.coming import ChosenAttention, now
from companion.window.front import FrontWindow, fills_screen
from tests.virtual import virtual_screen


@pytest.fixture
def bridge(qapp) -> Iterator[Bridge]:
    made = Bridge()
    yield made
    made.close()


def test_where_the_desktop_cannot_tell_nothing_changes(bridge):
    front, looked = FrontWindow(bridge), []
    front.look(lambda: looked.append(front.full))
    assert looked == [False]


def test_it_is_read_beside_the_main_thread_and_keeps_notices_away(bridge, until, tmp_path, qtbot):
    screen = {"full": True}
    front, looked = FrontWindow(bridge, lambda: screen["full"]), []
    attention = ChosenAttention(PreferenceFile(tmp_path), None, front)
    awake = now().replace(hour=12)
    assert attention.open(awake)
    front.look(lambda: looked.append("first"))
    front.look(lambda: looked.append("second"))
    assert looked == []
    until(lambda: looked == ["first", "second"])
    assert not attention.open(awake)
    screen["full"] = False
    front.look(lambda: looked.append("third"))
    until(lambda: looked[-1] == "third")
    assert attention.open(awake)
    front.close()


@pytest.mark.gui
def test_the_window_manager_says_whether_the_active_window_is_full_screen():
    with virtual_screen() as environment, closing(Display(environment["DISPLAY"])) as display:
        root, name = display.screen().root, environment["DISPLAY"]
        window = root.create_window(0, 0, 400, 300, 0, CopyFromParent)
        display.sync()
        assert not fills_screen(name), "without a window manager nobody says so"
        root.change_property(display.intern_atom("_NET_ACTIVE_WINDOW"), WINDOW, 32, [window.id])
        display.sync()
        assert not fills_screen(name)
        states = [display.intern_atom(f"_NET_WM_STATE_{each}") for each in ("ABOVE", "FULLSCREEN")]
        window.change_property(display.intern_atom("_NET_WM_STATE"), ATOM, 32, states)
        display.sync()
        assert fills_screen(name)
        window.destroy()
        display.sync()
        assert not fills_screen(name), "the active window went meanwhile"
