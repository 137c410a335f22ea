"""The worker process as the application holds it: torch, clustering and parsers live there, for a while.

It is started when it is first asked, computes at low priority, and ends when it was idle for a time, so that
its libraries' memory comes back.

* WorkerError
  x WorkerMissingError     it cannot be started
  x WorkerDiedError        it ended during a task, twice in a row
  x WorkerClosedError      asked after it was closed
  x TaskFailedError        the task itself failed; `code` says how
"""

import threading
import time

from engine.errors import CompanionError
from engine.process.supervised import Faults, Launch, SupervisedChild
from engine.process.wire import Frame, Header

IDLE_S = 120.0
LONGEST_TASK_S = 900.0


class WorkerError(CompanionError):
    """A fault of the worker process."""

    remedy = "Try again; if it happens again, see `companion doctor`."


class WorkerMissingError(WorkerError):
    """The worker process cannot be started."""


class WorkerDiedError(WorkerError):
    """The worker process ended while it computed."""

    remedy = "Close other programs, as memory may be short, and try again."


class WorkerClosedError(WorkerError):
    """The worker was closed."""

    remedy = "Start the companion again."


class TaskFailedError(WorkerError):
    """A task that failed. `code` is the name of its error's class; who asked knows what it means."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


FAULTS = Faults(
    unstartable=lambda: WorkerMissingError("The worker process could not be started."),
    lost=lambda: WorkerDiedError("The worker process stopped unexpectedly."),
    reported=TaskFailedError,
)
ENVIRONMENT = {
    # What is asked for is here or is missing: nothing is fetched.
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Spinning threads would take cores from an answer, whatever their priority.
    "OMP_WAIT_POLICY": "passive",
}


class Worker:
    """Runs named tasks in a child process of low priority. Thread-safe; tasks run one after another.

    `idle_s` is how long the process stays without a task.
    """

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self._launch = Launch("engine.worker", ENVIRONMENT, (str(idle_s),))
        self._starting = threading.Lock()
        self._child: SupervisedChild | None = None
        self._closed = False

    @property
    def process_id(self) -> int | None:
        """The worker's process id while it runs."""
        child = self._child
        return child.pid if child is not None and child.alive else None

    def ask(
        self, task: str, request: Header, payload: bytes = b"", *, timeout_s: float = LONGEST_TASK_S
    ) -> Frame:
        """What `task` makes of `request`; asked again where the process ended in between.

        A task that takes longer than `timeout_s` is ended with its process. Raises TaskFailedError,
        WorkerDiedError, WorkerMissingError, WorkerClosedError.
        """
        end = time.monotonic() + timeout_s
        try:
            return self._ask(task, request, payload, timeout_s)
        except WorkerDiedError:
            # It may have gone idle at this very moment, or was ended by the system for its memory.
            if time.monotonic() >= end:
                raise
        return self._ask(task, request, payload, timeout_s)

    def close(self) -> None:
        """End the process. Idempotent."""
        with self._starting:
            self._closed = True
            if self._child is not None:
                self._child.close()

    def _ask(self, task: str, request: Header, payload: bytes, timeout_s: float) -> Frame:
        child = self._ready()
        exchange = child.begin()
        try:
            child.send(exchange, {"op": "task", "task": task, "request": request}, payload)
            header, answer = next(child.answers(exchange, timeout_s))
            return header["reply"], answer
        except WorkerDiedError:
            if self._closed:
                raise WorkerClosedError("The worker process was closed.") from None
            raise
        finally:
            child.end(exchange)

    def _ready(self) -> SupervisedChild:
        with self._starting:
            if self._closed:
                raise WorkerClosedError("The worker process was closed.")
            if self._child is None or not self._child.alive:
                self._child = SupervisedChild(self._launch, FAULTS, "worker-child")
            return self._child
