"""Whether the desktop wishes that little moves, where it tells that: over the portal of its settings, as on Linux.

org.freedesktop.portal.Settings: `reduced-motion` of org.freedesktop.appearance, and where a desktop is older than that,
`enable-animations` of GNOME's interface
(https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html). Qt itself tells of
neither, and elsewhere nobody is asked.
"""

import sys
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from companion.bridge import Bridge
from companion.runtime import Threads
from companion.voice.portal_key import NAME, PATH
from ui.theme import Theme

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

SETTINGS: Final = "org.freedesktop.portal.Settings"
ANSWER_S: Final = 2.0
JOIN_S: Final = ANSWER_S + 1.0
Asks = Callable[[], bool | None]


class DesktopCalm:
    """Gives the theme what the desktop says: once it is asked to look, and whenever the person comes back here.

    Used from the main thread. `asks` tells it, on a thread of its own: a desktop may take its time, or be asleep.
    """

    def __init__(self, app: QGuiApplication, bridge: Bridge, theme: Theme, asks: Asks | None = None) -> None:
        self._app, self._bridge, self._theme = app, bridge, theme
        self._asks = asks or (wishes_calm if sys.platform.startswith("linux") else _nobody)
        self._threads = Threads("desktop calm")
        self._looking = False
        app.applicationStateChanged.connect(self._on_state)

    def look(self) -> None:
        """Ask the desktop; what it said before holds until it answers, and where it says nothing."""
        if not self._looking:
            self._looking = True
            self._threads.start("look", self._ask)

    def close(self) -> None:
        self._app.applicationStateChanged.disconnect(self._on_state)
        self._threads.join(JOIN_S)

    def _ask(self) -> None:
        """On its own thread."""
        wished = self._asks()
        self._bridge.post(lambda: self._told(wished))

    def _told(self, wished: bool | None) -> None:
        self._looking = False
        if wished is not None:
            self._theme.set_desktop_calm(wished)

    def _on_state(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self.look()


def wishes_calm() -> bool | None:
    """What the desktop of this session says; None where there is none, or where it does not say."""
    try:
        bus = _connect()
    except (OSError, KeyError, ValueError):  # as jeepney tells of a session without a bus
        return None
    with closing(bus):
        reduced = _setting(bus, "org.freedesktop.appearance", "reduced-motion")
        if reduced:
            return True
        moves = _setting(bus, "org.gnome.desktop.interface", "enable-animations")
        if moves is not None:
            return not moves
        return None if reduced is None else False


def _nobody() -> None:
    """Of a desktop that is not asked."""


def _connect() -> "DBusConnection":
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415 - after the window is painted

    return open_dbus_connection(bus="SESSION")


def _setting(bus: "DBusConnection", namespace: str, key: str) -> Any:
    """A setting of the desktop; None where it has none of that name."""
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - as above
    from jeepney.wrappers import DBusErrorResponse, unwrap_msg  # noqa: PLC0415 - as above

    address = DBusAddress(PATH, bus_name=NAME, interface=SETTINGS)
    message = new_method_call(address, "Read", "ss", (namespace, key))
    try:
        (value,) = unwrap_msg(bus.send_and_get_reply(message, timeout=ANSWER_S))
    except (DBusErrorResponse, OSError, TimeoutError):
        return None
    # `Read` wraps the value twice, as the portal keeps doing for older programs.
    while isinstance(value, tuple):
        _, value = value
    return value
