"""Little moves where the desktop wishes that and tells it, unless the person chose otherwise."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator

import pytest
from jeepney import HeaderFields, MessageType, message_bus, new_error, new_method_return
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from companion.bridge import Bridge
from companion.voice.portal_key import NAME
from companion.window import application
from companion.window.calm import DesktopCalm, wishes_calm
from tests.virtual import session_bus
from ui.settings.appearance import AppearanceCard
from ui.shell import Preferences
from ui.theme import Motion, Theme

REDUCED = ("org.freedesktop.appearance", "reduced-motion")
ANIMATED = ("org.gnome.desktop.interface", "enable-animations")


class Portal:
    """The settings of a desktop, on the session bus."""

    def __init__(self, settings: dict[tuple[str, str], tuple[str, object]]) -> None:
        self._settings = settings
        self._bus: DBusConnection = open_dbus_connection(bus="SESSION")
        Proxy(message_bus, self._bus).RequestName(NAME)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join(10)
        self._bus.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                message = self._bus.receive(timeout=0.1)
            except TimeoutError:
                continue
            if message.header.message_type is not MessageType.method_call:
                continue
            known = self._settings.get(tuple(message.body))
            if message.header.fields[HeaderFields.member] == "Read" and known is not None:
                self._bus.send(new_method_return(message, "v", (("v", known),)))
            else:
                self._bus.send(new_error(message, "org.freedesktop.portal.Error.NotFound"))


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no session bus on this machine: apt-get install dbus")
    with session_bus(dict(os.environ)) as environ:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", environ["DBUS_SESSION_BUS_ADDRESS"])
        yield


@pytest.mark.usefixtures("bus")
@pytest.mark.parametrize(
    ("settings", "wished"),
    [
        ({}, None),
        ({ANIMATED: ("b", False)}, True),
        ({ANIMATED: ("b", True)}, False),
        ({REDUCED: ("u", 1)}, True),
        ({REDUCED: ("u", 0)}, False),
        ({REDUCED: ("u", 0), ANIMATED: ("b", False)}, True),
        ({REDUCED: ("u", 1), ANIMATED: ("b", True)}, True),
    ],
    ids=str,
)
def test_the_desktop_is_asked_over_its_portal(settings, wished):
    portal = Portal(settings)
    try:
        assert wishes_calm() is wished
    finally:
        portal.close()


@pytest.mark.usefixtures("bus")
def test_a_desktop_without_a_portal_says_nothing():
    assert wishes_calm() is None


def test_a_session_without_a_bus_says_nothing(monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
    assert wishes_calm() is None
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    assert wishes_calm() is None


@pytest.fixture
def house(qapp) -> Iterator[tuple[Theme, Callable[..., DesktopCalm]]]:
    theme, bridge, made = Theme(application()), Bridge(), []

    def make(asks) -> DesktopCalm:
        made.append(DesktopCalm(qapp, bridge, theme, asks))
        return made[-1]

    yield theme, make
    for one in made:
        one.close()
    bridge.close()


def test_what_the_desktop_says_holds_until_the_person_chooses(house, until):
    theme, make = house
    answers: list[bool | None] = [True]
    calm = make(lambda: answers[-1])
    assert (theme.motion, theme.reduced_motion) == (Motion.SYSTEM, False)
    calm.look()
    until(lambda: theme.reduced_motion)
    theme.set_motion(Motion.FULL)
    assert not theme.reduced_motion
    theme.set_motion(Motion.SYSTEM)
    assert theme.reduced_motion
    answers.append(None)
    calm.look()
    until(lambda: not calm._looking)
    assert theme.reduced_motion, "it says nothing any more, and said this"
    answers.append(False)
    calm._on_state(
        Qt.ApplicationState.ApplicationActive
    )  # the person was in the desktop's settings meanwhile
    until(lambda: not theme.reduced_motion)
    theme.set_motion(Motion.REDUCED)
    assert theme.reduced_motion


def test_the_choice_is_kept_and_one_of_an_earlier_version_holds(qapp, qtbot, tmp_path):
    theme, file = Theme(application()), tmp_path / "window.ini"
    Preferences(file).dress(theme)
    assert theme.motion is Motion.SYSTEM
    host = QWidget()
    qtbot.addWidget(host)
    card = AppearanceCard(Preferences(file), theme, host)
    card.motions.press(Motion.FULL)
    assert theme.motion is Motion.FULL
    again = Theme(application())
    Preferences(file).dress(again)
    assert again.motion is Motion.FULL
    file.write_text("[appearance]\nreduced_motion=true\n")
    Preferences(file).dress(again)
    assert again.motion is Motion.REDUCED
