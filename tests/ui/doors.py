"""A door that keeps what it was asked, and answers when the test says so."""

from collections.abc import Callable
from dataclasses import dataclass

from ui.doors import Fault, Json, OnFailure, OnProgress, OnResult


@dataclass
class Asked:
    """One request with those who wait for it."""

    request: str
    parameters: Json
    success: OnResult
    failure: OnFailure
    progress: OnProgress | None

    def fail(self, message: str = "It did not work.") -> None:
        self.failure(Fault(message))


class KeptDoor:
    """Implements `Door`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def change(
        self,
        request: str,
        parameters: Json,
        *,
        success: OnResult,
        failure: OnFailure,
        progress: OnProgress | None = None,
    ) -> None:
        self.asked.append(Asked(request, parameters, success, failure, progress))

    question = change

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return lambda: None

    def take(self, request: str) -> Asked:
        """The oldest unanswered one of that name."""
        found = next(one for one in self.asked if one.request == request)
        self.asked.remove(found)
        return found
