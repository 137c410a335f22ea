"""The window's tests run offscreen; a widget, timer, thread or task left over fails the test that made it."""

import asyncio
import gc
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from companion.bridge import Bridge, ServiceDoor
from companion.program import ProgramDoor
from companion.window import Views, application, build_views
from tests.ui.fakes import ScriptedService

PATIENCE_MS = 60_000


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    return QApplication


@pytest.fixture(autouse=True)
def _nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    if "qapp" not in request.fixturenames:  # without Qt nothing of Qt can be left
        yield
        return
    request.getfixturevalue("qapp")
    with nothing_left():
        yield


@contextmanager
def nothing_left() -> Iterator[None]:
    """Fails where a thread, a widget, a running timer or a pending task is there afterwards that was not before.

    What is there when nothing is left was loaded, and stays: it is not looked through again.
    """
    widgets, threads = _widgets(), set(threading.enumerate())
    timers, tasks = _timers_and_tasks()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    left_threads = [thread.name for thread in set(threading.enumerate()) - threads if thread.is_alive()]
    left_widgets = [type(shiboken6.wrapInstance(one, QWidget)).__name__ for one in _widgets() - widgets]
    timers_now, tasks_now = _timers_and_tasks()
    left_timers = [_name(one) for one in timers_now - timers]
    left_tasks = [one.get_name() for one in tasks_now - tasks]
    assert not left_threads, f"threads left running: {left_threads}"
    assert not left_widgets, f"widgets left over: {left_widgets}"
    assert not left_timers, f"timers left running: {left_timers}"
    assert not left_tasks, f"tasks left pending: {left_tasks}"
    gc.freeze()


def _widgets() -> set[int]:
    return {shiboken6.getCppPointer(one)[0] for one in QApplication.topLevelWidgets()}


def _timers_and_tasks() -> tuple[set[int], set["asyncio.Task[object]"]]:
    """The timers that run, and the tasks that are pending: of every loop, also one that was closed over them.

    Of all objects there are only a few types are to be looked at.
    """
    objects = gc.get_objects()
    types = set(map(type, objects))
    kept = {each for each in types if issubclass(each, QTimer | asyncio.Task)}
    sought = [one for one in objects if type(one) in kept]
    timers = [one for one in sought if isinstance(one, QTimer) and shiboken6.isValid(one) and one.isActive()]
    tasks = {one for one in sought if isinstance(one, asyncio.Task) and not one.done()}
    return {shiboken6.getCppPointer(one)[0] for one in timers}, tasks


def _name(pointer: int) -> str:
    return QTimer.objectName(shiboken6.wrapInstance(pointer, QTimer)) or "unnamed"


class Stage:
    """A window over a scripted service, as the program builds it, without the program's life around it."""

    def __init__(self, home: Path) -> None:
        self.bridge = Bridge()
        self.door = ServiceDoor(self.bridge)
        self.program = ProgramDoor(self.bridge, home)
        self.views: Views = build_views(application(), self.door, self.program, home / "window.ini")
        self.services: list[ScriptedService] = []

    def open(self, service: ScriptedService) -> ScriptedService:
        self.services.append(service)
        self.door.open(service)
        return service

    def close(self) -> None:
        self.views.window.hide()
        self.views.tray.leave()
        self.views.close()
        self.door.close()
        for service in self.services:
            service.close()
        self.program.close()
        self.bridge.close()
        self.views.window.deleteLater()
        # A test that never waits runs no loop that would delete it, and all that stands is dressed anew each time.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """A shown window whose mind is still being opened; `stage.open(ScriptedService(...))` opens it."""
    made = Stage(tmp_path)
    made.views.window.show()
    made.views.mind.ask()
    made.views.conversation.load()
    yield made
    made.close()


@pytest.fixture
def until(qtbot) -> Callable[[Callable[[], bool]], None]:
    """Let Qt run until something is true; a busy machine is given the time it needs."""

    def wait(condition: Callable[[], bool]) -> None:
        qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    return wait
