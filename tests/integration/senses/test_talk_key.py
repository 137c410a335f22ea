"""The key to talk: on a real X server, pressed by xdotool, and through a portal on a real session bus."""

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

from companion.preferences import Preferences
from companion.voice.portal_key import NAME, PATH, REQUEST, SHORTCUT_ID, SHORTCUTS
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from companion.voice.talk_key import Combination, KeyUnavailableError, TalkKey, talk_key_of
from engine.errors import CompanionError, InvalidInputError
from engine.models import standard_store
from engine.senses import RecordedLink, Sound, silence
from engine.settings import SensesSettings
from tests.integration.senses.conftest import until
from tests.virtual import session_bus, virtual_screen


class Watching:
    """A key that is watched on a thread, and what it told."""

    def __init__(self, key: TalkKey) -> None:
        self.held: list[bool] = []
        self.ready = threading.Event()
        self.fault: KeyUnavailableError | None = None
        self._key = key
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        until(lambda: self.ready.is_set() or self.fault)

    def close(self) -> None:
        self._key.close()
        self._thread.join(10)
        assert not self._thread.is_alive()

    def _watch(self) -> None:
        try:
            self._key.watch(self.held.append, self.ready.set)
        except KeyUnavailableError as error:
            self.fault = error


@pytest.fixture
def watch() -> Iterator[Callable[[str], Watching]]:
    made: list[Watching] = []

    def begin(words: str) -> Watching:
        key = talk_key_of(words)
        assert key is not None
        made.append(Watching(key))
        return made[-1]

    yield begin
    for one in made:
        one.close()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """An X server of its own; called, it presses keys there."""
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("there is no virtual screen on this machine: apt-get install xvfb xdotool")
    with virtual_screen() as environ:
        monkeypatch.setenv("DISPLAY", environ["DISPLAY"])
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

        def press(*words: str) -> None:
            subprocess.run(["xdotool", *words], env=environ, check=True)

        yield press


@pytest.mark.live
def test_a_key_that_is_held_is_told_once_and_so_is_letting_go(screen, watch):
    seen = watch("Ctrl+Alt+Space")
    assert seen.ready.is_set()
    screen("keydown", "ctrl", "keydown", "alt", "keydown", "space", "sleep", "1.2")  # long enough to repeat
    until(lambda: seen.held)
    assert seen.held == [True]
    screen("keyup", "space", "keyup", "alt", "keyup", "ctrl")
    until(lambda: len(seen.held) == 2)
    screen("key", "space")  # without its modifiers it is another program's
    screen("keydown", "Num_Lock", "keyup", "Num_Lock", "key", "ctrl+alt+space")
    until(lambda: len(seen.held) == 4)
    assert seen.held == [True, False, True, False]


@pytest.mark.live
def test_a_key_goes_with_its_desktop_and_is_not_held_any_more(monkeypatch):
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("there is no virtual screen on this machine: apt-get install xvfb xdotool")
    told: list[CompanionError | None] = []
    models = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    link = RecordedLink(Sound(silence(600.0)), over=lambda: False)
    session = VoiceSession(
        Reciter(),
        link,
        models,
        SensesSettings(),
        lambda _: None,
        lambda _: None,
        key_told=lambda _, fault: told.append(fault),
    )
    monkeypatch.setattr(session, "warm_up", lambda: None)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    session.choose(Preferences(talk_key="Pause", listening="push to talk"), "Anna")
    try:
        with virtual_screen() as environ:
            monkeypatch.setenv("DISPLAY", environ["DISPLAY"])
            session.start()
            until(lambda: told)
            subprocess.run(["xdotool", "keydown", "Pause"], env=environ, check=True)
            until(lambda: session.talk.ears.held)
        until(lambda: not session.talk.ears.held)
    finally:
        session.close()
    assert told[0] is None
    assert isinstance(told[1], KeyUnavailableError)
    assert told[1].remedy


