"""What takes long and waits for nobody, given up while it is under way: between two of its pieces, and whole."""

import threading

from engine.calling import Stop


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
