"""What can go wrong with the worker process.

* WorkerError
  x WorkerMissingError     it cannot be started
  x WorkerDiedError        it ended during a task, twice in a row
  x WorkerClosedError      asked after it was closed
  x TaskFailedError        the task itself failed; `code` says how
"""

from engine.errors import CompanionError


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
