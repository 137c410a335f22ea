"""Child processes of the application: frames over their pipes, supervision, and the worker for heavy libraries.

A child ends with its parent and when its input closes, prints nothing and leaves no core dump. It knows neither
vault nor key.
"""

from engine.process.limits import bounded_memory, physical_cores
from engine.process.supervised import Exchange, Faults, Launch, SupervisedChild
from engine.process.wire import Frame, FrameError, Header
from engine.process.worker import (
    TaskFailedError,
    Worker,
    WorkerClosedError,
    WorkerDiedError,
    WorkerError,
    WorkerMissingError,
)

__all__ = [
    "Exchange",
    "Faults",
    "Frame",
    "FrameError",
    "Header",
    "Launch",
    "SupervisedChild",
    "TaskFailedError",
    "Worker",
    "WorkerClosedError",
    "WorkerDiedError",
    "WorkerError",
    "WorkerMissingError",
    "bounded_memory",
    "physical_cores",
]
