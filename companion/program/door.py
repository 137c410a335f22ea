"""The window's door to the program itself: named requests, each answered on a thread of its own."""

import logging
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.bridge import Bridge, fault_of
from companion.runtime import Threads
from ui.doors import Heard, Json, OnProgress, SameDoor

log = logging.getLogger(__name__)
JOIN_S = 10.0


class ProgramDoor(SameDoor):
    """Implements `ui.doors.Door` over `companion.program.requests`, for the home at `home`.

    A request that takes long, such as a download, is stopped by `stop` with its name and its parameters' `name`, and by
    the window's end; what it had fetched by then stays.
    """

    def __init__(self, bridge: Bridge, home: Path) -> None:
        self._bridge, self._home = bridge, home
        self._threads = Threads("program")
        self._guard = threading.Lock()
        self._running: dict[str, threading.Event] = {}
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether all that was asked is answered."""
        with self._guard:
            return not self._running

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        """Nothing happens unasked here."""
        return _nothing

    def close(self) -> None:
        """Stop what runs, and wait for it."""
        self._closed = True
        with self._guard:
            for stopped in self._running.values():
                stopped.set()
        left = self._threads.join(JOIN_S)
        if left:
            log.warning("still running: %s", ", ".join(left))

    def ask(self, request: str, parameters: Json, heard: Heard) -> None:
        """Answer it on a thread of its own; `stop` at once."""
        if request == "stop":
            self._stop(f"{parameters['request']}:{parameters.get('name', '')}")
            self._bridge.post(lambda: heard.success({}))
        else:
            self._start(request, parameters, heard)

    def _start(self, request: str, parameters: Json, heard: Heard) -> None:
        if self._closed:
            return
        key = f"{request}:{parameters.get('name', '')}"
        stopped = threading.Event()
        with self._guard:
            self._running[key] = stopped
        post = self._bridge.post

        def report(told: Json) -> None:
            if heard.progress is not None:
                post(partial(heard.progress, told))

        def run() -> None:
            try:
                result = self._answer(request, parameters, report, stopped)
            except Exception as error:  # noqa: BLE001 - whatever it raised is told to the asker
                fault = fault_of(error)
                post(lambda: heard.failure(fault))
            else:
                post(lambda: heard.success(result))
            finally:
                self._end(key, stopped)

        self._threads.start(request, run)

    def _answer(self, request: str, parameters: Json, report: OnProgress, stopped: threading.Event) -> Json:
        from companion.program.requests import answer  # noqa: PLC0415 - heavy: the window is painted before

        return answer(self._home, request, parameters, report, stopped)

    def _stop(self, key: str) -> None:
        with self._guard:
            stopped = self._running.get(key)
        if stopped is not None:
            stopped.set()

    def _end(self, key: str, stopped: threading.Event) -> None:
        with self._guard:
            if self._running.get(key) is stopped:
                del self._running[key]


def _nothing() -> None:
    """The unsubscription of one who hears nothing."""
