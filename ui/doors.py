"""The two doors from a widget to the mind: one for a change, one for a question.

Whatever comes back comes back on the main thread. Each place has one module `operations.py` that turns these
untyped calls into typed ones; nothing else in the window names a request.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from ui.observable import Signal

Json = dict[str, Any]
OnResult = Callable[[Json], None]
OnProgress = Callable[[Json], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, said so that a person can act on it: one sentence and the next step."""

    message: str
    remedy: str = ""

    @property
    def words(self) -> str:
        """Both in one line."""
        return f"{self.message} {self.remedy}".strip()


OnFailure = Callable[[Fault], None]


class Loading(StrEnum):
    """How what was asked for stands."""

    IDLE = "idle"
    LOADING = "loading"
    FAILED = "failed"
    READY = "ready"


class Door(Protocol):
    """The way in.

    Both verbs return at once; exactly one of `success` and `failure` is called later, on the main thread.

    `progress` is called any number of times before that. Requests made before the mind is open are kept and
    sent once it is. After the window has begun to close nothing is called any more.
    """

    def change(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """Ask for something to be done: it is carried out even if the asker is gone meanwhile."""

    def question(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """Ask for something to be read: it changes nothing, so it may be dropped or asked again."""

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        """Hear what happens unasked (`{"event": …}`); returns the unsubscription."""


class ToldDoor:
    """A `Door` that tells of every change that came back: what was counted before may be another by now."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.changed: Signal[[]] = Signal()

    def change(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """As a `Door` does; told after whoever asked."""

        def came_back(result: Json) -> None:
            success(result)
            self.changed.emit()

        self._door.change(request, parameters, success=came_back, failure=failure, progress=progress)

    def question(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """As a `Door` does."""
        self._door.question(request, parameters, success=success, failure=failure, progress=progress)

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        """As a `Door` does."""
        return self._door.listen(listener)


@dataclass(frozen=True, slots=True)
class Heard:
    """Who hears what becomes of a request."""

    success: OnResult
    failure: OnFailure
    progress: OnProgress | None = None


class SameDoor(ABC):
    """A `Door` behind which a change and a question go the same way."""

    def change(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """As a `Door` does."""
        self.ask(request, parameters, Heard(success, failure, progress))

    def question(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        """As a `Door` does."""
        self.ask(request, parameters, Heard(success, failure, progress))

    @abstractmethod
    def ask(self, request: str, parameters: Json, heard: Heard) -> None:
        """Send it on its way."""