def test_a_key_that_another_program_has_is_told(screen, watch):
    first, second = watch("Pause"), watch("Pause")
    assert first.ready.is_set()
    assert second.fault is not None
    assert "Another program has Pause" in second.fault.message
    first.close()
    assert watch("Pause").ready.is_set()


def test_what_is_no_key_and_where_none_is(monkeypatch):
    assert talk_key_of("") is None
    for words in ("Ctrl+", "Hyper+Space", "A", "Space+Ctrl"):
        with pytest.raises(InvalidInputError):
            Combination.parse(words)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(KeyUnavailableError):
        talk_key_of("Pause")
    monkeypatch.setenv("DISPLAY", "no display")
    key = talk_key_of("Pause")
    assert key is not None
    assert Watching(key).fault is not None


class Portal:
    """The shortcuts of a desktop, on the session bus: it answers as one would whose person says yes, or no."""

    def __init__(self, *, yes: bool) -> None:
        self._yes = yes
        self.triggers: list[str] = []
        self._sender = self._session = ""
        self._bus: DBusConnection = open_dbus_connection(bus="SESSION")
        Proxy(message_bus, self._bus).RequestName(NAME)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join(10)
        self._bus.close()

    def hold(self, *, held: bool, shortcut: str = SHORTCUT_ID) -> None:
        member = "Activated" if held else "Deactivated"
        self._signal(PATH, SHORTCUTS, member, "osta{sv}", (self._session, shortcut, 1, {}))

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                message = self._bus.receive(timeout=0.1)
            except TimeoutError:
                continue
            if message.header.message_type is MessageType.method_call:
                self._answer(message)

    def _answer(self, message: Any) -> None:
        fields = message.header.fields
        self._sender = fields[HeaderFields.sender]
        if fields[HeaderFields.interface] != SHORTCUTS:  # as portals that have no registry yet
            self._bus.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))
            return
        *_, options = message.body
        token = options["handle_token"][1]
        request = f"{PATH}/request/{self._sender.removeprefix(':').replace('.', '_')}/{token}"
        self._bus.send(new_method_return(message, "o", (request,)))
        match fields[HeaderFields.member]:
            case "CreateSession":
                self._session = f"{PATH}/session/{options['session_handle_token'][1]}"
                self._respond(request, 0, {"session_handle": ("s", self._session)})
            case "BindShortcuts":
                [(name, about)] = message.body[1]
                self.triggers.append(about["preferred_trigger"][1])
                bound = {"shortcuts": ("a(sa{sv})", [(name, {})])} if self._yes else {}
                self._respond(request, 0 if self._yes else 1, bound)

    def _respond(self, request: str, code: int, results: dict[str, Any]) -> None:
        self._signal(request, REQUEST, "Response", "ua{sv}", (code, results))

    def _signal(self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        message = new_signal(DBusAddress(path, interface=interface), member, signature, body)
        message.header.fields[HeaderFields.destination] = self._sender
        self._bus.send(message)


@pytest.fixture
def wayland(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A session bus as a Wayland desktop has it."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no session bus on this machine: apt-get install dbus")
    with session_bus(dict(os.environ)) as environ:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", environ["DBUS_SESSION_BUS_ADDRESS"])
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
        yield


@pytest.mark.usefixtures("wayland")
def test_the_desktops_portal_tells_when_it_is_held(watch):
    portal = Portal(yes=True)
    try:
        seen = watch("Ctrl+Super+Space")
        assert seen.ready.is_set()
        assert portal.triggers == ["CTRL+LOGO+space"]
        portal.hold(held=True, shortcut="somebody-elses")
        portal.hold(held=True)
        portal.hold(held=False)
        until(lambda: len(seen.held) == 2)
        assert seen.held == [True, False]
    finally:
        portal.close()


@pytest.mark.usefixtures("wayland")
def test_a_desktop_that_refuses_or_has_no_portal_is_told(watch):
    without = watch("Pause")
    assert without.fault is not None
    assert without.fault.remedy
    portal = Portal(yes=False)
    try:
        refused = watch("Pause")
        assert refused.fault is not None
        assert "not allowed" in refused.fault.message
    finally:
        portal.close()
