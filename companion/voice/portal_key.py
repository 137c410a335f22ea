"""The key to talk under Wayland: the desktop's portal asks the person once, and tells when it is held.

org.freedesktop.portal.GlobalShortcuts: a session, one shortcut bound in it, and its signals. Each request is answered
by a signal on an object of its own (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html).
"""

import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from companion.voice.talk_key import Combination, KeyUnavailableError

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

NAME: Final = "org.freedesktop.portal.Desktop"
PATH: Final = "/org/freedesktop/portal/desktop"
SHORTCUTS: Final = "org.freedesktop.portal.GlobalShortcuts"
REQUEST: Final = "org.freedesktop.portal.Request"
SHORTCUT_ID: Final = "hold-to-talk"
TRIGGERS: Final = {"Ctrl": "CTRL", "Alt": "ALT", "Shift": "SHIFT", "Super": "LOGO"}

ANSWER_S, ASKED_S, LOOK_S = 5.0, 120.0, 0.25
"""How long the portal may take, how long the person may think about its question, and how soon `close` is seen."""


class PortalKey:
    """Implements `TalkKey`. The desktop may give another key than the one that is asked for."""

    def __init__(self, combination: Combination) -> None:
        self._combination = combination
        self._closed = threading.Event()

    def watch(self, told: Callable[[bool], None], ready: Callable[[], None]) -> None:
        from jeepney.wrappers import DBusErrorResponse  # noqa: PLC0415 - only where there is such a desktop

        try:
            with _connected() as bus:
                session = self._begin(bus)
                self._bind(bus, session)
                ready()
                self._follow(bus, session, told)
        except (OSError, KeyError, ValueError, TimeoutError, DBusErrorResponse) as error:
            raise KeyUnavailableError(
                "This desktop lets no program hear a key while another window is in front."
            ) from error

    def close(self) -> None:
        self._closed.set()

    def _begin(self, bus: "DBusConnection") -> str:
        """The session; with the bus connection it ends."""
        self._name_program(bus)
        token = f"companion_{secrets.token_hex(8)}"
        made = self._ask(bus, "CreateSession", "a{sv}", (), session_handle_token=("s", token))
        session: str = made["session_handle"][1]
        return session

    @staticmethod
    def _name_program(bus: "DBusConnection") -> None:
        """Newer portals want to know which desktop file a program outside of a sandbox has; older ones do not ask."""
        from jeepney.wrappers import DBusErrorResponse  # noqa: PLC0415 - as above

        with suppress(DBusErrorResponse):
            _call(bus, "org.freedesktop.host.portal.Registry", "Register", "sa{sv}", ("companion", {}))

    def _bind(self, bus: "DBusConnection", session: str) -> None:
        trigger = "+".join((*map(TRIGGERS.get, self._combination.modifiers), self._combination.keysym))  # type: ignore[arg-type] # every modifier has one
        about = {"description": ("s", "Hold to talk"), "preferred_trigger": ("s", trigger)}
        given = (session, [(SHORTCUT_ID, about)], "")
        bound = self._ask(bus, "BindShortcuts", "oa(sa{sv})sa{sv}", given, patience_s=ASKED_S)
        if not bound.get("shortcuts", ("", []))[1]:
            raise KeyUnavailableError(
                "The desktop was not allowed to give a key.", "Switch the voice on again, and allow it."
            )

    def _ask(
        self,
        bus: "DBusConnection",
        method: str,
        signature: str,
        given: tuple[object, ...],
        *,
        patience_s: float = ANSWER_S,
        **options: tuple[str, object],
    ) -> dict[str, Any]:
        """The results of a request. Raises KeyUnavailableError where it was refused or closed meanwhile."""
        from jeepney import MatchRule  # noqa: PLC0415 - as above

        token = f"companion_{secrets.token_hex(8)}"
        sender = bus.unique_name.removeprefix(":").replace(".", "_")
        rule = MatchRule(
            type="signal", interface=REQUEST, member="Response", path=f"{PATH}/request/{sender}/{token}"
        )
        with bus.filter(rule) as answers:
            _call(bus, SHORTCUTS, method, signature, (*given, {**options, "handle_token": ("s", token)}))
            for _ in range(round(patience_s / LOOK_S)):
                if self._closed.is_set():
                    raise KeyUnavailableError("The key is not wanted any more.")
                with suppress(TimeoutError):
                    code, results = bus.recv_until_filtered(answers, timeout=LOOK_S).body
                    if code:
                        raise KeyUnavailableError(
                            "The desktop was not allowed to give a key.",
                            "Switch the voice on again, and allow it.",
                        )
                    return dict(results)
        raise TimeoutError

    def _follow(self, bus: "DBusConnection", session: str, told: Callable[[bool], None]) -> None:
        while not self._closed.is_set():
            with suppress(TimeoutError):
                held = _held(bus.receive(timeout=LOOK_S), session)
                if held is not None:
                    told(held)


def _connected() -> "DBusConnection":
    """A connection that hears the portal's signals, to be closed."""
    from jeepney import MatchRule, message_bus  # noqa: PLC0415 - as above
    from jeepney.io.blocking import Proxy, open_dbus_connection  # noqa: PLC0415

    bus = open_dbus_connection(bus="SESSION")
    for interface in (SHORTCUTS, REQUEST):
        Proxy(message_bus, bus, timeout=ANSWER_S).AddMatch(MatchRule(type="signal", interface=interface))
    return bus


def _call(
    bus: "DBusConnection", interface: str, method: str, signature: str, body: tuple[object, ...]
) -> Any:
    """The values of the answer. Raises DBusErrorResponse, OSError, TimeoutError."""
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - as above
    from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

    address = DBusAddress(PATH, bus_name=NAME, interface=interface)
    message = new_method_call(address, method, signature, body)
    return unwrap_msg(bus.send_and_get_reply(message, timeout=ANSWER_S))


def _held(message: "Message", session: str) -> bool | None:
    """Whether the key of that session is held now; None for a message about something else."""
    from jeepney import HeaderFields  # noqa: PLC0415 - as above

    fields = message.header.fields
    told = {"Activated": True, "Deactivated": False}.get(fields.get(HeaderFields.member, ""))
    if fields.get(HeaderFields.interface) != SHORTCUTS or told is None:
        return None
    return told if tuple(message.body[:2]) == (session, SHORTCUT_ID) else None
