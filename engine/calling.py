"""Work on a thread of its own: it reads and writes by calls on the engine thread, and ends between its pieces."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class EngineCall(Protocol):
    """Runs a call where the vault may be written, and returns what it returns."""

    def __call__(self, call: Callable[[], T], /) -> T:
        """Raises what `call` raises."""


def at_once(call: Callable[[], T]) -> T:
    """The engine call of who has one thread."""
    return call()


Stop = Callable[[], bool]
"""Whether there is something better to do now. Cheap, and callable from any thread."""


def never() -> bool:
    """The `Stop` of who waits for all of it."""
    return False
