"""The icon in a real tray: trayer on a virtual screen, with the window's whole life around it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.virtual import system_tray, virtual_screen

ROOT = Path(__file__).parents[2]
LIMIT_S = 60

WINDOW = """
import json, os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSystemTrayIcon
from companion.window import application, run_window
from tests.ui.fakes import ScriptedService

file, trayer = Path(sys.argv[1]), int(sys.argv[2])
seen = {}

def until(condition, act):
    def look():
        if condition():
            act()
        else:
            QTimer.singleShot(20, look)
    look()

def colour(icon):
    x, y = icon.geometry().center().toTuple()
    return QGuiApplication.primaryScreen().grabWindow(0, x, y, 1, 1).toImage().pixelColor(0, 0)

def orange(icon):
    return icon.geometry().width() > 8 and colour(icon).red() > colour(icon).blue() + 40

def shown(views):
    window, tray = views.window, views.tray

    def embedded():
        seen["tip"] = tray.icon.toolTip()
        window.close()
        QTimer.singleShot(200, closed)

    def closed():
        seen["stays"] = (window.isVisible(), orange(tray.icon))
        tray._gone.setInterval(50)
        os.kill(trayer, signal.SIGTERM)
        until(window.isVisible, back)

    def back():
        seen["back"] = QSystemTrayIcon.isSystemTrayAvailable()
        window.close()

    until(lambda: views.mind.ready and orange(tray.icon), embedded)

application()
while not QSystemTrayIcon.isSystemTrayAvailable():
    QTest.qWait(20)
seen["code"] = run_window(lambda _: ScriptedService(), settings_file=file, on_shown=shown)
print(json.dumps(seen))
"""


@pytest.fixture
def display() -> Iterator[dict[str, str]]:
    """The environment of a virtual screen of its own."""
    with virtual_screen() as environment:
        yield environment


@pytest.fixture
def trayer(display: dict[str, str]) -> Iterator[int]:
    """A tray, by its process id."""
    with system_tray(display) as process:
        yield process


@pytest.mark.gui
def test_the_icon_is_embedded_the_window_stays_in_it_and_comes_back_when_the_tray_ends(
    display, trayer, tmp_path
):
    command = [sys.executable, "-X", "faulthandler", "-c", WINDOW, str(tmp_path / "window.ini"), str(trayer)]
    done = subprocess.run(
        command, env=display, capture_output=True, text=True, timeout=LIMIT_S, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert seen["tip"].startswith("Companion\nWhat you told: encrypted\nModel: ")
    assert seen["stays"] == [False, True]
    assert seen["back"] is False
    assert seen["code"] == 0
