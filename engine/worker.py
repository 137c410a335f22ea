"""The worker process: `python -m engine.worker IDLE_SECONDS`.

It runs the tasks of the table below at low priority and ends with its parent, or when nobody asked anything for
IDLE_SECONDS. It never touches the vault.
"""

import importlib
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Protocol

import psutil

from engine.errors import CompanionError
from engine.process.entry import enter_child
from engine.process.wire import Frame, FrameError, Header, read_frame, write_frame

LOW_PRIORITY = 15
TASKS = {
    "embed_sentences": "engine.embedding.sentence_task:SentenceTask",
    "read_document": "engine.library.reading.task:ReadTask",
    "read_feed": "engine.senses.feeds.task:FeedTask",
}
"""Where each task's class stands; it is imported, with its libraries, when it is first asked for."""


class Task(Protocol):
    """One kind of work. Made once a process; what it loads stays until the process ends."""

    def run(self, request: Header, payload: bytes) -> Frame:
        """The reply. Raises CompanionError, which is told with its name and message."""


class WorkLoop:
    """Computes on the calling thread while another reads frames and a third watches for idleness."""

    def __init__(self, source: int, sink: int, idle_s: float, tasks: dict[str, str]) -> None:
        self._source, self._sink = source, sink
        self._idle_s = idle_s
        self._places = tasks
        self._tasks: dict[str, Task] = {"describe": _Description(self._made)}
        self._asked: SimpleQueue[Frame] = SimpleQueue()
        self._waiting = 0
        self._rested_at = time.monotonic()
        self._lock = threading.Lock()

    def run(self) -> None:
        """Serve for ever; the process ends from another thread."""
        for work in (self._listen, self._watch):
            threading.Thread(target=work, name=work.__name__.strip("_"), daemon=True).start()
        while True:
            header, payload = self._asked.get()
            self._reply(header, *self._answer(header, payload))
            with self._lock:
                self._waiting -= 1
                self._rested_at = time.monotonic()

    def _listen(self) -> None:
        with suppress(FrameError, OSError):
            while (frame := read_frame(lambda size: os.read(self._source, size))) is not None:
                with self._lock:
                    self._waiting += 1
                self._asked.put(frame)
        # The application is gone; whatever is being computed is nobody's.
        os._exit(0)

    def _watch(self) -> None:
        while True:
            time.sleep(min(self._idle_s, 1.0))
            with self._lock:
                if not self._waiting and time.monotonic() - self._rested_at >= self._idle_s:
                    os._exit(0)

    def _answer(self, header: Header, payload: bytes) -> Frame:
        try:
            reply, data = self._task(header["task"]).run(header["request"], payload)
        except CompanionError as error:
            return {"op": "fault", "code": type(error).__name__, "message": error.message}, b""
        except Exception as error:  # noqa: BLE001 - the border of the process: our bug is told by type, never content
            name = type(error).__name__
            return {"op": "fault", "code": name, "message": f"A background task failed ({name})."}, b""
        return {"op": "done", "reply": reply}, data

    def _reply(self, asked: Header, header: Header, payload: bytes) -> None:
        with suppress(BrokenPipeError):
            write_frame(lambda part: os.write(self._sink, part), {**header, "id": asked["id"]}, payload)

    def _task(self, name: str) -> Task:
        if name not in self._tasks:
            module, _, kind = self._places[name].partition(":")
            self._tasks[name] = getattr(importlib.import_module(module), kind)()
        return self._tasks[name]

    def _made(self) -> list[str]:
        return sorted(self._tasks)


class _Description:
    """Tells how the process stands; `companion doctor` and tests ask for it."""

    def __init__(self, made: Callable[[], list[str]]) -> None:
        self._made = made

    def run(self, _request: Header, _payload: bytes) -> Frame:
        process = psutil.Process()
        facts = {
            "pid": process.pid,
            "niceness": process.nice(),
            "resident_bytes": process.memory_info().rss,
            "tasks": self._made(),
        }
        return facts, b""


def main() -> None:
    """Serve the application until it is gone or has nothing more to ask."""
    source, sink = enter_child()
    if sys.platform == "win32":
        psutil.Process().nice(psutil.IDLE_PRIORITY_CLASS)
    else:
        os.setpriority(os.PRIO_PROCESS, 0, max(LOW_PRIORITY, os.getpriority(os.PRIO_PROCESS, 0)))
    WorkLoop(source, sink, float(sys.argv[-1]), TASKS).run()


if __name__ == "__main__":
    main()
