"""The child process as the application holds it: started, listened to, noticed when it dies, ended."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from queue import SimpleQueue

from engine.language.child import child_command, child_environment
from engine.language.errors import ModelDiedError, NativeLibraryError, fault
from engine.language.native.wire import FrameError, Header, read_frame, write_frame

END_S = 2.0
"""How long the child may take to end by itself, in seconds."""

Frame = tuple[Header, bytes]
_numbers = count(1)


class Exchange:
    """One request's frames, in order; `number` names it on the wire."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.frames: SimpleQueue[Frame | None] = SimpleQueue()


class ChildProcess:
    """A running child. Thread-safe.

    The thread that starts the child also listens to it and lives as long: Linux sends the child's death
    signal when the *thread* that started it ends, not the process.
    """

    def __init__(self) -> None:
        self._exchanges: dict[int, Exchange] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._started = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._alive = True
        self._thread = threading.Thread(target=self._supervise, name="language-child", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._process is None:
            raise NativeLibraryError("The language engine could not be started.")

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
        stdin = self._running.stdin
        with self._writing, suppress(OSError, ValueError):
            write_frame(lambda part: stdin.write(part) or 0, {**header, "id": exchange.number}, payload)  # type: ignore[union-attr]

    def answers(self, exchange: Exchange) -> Iterator[Frame]:
        """The frames that come for `exchange`. Raises ModelDiedError when the child ends, LanguageError on a
        fault.
        """
        while (frame := exchange.frames.get()) is not None:
            header, _ = frame
            if header["op"] == "fault":
                raise fault(header["code"], header["message"])
            yield frame
        raise ModelDiedError("The language model stopped unexpectedly and an answer was lost.")

    def close(self) -> None:
        """End the child; returns when it is gone. Idempotent."""
        with self._writing, suppress(OSError):
            self._running.stdin.close()  # type: ignore[union-attr]
        try:
            self._running.wait(END_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
        self._thread.join()

    @property
    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            raise NativeLibraryError("The language engine could not be started.")
        return self._process

    def _supervise(self) -> None:
        try:
            self._process = subprocess.Popen(
                child_command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=child_environment(),
            )
        except OSError:
            return
        finally:
            self._started.set()
        with self._process:
            self._listen(self._process)
            self._bury()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        stdout = process.stdout
        with suppress(FrameError, OSError, ValueError):
            while (frame := read_frame(stdout.read)) is not None:  # type: ignore[union-attr]
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
