"""A notification at a real service (dunst) on a virtual screen; a click on it comes back."""

import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bridge import Bridge
from companion.window.desktop import DesktopNotices
from tests.virtual import session_bus, virtual_screen
from ui.notices import Notice

NOTICE = Notice(
    "A reminder for today", "Call Ana", "reminders", ("Companion", "Something is due."), "handoff:h1"
)


@pytest.fixture
def dunst(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A session bus with dunst on it, known to this process."""
    with virtual_screen() as screen, session_bus(screen) as environment:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", environment["DBUS_SESSION_BUS_ADDRESS"])
        service = subprocess.Popen(["dunst"], env=environment, stderr=subprocess.DEVNULL)
        try:
            yield environment
        finally:
            service.terminate()
            service.wait()


def dunstctl(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        ["dunstctl", *words], env=environment, capture_output=True, text=True, timeout=20, check=False
    )
    return done.stdout


@pytest.mark.gui
def test_it_is_shown_a_click_opens_its_place_and_an_action_comes_back_by_its_key(qapp, until, dunst):
    bridge, clicked, missed, acted = Bridge(), [], [], []
    desktop = DesktopNotices(
        bridge, lambda *led: clicked.append(led), missed.append, lambda *act: acted.append(act)
    )
    try:
        end = time.monotonic() + 20
        while "waiting" not in dunstctl(dunst, "count").lower() and time.monotonic() < end:
            time.sleep(0.1)
        desktop.show(NOTICE)
        until(lambda: dunstctl(dunst, "count", "displayed").strip() == "1")
        dunstctl(dunst, "action", "0")
        until(lambda: clicked == [("reminders", "handoff:h1")])
        desktop.show(replace(NOTICE, actions=(("done", "Done"), ("later", "Later"))))
        until(lambda: _is_pressed(dunst, acted))
        assert (len(clicked), missed) == (1, [])
    finally:
        desktop.close()
        bridge.close()


def _is_pressed(environment: dict[str, str], acted: list[tuple[str, str]]) -> bool:
    """Press an action, as the service tells it, whichever number it gave; whether that was heard of by now."""
    from jeepney import DBusAddress, new_signal  # noqa: PLC0415 - the bus of this one test
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415

    service = DBusAddress("/org/freedesktop/Notifications", interface="org.freedesktop.Notifications")
    with open_dbus_connection(bus=environment["DBUS_SESSION_BUS_ADDRESS"]) as bus:
        for number in range(1, 10):
            bus.send(new_signal(service, "ActionInvoked", "us", (number, "later")))
        time.sleep(0.2)  # the bus forgets what somebody said who is gone
    return acted == [("later", "handoff:h1")]


def test_without_a_service_it_is_told_another_way(qapp, until, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    bridge, missed = Bridge(), []
    desktop = DesktopNotices(bridge, lambda *_: None, missed.append)
    try:
        desktop.show(NOTICE)
        until(lambda: missed == [NOTICE])
    finally:
        desktop.close()
        bridge.close()
