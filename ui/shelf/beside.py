"""What is read of a chosen thing beside its list, the first time that it is chosen. No Qt."""

from collections.abc import Callable
from typing import Generic, TypeVar

from ui.doors import Fault

V = TypeVar("V")
ReadOne = Callable[[str, Callable[[V], None], Callable[[Fault], None]], None]
"""Asks for what belongs to a key: the first is called with it, or the second with what went wrong."""


class Beside(Generic[V]):
    """Reads each key once, until `forget`; `arrived` is called when something came, `failed` when it did not."""

    def __init__(
        self, read: ReadOne[V], arrived: Callable[[], None], failed: Callable[[Fault], None]
    ) -> None:
        self._read, self._arrived, self._failed = read, arrived, failed
        self._known: dict[str, V | None] = {}

    def of(self, key: str) -> V | None:
        """What belongs to a key; None until it was read."""
        return self._known.get(key)

    def want(self, key: str) -> None:
        """Read it, unless it was."""
        if key in self._known:
            return
        self._known[key] = None

        def came(value: V) -> None:
            if key in self._known:
                self._known[key] = value
                self._arrived()

        self._read(key, came, self._failed)

    def forget(self) -> None:
        """It may be another by now."""
        self._known = {}
