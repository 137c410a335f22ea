"""One client at the owner's door: its requests in, its replies out, at its own pace."""

import contextlib
import logging
import queue
import threading
from concurrent.futures import Future

from companion.doors.frames import VERSION, Frame, Line, describe_error, read_call
from companion.errors import FrameError, OwnerLeavingError, PartFailedError
from companion.runtime import Threads
from companion.service import Json, Service
from engine.errors import CompanionError

log = logging.getLogger(__name__)
MOST_REQUESTS = 64
# A client that stopped reading is let go before its unread frames cost memory.
MOST_UNSENT = 10_000


class Guest:
    """Reads requests on the caller's thread (`serve`) and writes from a queue on one of its own."""

    def __init__(self, line: Line, service: Service, threads: Threads) -> None:
        self._line = line
        self._service = service
        self._unsent: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self._open = 0
        self._changed = threading.Condition()
        self._leaving = False
        self._writer = threads.start("door-writer", self._write_all)

    def serve(self) -> None:
        """Answer until the client is gone. What it asked for is still done; only its replies are dropped."""
        self.push({"hello": VERSION})
        try:
            while True:
                self._take(self._line.receive())
        except FrameError as error:
            self.push({"error": describe_error(error)})
        except (EOFError, OSError) as error:
            log.debug("a client left: %s", type(error).__name__)
        self.dismiss()
        self._writer.join()

    def push(self, frame: Frame) -> None:
        """Queue a frame; never blocks."""
        if self._unsent.qsize() < MOST_UNSENT:
            self._unsent.put(frame)
        else:
            self._line.hang_up()

    def retire(self, timeout_s: float) -> bool:
        """Refuse new requests; wait until the open ones were answered."""
        with self._changed:
            self._leaving = True
            return self._changed.wait_for(lambda: self._open == 0, timeout_s)

    def dismiss(self) -> None:
        """Send what is queued, then end the line."""
        self._unsent.put(None)
        self._writer.join(1.0)
        self._line.hang_up()

    def _take(self, frame: Frame) -> None:
        call = read_call(frame)
        with self._changed:
            if self._leaving or self._open >= MOST_REQUESTS:
                self.push(
                    {"id": call.id, "error": describe_error(OwnerLeavingError("The companion is closing."))}
                )
                return
            self._open += 1

        def progress(report: Json) -> None:
            self.push({"id": call.id, "progress": report})

        future = self._service.submit(call.request, call.parameters, progress)
        future.add_done_callback(lambda done: self._reply(call.id, done))

    def _reply(self, number: int, future: "Future[Json]") -> None:
        error = future.exception()
        if error is None:
            self.push({"id": number, "result": future.result()})
        else:
            self.push({"id": number, "error": describe_error(_presentable(error))})
        with self._changed:
            self._open -= 1
            self._changed.notify_all()

    def _write_all(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (frame := self._unsent.get()) is not None:
                self._send(frame)
        # Wakes the reader, so that a client that vanished while it was written to is let go too.
        self._line.hang_up()

    def _send(self, frame: Frame) -> None:
        try:
            self._line.send(frame)
        except FrameError as error:
            if "id" not in frame:
                return
            self._line.send({"id": frame["id"], "error": describe_error(error)})


def _presentable(error: BaseException) -> CompanionError:
    """Our own bugs cross the door as a fault without their text, which may hold anything."""
    if isinstance(error, CompanionError):
        return error
    log.error("a request failed: %s", type(error).__name__)
    return PartFailedError(f"The companion failed inside ({type(error).__name__}).")
