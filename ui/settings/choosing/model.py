"""The view-model of choices. No Qt."""

from functools import partial
from typing import Any

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings.choosing import operations
from ui.settings.choosing.operations import Choosable


class Chosen:
    """`known` is None until it was read. What is chosen is shown once the program has it.

    The program answers side by side: what it read before something was chosen, or kept before something chosen later,
    may come in after it, and is not shown then.
    """

    def __init__(self, program: Door) -> None:
        self._program = program
        self.known: Choosable | None = None
        self.fault: Fault | None = None
        self._made = 0
        self._shown = 0
        self.changed: Signal[[]] = Signal()

    def load(self) -> None:
        """Read what is chosen."""
        operations.look(self._program, partial(self._told, self._shown), self._failed)

    def value(self, name: str) -> Any:
        """The value of a choice; None while nothing was read."""
        return None if self.known is None else self.known.values[name]

    def options(self, name: str) -> tuple[str, ...]:
        """What may be chosen, where that is a list."""
        return () if self.known is None else self.known.options.get(name, ())

    def bounds(self, name: str) -> tuple[float, float]:
        """Least and most of a number."""
        return (0.0, 0.0) if self.known is None else self.known.bounds.get(name, (0.0, 0.0))

    def choose(self, name: str, value: object) -> None:
        """Choose it from now on, also before it was read; what is known to be chosen changes nothing."""
        if self.known is None or self.known.values[name] != value:
            self._made += 1
            operations.choose(self._program, name, value, partial(self._told, self._made), self._failed)

    def _told(self, made: int, known: Choosable) -> None:
        if made < self._shown:
            return
        self.known, self.fault, self._shown = known, None, made
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self.changed.emit()
