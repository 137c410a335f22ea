"""How work on a thread of its own reads and writes: by calls that run on the engine's thread."""

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
