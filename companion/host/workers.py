"""The threads that a service works on, each doing one thing after another, and how what takes long is given up."""

import threading
from dataclasses import dataclass
from typing import Self

from companion.requests import Place
from companion.runtime import Threads, Worker
from engine.calling import Stop


@dataclass(frozen=True, slots=True)
class Workers:
    """`engine` runs everything on the mind, `language` answers and `indexing` embeds what waits.

    `thinking` waits for what the model thinks of an exchange, which goes on while the next one is heard. `loading`
    opens models, so that what is said meanwhile is heard at once. `rooms` does what rooms are asked that takes long,
    such as reading a document, and `outside` what waits for the network.
    """

    engine: Worker
    language: Worker
    thinking: Worker
    loading: Worker
    indexing: Worker
    rooms: Worker
    outside: Worker

    @classmethod
    def of(cls, threads: Threads) -> Self:
        """New ones among `threads`; whoever made them closes them."""
        return cls(
            engine=Worker(threads, "engine"),
            language=Worker(threads, "language"),
            thinking=Worker(threads, "thinking"),
            loading=Worker(threads, "loading"),
            indexing=Worker(threads, "indexing"),
            rooms=Worker(threads, "rooms"),
            outside=Worker(threads, "outside"),
        )

    def of_place(self, place: Place) -> Worker:
        """Where an answer of that place is made."""
        return {Place.ENGINE: self.engine, Place.OUTSIDE: self.outside}.get(place, self.rooms)


class GivingUp:
    """Which requests are to end without having done anything. Callable from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, threading.Event] = {}

    def stop_of(self, request: str) -> Stop:
        """For one that begins now; an earlier one of that name is over."""
        stop = threading.Event()
        with self._lock:
            self._under_way[request] = stop
        return stop.is_set

    def give_up(self, request: str) -> bool:
        """Ask the latest of that name to end; whether there was any."""
        with self._lock:
            stop = self._under_way.get(request)
        if stop is not None:
            stop.set()
        return stop is not None
