"""Feeds that are read by themselves while the program runs; nothing is fetched where nobody added one."""

import logging
import threading

from companion.errors import OwnerLeavingError
from companion.host.readiness import Readiness
from companion.runtime import Threads, Worker
from engine.errors import CompanionError
from engine.mind import Mind

log = logging.getLogger(__name__)
FIRST_S = 30.0
"""Not at once: a start has other things to do."""


class Fetching:
    """Looks every so often whether a feed is due, and has `outside` read it. Thread-safe.

    Offline is a state: each feed keeps what was wrong, and is tried again.
    """

    def __init__(self, threads: Threads, outside: Worker, readiness: Readiness) -> None:
        self._threads, self._outside, self._readiness = threads, outside, readiness
        self._leaving = threading.Event()
        self._mind: Mind | None = None
        self._thread: threading.Thread | None = None

    def begin(self, mind: Mind) -> None:
        """Look from now on."""
        self._mind = mind
        look_s = mind.feeds.settings.look_s
        self._thread = self._threads.start("feed clock", lambda: self._watch(mind, look_s))

    def close(self, timeout_s: float) -> None:
        """Begin nothing more, leave what is being fetched, and wait for that."""
        self._leaving.set()
        if self._mind is not None:
            self._mind.feeds.give_up()
        self._outside.close(timeout_s)
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _watch(self, mind: Mind, look_s: float) -> None:
        wait_s = min(look_s, FIRST_S)
        while not self._leaving.wait(wait_s):
            wait_s = look_s
            try:
                self._outside.submit(lambda: self._look(mind)).result()
            except OwnerLeavingError:
                return
            except CompanionError as error:
                log.warning("feeds were not read: %s", type(error).__name__)

    def _look(self, mind: Mind) -> None:
        mind.feeds.decay()
        due = mind.feeds.due()
        if due:
            outcomes = mind.feeds.read(due, self._leaving.is_set)
            self._readiness.tell({"event": "feeds", "new": sum(one.new for one in outcomes)})
