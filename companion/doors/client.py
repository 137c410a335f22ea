"""The other processes' side of the door: the same requests, answered by the owner."""

import itertools
import logging
import socket
import struct
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, answer_challenge, deliver_challenge
from typing import Any

from companion.doors.frames import VERSION, Frame, Line, restore_error
from companion.errors import DoorRefusedError, FrameError, OwnerLeavingError, OwnerLostError
from companion.runtime import Threads
from companion.service import Json, Listeners, OnProgress, ignore_progress, tell

log = logging.getLogger(__name__)
HANDSHAKE_S = 5.0


@dataclass(slots=True)
class _Asked:
    """A request under way."""

    progress: OnProgress
    future: "Future[Json]" = field(default_factory=Future)
    heard: bool = False


class RemoteService:
    """Implements `Service` over the line to the owner. Futures and listeners run on the line's thread."""

    def __init__(self, line: Line, threads: Threads) -> None:
        self._line = line
        self._numbers = itertools.count()
        self._guard = threading.Lock()
        self._asked: dict[int, _Asked] = {}
        self._listeners = Listeners()
        self._lost = False
        self._reader = threads.start("line", self._read_all)

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        asked = _Asked(progress)
        with self._guard:
            number = next(self._numbers)
            lost = self._lost
            if not lost:
                self._asked[number] = asked
        if lost:
            asked.future.set_exception(OwnerLostError("The companion that was running has ended."))
            return asked.future
        try:
            self._line.send({"id": number, "request": request, "parameters": parameters})
        except FrameError as error:
            self._finish(number, error)
        except OSError:
            self._line.hang_up()  # the reader notices, and fails what is open
        return asked.future

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return self._listeners.add(listener)

    def close(self) -> None:
        self._line.hang_up()
        if threading.current_thread() is not self._reader:
            self._reader.join(1.0)

    def _read_all(self) -> None:
        try:
            while True:
                self._dispatch(self._line.receive())
        except (EOFError, OSError, FrameError) as error:
            log.debug("the line to the owner ended: %s", type(error).__name__)
        with self._guard:
            self._lost = True
            asked, self._asked = self._asked, {}
        self._line.close()
        for one in asked.values():
            _fail_lost(one)

    def _dispatch(self, frame: Frame) -> None:
        if "event" in frame:
            self._listeners.tell(frame["event"])
        elif "progress" in frame:
            self._pass_on(frame["id"], frame["progress"])
        elif "error" in frame:
            self._finish(frame.get("id"), _read_error(frame["error"]))
        elif "result" in frame:
            self._finish(frame["id"], frame["result"])

    def _pass_on(self, number: int, report: Json) -> None:
        with self._guard:
            asked = self._asked.get(number)
        if asked is not None:
            asked.heard = asked.heard or report.get("stage") == "heard"
            tell(asked.progress, report)

    def _finish(self, number: int | None, outcome: Json | Exception) -> None:
        with self._guard:
            asked = None if number is None else self._asked.pop(number, None)
        if asked is None or not asked.future.set_running_or_notify_cancel():
            return
        if isinstance(outcome, Exception):
            asked.future.set_exception(outcome)
        else:
            asked.future.set_result(outcome)


def knock(address: str, authkey: bytes, threads: Threads) -> RemoteService:
    """Attach to the owner at `address`.

    Raises DoorRefusedError where it does not let us in, OwnerLostError where nobody answers.
    """
    try:
        line = Line(Client(address))
    except OSError as error:
        raise OwnerLostError("Nobody answers at this home's door.") from error
    try:
        _greet(line, authkey)
    except BaseException:
        line.close()
        raise
    return RemoteService(line, threads)


def _greet(line: Line, authkey: bytes) -> None:
    _limit_wait(line, HANDSHAKE_S)
    try:
        answer_challenge(line.connection, authkey)
        deliver_challenge(line.connection, authkey)
        greeting = line.receive()
    except AuthenticationError as error:
        raise DoorRefusedError("The running companion refused this process: it holds another key.") from error
    except (EOFError, OSError, AssertionError, FrameError) as error:
        raise OwnerLostError("The companion that owns this home does not answer.") from error
    if greeting.get("hello") != VERSION:
        raise DoorRefusedError("The running companion is of another version.")
    _limit_wait(line, 0)


def _limit_wait(line: Line, seconds: float) -> None:
    """Bound each read, so that an owner which hangs cannot hang us; 0 lifts the bound."""
    if line.socket is not None and sys.platform != "win32":
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", int(seconds), 0))


def _read_error(frame: Any) -> Exception:
    error = restore_error(frame if isinstance(frame, dict) else {})
    if OwnerLeavingError.__name__ in error.families:
        return OwnerLostError(error.message)
    return error


def _fail_lost(asked: _Asked) -> None:
    if not asked.future.set_running_or_notify_cancel():
        return
    if asked.heard:
        message, remedy = "The companion ended during the answer; what you said is kept.", "Ask again."
    else:
        message, remedy = "The companion that was running has ended.", "Try again."
    asked.future.set_exception(OwnerLostError(message, remedy, heard=asked.heard))
