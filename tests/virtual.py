"""A screen and a session bus that nobody looks at, as environments for real programs."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadWindow
from Xlib.protocol.event import ClientMessage

Environment = dict[str, str]
PATIENCE_S = 60.0
GRAB = (
    "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]); "
    "sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"
)


def take_picture(environment: Environment, path: Path) -> None:
    """Save what the virtual screen shows now, with all that is on it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-c", GRAB, str(path)], env=environment, timeout=60, check=True)


@contextmanager
def virtual_screen(size: str = "1200x840x24") -> Iterator[Environment]:
    """The environment of a virtual screen of its own, without a session bus."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        yield {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
    finally:
        server.terminate()
        server.wait()


@contextmanager
def session_bus(environment: Environment) -> Iterator[Environment]:
    """The same environment with a session bus of its own."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert bus.stdout is not None
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    finally:
        bus.terminate()
        bus.communicate()


@contextmanager
def system_tray(environment: Environment) -> Iterator[int]:
    """A tray along the bottom of that screen, by its process id, once it takes icons."""
    # Without a watcher on the bus the icon is embedded in the tray's window instead of being told over the bus.
    place = ["--edge", "bottom", "--align", "right", "--widthtype", "request"]
    tray = subprocess.Popen(["trayer", *place], env=environment, stderr=subprocess.DEVNULL)
    try:
        with closing(Display(environment["DISPLAY"])) as display:
            manager, end = display.intern_atom("_NET_SYSTEM_TRAY_S0"), time.monotonic() + PATIENCE_S
            while display.get_selection_owner(manager) == X.NONE:
                assert time.monotonic() < end, "no tray came"
                time.sleep(0.05)
        yield tray.pid
    finally:
        tray.terminate()
        tray.wait()


def shown_window(environment: Environment) -> int | None:
    """The number of the program's window, where one is shown; its menus, tips and messages are none."""
    with closing(Display(environment["DISPLAY"])) as display:
        for window in display.screen().root.query_tree().children:
            try:
                if _is_shown(window):
                    return int(window.id)
            except BadWindow:  # it went meanwhile
                continue
    return None


def _is_shown(window: Any) -> bool:
    _, group = window.get_wm_class() or ("", "")
    attributes = window.get_attributes()
    own = group == "companion" and not attributes.override_redirect
    return own and attributes.map_state == X.IsViewable


def close_window(environment: Environment, number: int) -> None:
    """As the cross of its frame does, which nobody draws on that screen."""
    with closing(Display(environment["DISPLAY"])) as display:
        window = display.create_resource_object("window", number)
        closes = (32, [display.intern_atom("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0])
        asked = ClientMessage(window=window, client_type=display.intern_atom("WM_PROTOCOLS"), data=closes)
        window.send_event(asked)
        display.sync()
