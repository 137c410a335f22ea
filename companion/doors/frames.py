"""What goes over the line: one JSON object a frame, of bounded size.

From a client: `{"id", "request", "parameters"}`. From the owner: `{"hello": version}` once, for each request
any number of `{"id", "progress"}` and one `{"id", "result"}` or `{"id", "error"}`, and `{"event"}` unasked.
"""

import contextlib
import json
import os
import socket
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import FrameError, OwnerFaultError
from engine.errors import CompanionError

VERSION = 1
LARGEST_FRAME = 4 * 1024 * 1024
Frame = dict[str, Any]


class Call(BaseModel):
    """A request as a client sends it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: int = Field(ge=0)
    request: str = Field(min_length=1, max_length=64)
    parameters: dict[str, Any]


def read_call(frame: Frame) -> Call:
    """Raises FrameError unless `frame` is a request."""
    try:
        return Call.model_validate(frame)
    except ValidationError as error:
        raise FrameError(f"A request was not understood ({error.error_count()} fields).") from error


def pack(frame: Frame) -> bytes:
    """Raises FrameError where the frame is too large to be received."""
    data = json.dumps(frame, ensure_ascii=False).encode()
    if len(data) > LARGEST_FRAME:
        raise FrameError(f"A message of {len(data)} bytes is larger than {LARGEST_FRAME}.")
    return data


def unpack(data: bytes) -> Frame:
    """Raises FrameError unless `data` is a JSON object."""
    try:
        frame = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FrameError("A message was not JSON.") from error
    if not isinstance(frame, dict):
        raise FrameError("A message was not an object.")
    return frame


def describe_error(error: CompanionError) -> Frame:
    """An error as it travels."""
    families = [one.__name__ for one in type(error).__mro__ if issubclass(one, CompanionError)]
    return {"message": error.message, "remedy": error.remedy, "families": families}


def restore_error(frame: Frame) -> OwnerFaultError:
    """The error that `describe_error` described."""
    families = frame.get("families")
    names = tuple(str(name) for name in families) if isinstance(families, list) else ()
    return OwnerFaultError(str(frame.get("message", "")), str(frame.get("remedy", "")), names)


class Line:
    """One connection: frames out from any thread, frames in from one, and an end that wakes whoever waits."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._sending = threading.Lock()
        self._socket = None if sys.platform == "win32" else socket.socket(fileno=_duplicate(connection))

    @property
    def socket(self) -> socket.socket | None:
        """The socket underneath, None for a named pipe."""
        return self._socket

    def send(self, frame: Frame) -> None:
        """Raises OSError once the other end is gone, FrameError where the frame is too large."""
        data = pack(frame)
        with self._sending:
            self.connection.send_bytes(data)

    def receive(self) -> Frame:
        """The next frame. Raises EOFError or OSError at the end, FrameError for garbage."""
        return unpack(self.connection.recv_bytes(LARGEST_FRAME))

    def hang_up(self) -> None:
        """End the conversation from any thread: a reader or writer that waits gets its error."""
        if self._socket is None:
            self.connection.close()
            return
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Free the line; called by its reader, when nothing else uses it any more."""
        self.hang_up()
        self.connection.close()
        if self._socket is not None:
            self._socket.close()


def _duplicate(connection: Connection) -> int:
    return os.dup(connection.fileno())
