"""Makes findable by meaning what was said, told and read, while nobody waits for an answer."""

import logging
import threading
import time
from collections.abc import Callable

from companion.runtime import Worker
from engine.errors import CompanionError
from engine.mind import Mind

log = logging.getLogger(__name__)
LOOK_S = 0.05
"""How often it is looked whether somebody still waits."""
LAST_S = 1.0
"""Seconds that leaving may take for what is not indexed yet."""


class Indexing:
    """Embeds what waits, on `worker`; an answer goes first, which `busy` tells of."""

    def __init__(self, worker: Worker, *, busy: Callable[[], bool]) -> None:
        self._worker, self._busy = worker, busy
        self._ending = threading.Event()
        self._mind: Mind | None = None

    def catch_up(self, mind: Mind) -> None:
        """Have everything that waits in `mind` indexed as soon as nobody is answered."""
        self._mind = mind
        self._worker.submit(lambda: self._catch_up(mind))

    def must_give_way(self) -> bool:
        """Whether what can wait is to wait."""
        return self._ending.is_set() or self._busy()

    def close(self, timeout_s: float) -> None:
        """End, with what was said last indexed: the next process's first question finds it by its meaning."""
        self._ending.set()
        self._worker.submit(self._index_the_last)
        self._worker.close(timeout_s=timeout_s)

    def _catch_up(self, mind: Mind) -> None:
        rooms = (mind.trail, mind.memory, mind.person, mind.library)
        try:
            while sum(room.catch_up(self.must_give_way) for room in rooms) or self._busy():
                if self._ending.wait(LOOK_S):
                    return
        except CompanionError as error:
            log.warning("indexing was given up: %s", type(error).__name__)

    def _index_the_last(self) -> None:
        mind, until = self._mind, time.monotonic() + LAST_S
        if mind is None:
            return
        try:
            for room in (mind.trail, mind.person):
                room.catch_up(lambda: time.monotonic() > until)
        except CompanionError as error:
            log.warning("what was said last is not indexed: %s", type(error).__name__)
