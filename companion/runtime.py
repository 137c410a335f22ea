"""The only place where threads are made: each has a name, an owner and an end.

Work that belongs to a thread (the vault's connections, the language model) is given to that thread's
`Worker`; loops that wait for the outside (doors, the heartbeat) run in a thread of `Threads`.

All have the same priority. A nice one that is taken off the processor while it holds the interpreter lock keeps the
window waiting until it is its turn again: what must not slow an answer waits for its end, or computes in a process.
"""

import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.errors import OwnerLeavingError

T = TypeVar("T")


class Threads:
    """The threads of one owner, by name. Safe to use from any of them."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._guard = threading.Lock()
        self._running: list[threading.Thread] = []

    def start(self, name: str, target: Callable[[], None]) -> threading.Thread:
        """Run `target` in a thread called `owner/name`."""
        # Daemons, so that a thread stuck in the operating system cannot keep a finished program alive.
        thread = threading.Thread(target=target, name=f"{self._owner}/{name}", daemon=True)
        with self._guard:
            self._running = [one for one in self._running if one.is_alive() or one.ident is None]
            self._running.append(thread)
        thread.start()
        return thread

    def join(self, timeout_s: float) -> list[str]:
        """Wait for all but the caller, `timeout_s` each at most; returns the names of those still running."""
        with self._guard:
            others = [one for one in self._running if one is not threading.current_thread()]
        for thread in others:
            thread.join(timeout_s)
        return [thread.name for thread in others if thread.is_alive()]


@dataclass(order=True, slots=True)
class _Job:
    """A piece of work in the queue: by priority, then by arrival."""

    priority: int
    number: int
    work: Callable[[], Any] = field(compare=False)
    future: "Future[Any]" = field(compare=False)


class Worker:
    """One thread that does what it is given: lowest `priority` number first, then in order of arrival."""

    def __init__(self, threads: Threads, name: str) -> None:
        self._jobs: list[_Job] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threads.start(name, self._run)

    def submit(self, work: Callable[[], T], priority: int = 0) -> "Future[T]":
        """Queue `work`. The future fails with OwnerLeavingError once the worker is closing."""
        future: Future[T] = Future()
        with self._changed:
            if self._closing:
                future.set_exception(OwnerLeavingError("The companion is closing."))
                return future
            heapq.heappush(self._jobs, _Job(priority, next(self._numbers), work, future))
            self._changed.notify()
        return future

    def call(self, stage: Callable[[], T]) -> T:
        """Run `stage` on the worker's thread and wait for it; on that very thread it runs at once."""
        if threading.current_thread() is self._thread:
            return stage()
        return self.submit(stage).result()

    def close(self, timeout_s: float) -> bool:
        """Do what is queued, then end; says whether the thread ended within `timeout_s`. Idempotent."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            if job.future.set_running_or_notify_cancel():
                _settle(job)
            del job  # a waiting thread must not keep the last job's results alive

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._jobs and not self._closing:
                self._changed.wait()
            return heapq.heappop(self._jobs) if self._jobs else None


def _settle(job: _Job) -> None:
    try:
        result = job.work()
    except BaseException as error:  # noqa: BLE001 - whoever holds the future gets it
        job.future.set_exception(error)
    else:
        job.future.set_result(result)
