"""The desktop's own notifications, over the session bus; a click on one comes back.

The bus is spoken with on a thread of its own, as a service there may take its time. Where there is none, as on Windows
and macOS, `fallback` shows what is to be told.
"""

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from companion.bridge import Bridge
from companion.runtime import Threads
from ui.notices import Notice

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

log = logging.getLogger(__name__)

NAME: Final = "org.freedesktop.Notifications"
PATH: Final = "/org/freedesktop/Notifications"
DEFAULT: Final = "default"
"""The action that a click on the notification itself means."""

LOOK_S, ANSWER_S, KEPT_S = 0.5, 5.0, 3600.0
"""How often a click is looked for while one stands, how long the service may take, and how long one stands."""


Acted = Callable[[str, str], None]

Standing = dict[int, tuple[Notice, float]]
"""What is shown, by the service's number, with when it was."""


class DesktopNotices:
    """`show` from the main thread; `clicked` is called there with place and ref of a notice that was clicked.

    `acted` is called there with the key of one of the notice's actions that was pressed, and its ref. A service that
    has no actions shows the notice without them.
    """

    def __init__(
        self,
        bridge: Bridge,
        clicked: Callable[[str, str], None],
        fallback: Callable[[Notice], None],
        acted: Acted = lambda _key, _ref: None,
    ) -> None:
        self._bridge, self._clicked, self._fallback, self._acted = bridge, clicked, fallback, acted
        self._threads = Threads("notices")
        self._wanted: queue.Queue[Notice | None] = queue.Queue()
        self._running = False

    def show(self, notice: Notice) -> None:
        """Tell it, through the desktop where that can be."""
        if not sys.platform.startswith("linux"):
            self._fallback(notice)
            return
        if not self._running:
            self._running = True
            self._threads.start("bus", self._run)
        self._wanted.put(notice)

    def close(self) -> None:
        """Let go of the bus."""
        if self._running:
            self._wanted.put(None)
            self._threads.join(LOOK_S + ANSWER_S)

    def _run(self) -> None:
        """On the bus's thread."""
        standing: Standing = {}
        bus: DBusConnection | None = None
        try:
            while True:
                notice = self._next(standing)
                if notice is _LEAVING:
                    return
                if isinstance(notice, Notice):
                    bus = self._tell(bus, notice, standing)
                elif bus is not None:
                    self._hear(bus, standing)
        finally:
            if bus is not None:
                bus.close()

    def _next(self, standing: Standing) -> object:
        """What is to be told; without an end where nothing stands, else after a moment nothing."""
        for number in [number for number, (_, at) in standing.items() if time.monotonic() - at > KEPT_S]:
            del standing[number]
        try:
            wanted = self._wanted.get(timeout=0.0 if standing else None, block=not standing)
        except queue.Empty:
            return None
        return _LEAVING if wanted is None else wanted

    def _tell(
        self, bus: "DBusConnection | None", notice: Notice, standing: Standing
    ) -> "DBusConnection | None":
        try:
            bus = bus or self._opened()
            notice = notice.without_words() if _is_locked(bus) else notice
            body: tuple[object, ...] = (
                "Companion",
                0,
                "companion",
                notice.title,
                notice.text,
                self._actions(bus, notice),
                {},
                -1,
            )
            number = _call(bus, _address(PATH, NAME), "Notify", "susssasa{sv}i", body)
        except (OSError, _refusal(), TimeoutError, KeyError, ValueError) as error:
            log.info("no notification service: %s", type(error).__name__)
            self._bridge.post(lambda: self._fallback(notice))
            if bus is not None:
                bus.close()
            return None
        standing[int(number)] = (notice, time.monotonic())
        return bus

    @staticmethod
    def _actions(bus: "DBusConnection", notice: Notice) -> list[str]:
        """Keys and words in turn, as the service wants them."""
        offers = "actions" in _call(bus, _address(PATH, NAME), "GetCapabilities", None, ())
        more = [part for action in notice.actions for part in action] if offers else []
        return [DEFAULT, "Open", *more]

    @staticmethod
    def _opened() -> "DBusConnection":
        from jeepney import MatchRule, message_bus  # noqa: PLC0415 - as below
        from jeepney.io.blocking import Proxy  # noqa: PLC0415

        bus = _connect()
        try:
            Proxy(message_bus, bus, timeout=ANSWER_S).AddMatch(MatchRule(type="signal", interface=NAME))
        except BaseException:
            bus.close()
            raise
        return bus

    def _hear(self, bus: "DBusConnection", standing: Standing) -> None:
        try:
            message = bus.receive(timeout=LOOK_S)
        except TimeoutError:
            return
        except OSError:  # the bus ended: nothing more is heard of what stands
            standing.clear()
            return
        member = message.header.fields.get(_member())
        if member == "ActionInvoked" and message.body[0] in standing:
            (notice, _), key = standing.pop(message.body[0]), message.body[1]
            if key in {each for each, _ in notice.actions}:
                self._bridge.post(lambda: self._acted(key, notice.ref))
            else:
                self._bridge.post(lambda: self._clicked(notice.place, notice.ref))
        elif member == "NotificationClosed":
            standing.pop(message.body[0], None)


_LEAVING = threading.Event()
"""Stands for the end in what `_next` returns."""


def _connect() -> "DBusConnection":
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415 - only where something is told

    return open_dbus_connection(bus="SESSION")


def _is_locked(bus: "DBusConnection") -> bool:
    """Whether the screen is locked, as far as this desktop says so."""
    address = _address("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver")
    try:
        return bool(_call(bus, address, "GetActive", None, ()))
    except _refusal():
        return False


def _address(path: str, name: str) -> Any:
    from jeepney import DBusAddress  # noqa: PLC0415 - as above

    return DBusAddress(path, bus_name=name, interface=name)


def _call(
    bus: "DBusConnection", address: Any, method: str, signature: str | None, body: tuple[object, ...]
) -> Any:
    """The first value of the answer. Raises DBusErrorResponse, OSError, TimeoutError."""
    from jeepney import new_method_call  # noqa: PLC0415 - as above
    from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

    message = new_method_call(address, method, signature, body)
    return unwrap_msg(bus.send_and_get_reply(message, timeout=ANSWER_S))[0]


def _refusal() -> type[Exception]:
    from jeepney.wrappers import DBusErrorResponse  # noqa: PLC0415 - as above

    refusal: type[Exception] = DBusErrorResponse
    return refusal


def _member() -> Any:
    from jeepney import HeaderFields  # noqa: PLC0415 - as above

    return HeaderFields.member
