"""The one bridge by which other threads reach the window.

Whatever a service's thread has to say is put on a deque, and one argument-less queued signal wakes the main
thread to drain it. A drain stops after `BUDGET_S` and goes on when Qt has painted and taken input, so a flood
of progress never holds the window. (Single `call_soon_threadsafe` calls did, and calling a window from
another thread can deadlock on the interpreter lock: `docs/architecture.md`, "Threads".)
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from companion.service import Listeners, Service
from engine.errors import CompanionError
from ui.doors import Fault, Heard, Json, OnProgress, SameDoor
from ui.remedies import in_window

log = logging.getLogger(__name__)

BUDGET_S = 0.008
Call = Callable[[], None]


class Bridge(QObject):
    """Runs what is posted from any thread on the main thread, in order."""

    _wake = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls: deque[Call] = deque()
        self._awake = False
        self._closed = False
        self._wake.connect(self._drain, Qt.ConnectionType.QueuedConnection)
        # Going on by the signal would be served within the same round of posted events and starve painting.
        self._again = QTimer(self)
        self._again.setObjectName("bridge: go on")
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._drain)

    def post(self, call: Call) -> None:
        """Have `call` run on the main thread; from any thread, never waits. After `close` it is dropped."""
        if self._closed:
            return
        self._calls.append(call)
        if not self._awake:
            self._awake = True
            self._wake.emit()

    def close(self) -> None:
        """Drop what waits and take no more."""
        self._closed = True
        self._again.stop()
        self._calls.clear()

    def _drain(self) -> None:
        # First the flag, then the calls: whoever appends after this wakes us again, nobody is overlooked.
        self._awake = False
        end = time.perf_counter() + BUDGET_S
        while self._calls:
            if time.perf_counter() > end:
                self._awake = True
                self._again.start()
                return
            self._calls.popleft()()


class ServiceDoor(SameDoor):
    """The window's two doors (`ui.doors.Door`) over a service that may not be open yet.

    Used from the main thread. Requests made early wait for `open`; after `fail` they get its fault.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._service: Service | None = None
        self._fault: Fault | None = None
        self._waiting: list[Call] = []
        self._listeners = Listeners()
        self._unlisten: Call = _nothing
        self._unanswered = 0

    @property
    def idle(self) -> bool:
        """Whether all that was asked is answered."""
        return self._unanswered == 0

    def open(self, service: Service) -> None:
        """Serve from now on by `service`, and send what has waited."""
        self._service, self._fault = service, None
        self._unlisten = service.listen(lambda event: self._bridge.post(lambda: self._tell(event)))
        self._send_waiting()

    def fail(self, fault: Fault) -> None:
        """The mind could not be opened: every request from now on fails with `fault`, until `open`."""
        self._fault = fault
        self._send_waiting()

    def wait(self) -> None:
        """Opening is tried once more: requests wait again."""
        self._fault = None

    def close(self) -> Service | None:
        """Let go of the service, which is the caller's to close."""
        self._unlisten()
        self._unlisten = _nothing
        self._waiting.clear()
        self._listeners.clear()
        service, self._service = self._service, None
        return service

    def listen(self, listener: OnProgress) -> Call:
        return self._listeners.add(listener)

    def ask(self, request: str, parameters: Json, heard: Heard) -> None:
        """Send it on its way, at once or once the service is open."""
        post = self._bridge.post
        self._unanswered += 1

        def forward(report: Json) -> None:
            if heard.progress is not None:
                post(partial(heard.progress, report))

        def delivered(future: "Future[Json]") -> None:
            self._unanswered -= 1
            _deliver(future, heard)

        def failed(fault: Fault) -> None:
            self._unanswered -= 1
            heard.failure(fault)

        def send() -> None:
            if self._fault is not None:
                post(partial(failed, self._fault))
            elif self._service is not None:
                future = self._service.submit(request, parameters, forward)
                future.add_done_callback(lambda done: post(partial(delivered, done)))
            else:
                self._waiting.append(send)

        send()

    def _send_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            send()

    def _tell(self, event: Json) -> None:
        for listener in self._listeners:
            listener(event)


def fault_of(error: BaseException) -> Fault:
    """What a person is told of an error.

    The world's faults say it themselves; ours are logged by type and place only.
    """
    if isinstance(error, CompanionError):
        return Fault(error.message, in_window(error.remedy))
    if isinstance(error, CancelledError):
        return Fault("It was stopped before it was finished.", "Try it again.")
    log.error("unexpected %s at %s", type(error).__name__, place_of(error))
    return Fault(
        "Something went wrong inside the program.",
        in_window("What you said is kept. Try again; if it happens again, see `companion doctor`."),
    )


def place_of(error: BaseException) -> str:
    """Where an error was raised, as `file:line`; nothing of what was being handled."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "nowhere" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def _deliver(future: "Future[Json]", heard: Heard) -> None:
    try:
        result = future.result(timeout=0)
    except Exception as error:  # noqa: BLE001 - whatever the service raised is told to the asker
        heard.failure(fault_of(error))
    else:
        heard.success(result)


def _nothing() -> None:
    """The unsubscription of one who hears nothing."""
