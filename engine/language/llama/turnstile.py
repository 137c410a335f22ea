"""Who computes next: one holder at a time, higher priorities first, lower ones asked to give way."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum


class Priority(IntEnum):
    """The three priorities of `docs/architecture.md`; a smaller number goes first."""

    CONVERSATION = 0
    INTERACTIVE = 1
    BACKGROUND = 2


@dataclass(order=True, slots=True)
class _Turn:
    priority: Priority
    number: int
    give_way: Callable[[], None] = field(compare=False)
    asked: bool = field(default=False, compare=False)


def stay() -> None:
    """For work too short to be interrupted."""


class Turnstile:
    """Lets one turn through at a time: by priority, then in order of arrival.

    The holder's `give_way` is called once, on the thread of whoever comes with a higher priority; it must
    return at once and the holder then ends its turn and, if it has more to do, takes another. While others
    are held back, only the conversation is let through.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._waiting: list[_Turn] = []
        self._holder: _Turn | None = None
        self._arrivals = 0
        self._held_until = 0.0

    @contextmanager
    def turn(
        self,
        priority: Priority,
        give_way: Callable[[], None] = stay,
        abandon: Callable[[], bool] = lambda: False,
    ) -> Iterator[bool]:
        """Wait for a turn and hold it. Yields False, without holding one, when `abandon()` says so while
        waiting.
        """
        entry = self._enter(priority, give_way)
        try:
            yield self._await(entry, abandon)
        finally:
            self._leave(entry)

    def hold_back(self, seconds: float) -> None:
        """Let only the conversation through for so long from now; 0 ends it."""
        with self._condition:
            self._held_until = time.monotonic() + seconds
            if seconds > 0:
                self._ask_holder(Priority.CONVERSATION)
            else:
                self._condition.notify_all()

    def wake(self) -> None:
        """Let whoever waits look at its `abandon` again."""
        with self._condition:
            self._condition.notify_all()

    def _enter(self, priority: Priority, give_way: Callable[[], None]) -> _Turn:
        with self._condition:
            self._arrivals += 1
            entry = _Turn(priority, self._arrivals, give_way)
            self._waiting.append(entry)
            self._ask_holder(priority)
        return entry

    def _await(self, entry: _Turn, abandon: Callable[[], bool]) -> bool:
        with self._condition:
            while not (self._is_next(entry) or abandon()):
                self._condition.wait(self._patience(entry))
            if abandon() and not self._is_next(entry):
                return False
            self._waiting.remove(entry)
            self._holder = entry
            if self._waiting:
                self._ask_holder(min(self._waiting).priority)
            return True

    def _leave(self, entry: _Turn) -> None:
        with self._condition:
            if self._holder is entry:
                self._holder = None
            elif entry in self._waiting:
                self._waiting.remove(entry)
            self._condition.notify_all()

    def _is_next(self, entry: _Turn) -> bool:
        return self._holder is None and min(self._waiting) is entry and self._patience(entry) is None

    def _patience(self, entry: _Turn) -> float | None:
        """Seconds that `entry` is still held back, None where it is not."""
        held = self._held_until - time.monotonic()
        return held if held > 0 and entry.priority is not Priority.CONVERSATION else None

    def _ask_holder(self, priority: Priority) -> None:
        if self._holder is not None and priority < self._holder.priority and not self._holder.asked:
            self._holder.asked = True
            self._holder.give_way()
