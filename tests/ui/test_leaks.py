"""The guard of these tests sees what a test leaves behind, and a window that is closed is let go of."""

import asyncio
import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import Stage, nothing_left
from tests.ui.fakes import ScriptedService


@pytest.fixture
def loop():
    made = asyncio.new_event_loop()
    yield made
    made.close()


def finish(task: "asyncio.Task[None]", loop: asyncio.AbstractEventLoop) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        loop.run_until_complete(task)


async def for_ever() -> None:
    await asyncio.Event().wait()


async def at_once() -> None:
    return


def test_a_task_that_is_still_pending_is_left_and_one_that_is_done_is_not(qapp, loop):
    left = []
    with pytest.raises(AssertionError, match=r"tasks left pending.*waits for ever"), nothing_left():
        left.append(loop.create_task(for_ever(), name="waits for ever"))
        loop.run_until_complete(asyncio.sleep(0))
    with nothing_left():
        loop.run_until_complete(loop.create_task(at_once()))
    finish(left[0], loop)


def test_a_task_of_a_loop_that_ran_before_is_nobodys_fault(qapp, loop):
    before = loop.create_task(for_ever())
    with nothing_left():
        loop.run_until_complete(asyncio.sleep(0))
    finish(before, loop)


def test_a_thread_a_widget_and_a_timer_are_seen_too(qapp):
    ended, timer = threading.Event(), QTimer()
    thread = threading.Thread(target=ended.wait, name="stays")
    with pytest.raises(AssertionError, match=r"threads left running.*stays"), nothing_left():
        thread.start()
    ended.set()
    thread.join()
    kept = []
    with pytest.raises(AssertionError, match=r"widgets left over.*QWidget"), nothing_left():
        kept.append(QWidget())
    kept.pop().deleteLater()
    timer.setObjectName("ticks")
    with pytest.raises(AssertionError, match=r"timers left running.*ticks"), nothing_left():
        timer.start(1000)
    timer.stop()


def test_of_a_window_that_is_closed_nothing_is_kept(qapp, tmp_path):
    stage = Stage(tmp_path)
    stage.open(ScriptedService())
    window = weakref.ref(stage.views.window)
    stage.close()
    del stage
    gc.collect()
    assert window() is None
