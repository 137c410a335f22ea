"""A door straight to what a test has in memory."""

from collections.abc import Callable

from companion.service import Json
from ui.doors import Fault


class DirectDoor:
    """Answers at once by `answer(request, parameters)`; `fault` makes everything fail."""

    def __init__(self, answer: Callable[[str, Json], Json]) -> None:
        self.answer = answer
        self.fault: Fault | None = None
        self.listeners: list[Callable[[Json], None]] = []

    def question(self, request, parameters, *, success, failure, progress=None) -> None:
        if self.fault is not None:
            failure(self.fault)
        else:
            success(self.answer(request, parameters))

    change = question

    def listen(self, listener):
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def tell(self, event: Json) -> None:
        """Something happens unasked."""
        for listener in tuple(self.listeners):
            listener(event)
