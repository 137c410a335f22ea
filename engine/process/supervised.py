"""A child process as the application holds it: started, listened to, noticed when it dies, ended."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from typing import IO, cast

from engine.errors import CompanionError
from engine.process.wire import AT_ONCE, Frame, FrameError, Header, read_frame, write_frame

END_S = 2.0
"""How long the child may take to end by itself, in seconds."""

SECRETS = ("COMPANION_PASSPHRASE",)
"""Variables of ours that no child may see."""

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Faults:
    """The errors of the room that uses a child, for what may befall it.

    `reported` makes one of a fault's code and message; the message holds nothing personal.
    """

    unstartable: Callable[[], CompanionError]
    lost: Callable[[], CompanionError]
    reported: Callable[[str, str], CompanionError]


@dataclass(frozen=True, slots=True)
class Launch:
    """How a child is started: `python -m module`; in a bundle the program does the same (`companion/frozen.py`)."""

    module: str
    environment: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()

    def command(self) -> list[str]:
        return [sys.executable, "-m", self.module, *self.arguments]

    def surroundings(self) -> dict[str, str]:
        """The child's environment: ours without secrets, and what the launch adds."""
        kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
        return {**kept, "PYTHONUNBUFFERED": "1", **self.environment}


class Exchange:
    """One request's frames, in order; `number` names it on the wire."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.frames: SimpleQueue[Frame | None] = SimpleQueue()


class SupervisedChild:
    """A running child. Thread-safe.

    The thread that starts the child also listens to it and lives as long: Linux sends the child's death
    signal when the *thread* that started it ends, not the process. `name` is that thread's.
    """

    def __init__(self, launch: Launch, faults: Faults, name: str) -> None:
        self._launch = launch
        self._faults = faults
        self._exchanges: dict[int, Exchange] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._started = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._alive = True
        self._thread = threading.Thread(target=self._supervise, name=name, daemon=True)
        self._thread.start()
        self._started.wait()
        if self._process is None:
            raise faults.unstartable()

    @property
    def alive(self) -> bool:
        with self._lock:
            return self._alive

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._running.pid

    def begin(self) -> Exchange:
        """A new exchange, to be sent on and then ended."""
        exchange = Exchange()
        with self._lock:
            if self._alive:
                self._exchanges[exchange.number] = exchange
            else:
                exchange.frames.put(None)
        return exchange

    def end(self, exchange: Exchange) -> None:
        with self._lock:
            self._exchanges.pop(exchange.number, None)

    def send(self, exchange: Exchange, header: Header, payload: bytes = b"") -> None:
        """Send a frame of `exchange`; once it has ended or the child is dead, nothing is sent."""
        with self._lock:
            if exchange.number not in self._exchanges:
                return
        stdin = self._stdin
        with self._writing, suppress(OSError, ValueError):
            write_frame(lambda part: stdin.write(part) or 0, {**header, "id": exchange.number}, payload)

    def answers(self, exchange: Exchange, timeout_s: float | None = None) -> Iterator[Frame]:
        """The frames that come for `exchange`. Raises the room's error on a fault and when the child ends.

        A child that says nothing for `timeout_s` is ended.
        """
        while (frame := self._next_frame(exchange, timeout_s)) is not None:
            header, _ = frame
            if header["op"] == "fault":
                raise self._faults.reported(header["code"], header["message"])
            yield frame
        raise self._faults.lost()

    def close(self) -> None:
        """End the child; returns when it is gone. Idempotent."""
        with self._writing, suppress(OSError):
            self._stdin.close()
        try:
            self._running.wait(END_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
        self._thread.join()

    @property
    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            raise self._faults.unstartable()
        return self._process

    @property
    def _stdin(self) -> IO[bytes]:
        return _pipe(self._running.stdin)

    def _next_frame(self, exchange: Exchange, timeout_s: float | None) -> Frame | None:
        try:
            return exchange.frames.get(timeout=timeout_s)
        except Empty:
            self._running.kill()
            # The listener notices and ends the exchange.
            return exchange.frames.get()

    def _supervise(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._launch.command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=self._launch.surroundings(),
            )
        except OSError:
            return
        else:
            _widen(self._process)
        finally:
            self._started.set()
        with self._process:
            self._listen(self._process)
            self._bury()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        stdout = _pipe(process.stdout)
        with suppress(FrameError, OSError, ValueError):
            while (frame := read_frame(stdout.read)) is not None:
                self._deliver(frame)
        process.kill()

    def _deliver(self, frame: Frame) -> None:
        with self._lock:
            exchange = self._exchanges.get(frame[0]["id"])
        if exchange is not None:
            exchange.frames.put(frame)

    def _bury(self) -> None:
        with self._lock:
            self._alive = False
            left, self._exchanges = list(self._exchanges.values()), {}
        for exchange in left:
            exchange.frames.put(None)


def _widen(process: "subprocess.Popen[bytes]") -> None:
    """Let the pipes hold more at once: a saved state goes through in dozens of pieces instead of a thousand, each of
    which waits for the interpreter lock. Where a system has no such thing they stay as they are.
    """
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - Linux alone has the call

        for end in (process.stdin, process.stdout):
            with suppress(OSError):
                fcntl.fcntl(_pipe(end), fcntl.F_SETPIPE_SZ, AT_ONCE)


def _pipe(end: IO[bytes] | None) -> IO[bytes]:
    """There is always one: `_supervise` asks for pipes."""
    return cast("IO[bytes]", end)
