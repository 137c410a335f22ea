"""Whether a window fills the screen in front of all others: whoever watches a film or presents is told nothing."""

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QGuiApplication

from companion.bridge import Bridge
from companion.runtime import Threads

if TYPE_CHECKING:
    from Xlib.display import Display

X11: Final = "xcb"
JOIN_S = 2.0
Reads = Callable[[], bool]


class FrontWindow:
    """`full` is as of the last look; False where this desktop cannot tell, as anywhere but on X11.

    Used from the main thread. `reads` tells it, on a thread of its own: a desktop may take its time.
    """

    def __init__(self, bridge: Bridge, reads: Reads | None = None) -> None:
        self._bridge = bridge
        self._reads = reads or (fills_screen if QGuiApplication.platformName() == X11 else None)
        self._threads = Threads("front window")
        self._waiting: list[Callable[[], None]] = []
        self.full = False

    def look(self, then: Callable[[], None]) -> None:
        """See how it is now, then call `then`; at once where it cannot be told."""
        if self._reads is None:
            then()
            return
        self._waiting.append(then)
        if len(self._waiting) == 1:
            reads = self._reads
            self._threads.start("look", lambda: self._read(reads))

    def close(self) -> None:
        self._waiting.clear()
        self._threads.join(JOIN_S)

    def _read(self, reads: Reads) -> None:
        """On its own thread."""
        full = reads()
        self._bridge.post(lambda: self._told(full))

    def _told(self, full: bool) -> None:
        self.full = full
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            then()


def fills_screen(screen: str | None = None) -> bool:
    """Whether the active window of an X screen is full-screen, as its window manager says; False where nobody does."""
    from Xlib.display import Display  # noqa: PLC0415 - heavy, and only X11 needs it
    from Xlib.error import ConnectionClosedError, DisplayError, XauthError, XError  # noqa: PLC0415

    try:
        with closing(Display(screen)) as display:
            active = _property(display, display.screen().root, "_NET_ACTIVE_WINDOW")
            if not active or not active[0]:
                return False
            states = _property(display, display.create_resource_object("window", active[0]), "_NET_WM_STATE")
            return display.intern_atom("_NET_WM_STATE_FULLSCREEN") in states
    except (DisplayError, XauthError, XError, ConnectionClosedError, OSError):
        return False  # no such desktop, or the window went meanwhile


def _property(display: "Display", window: Any, name: str) -> list[int]:
    from Xlib.X import AnyPropertyType  # noqa: PLC0415 - as above

    found = window.get_full_property(display.intern_atom(name), AnyPropertyType)
    return [] if found is None else list(found.value)
