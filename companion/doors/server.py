"""The owner's side of the door: many clients at once, none of which can hold up another or the mind."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener, answer_challenge, deliver_challenge
from pathlib import Path

from companion.doors.address import addresses, is_same_user, sweep
from companion.doors.frames import Line
from companion.doors.guest import Guest
from companion.errors import HomeBusyError
from companion.runtime import Threads
from companion.service import Json, Service

log = logging.getLogger(__name__)
MOST_CLIENTS = 32
HANDSHAKE_S = 5.0


class DoorServer:
    """Serves `service` to every process of this user that holds `authkey`.

    `open` gives the address; `retire` takes no more and waits for what was asked; `close` ends every line.
    """

    def __init__(self, home: Path, authkey: bytes, service: Service, threads: Threads) -> None:
        self._home = home
        self._authkey = authkey
        self._service = service
        self._threads = threads
        self._guard = threading.Lock()
        self._guests: list[Guest] = []
        self._arriving: dict[Line, float] = {}
        self._listener: Listener | None = None
        self._ended = threading.Event()
        self._unlisten: Callable[[], None] = lambda: None

    def open(self) -> str:
        """Start serving. Raises HomeBusyError where no address can be had."""
        self._listener, address = _listen(self._home)
        sweep(self._home, keep=address)
        self._unlisten = self._service.listen(self._tell_all)
        self._threads.start("door", self._accept_all)
        self._threads.start("door-watch", self._cut_half_open)
        return address

    def retire(self, timeout_s: float) -> bool:
        """Take no new client or request; wait until every promised reply was sent, says whether all were."""
        self._stop_accepting()
        deadline = time.monotonic() + timeout_s
        waits = [guest.retire(max(0.0, deadline - time.monotonic())) for guest in self._present()]
        return all(waits)

    def close(self) -> None:
        """End every line. Idempotent."""
        self._stop_accepting()
        self._unlisten()
        with self._guard:
            arriving = list(self._arriving)
        for line in arriving:
            line.hang_up()
        for guest in self._present():
            guest.dismiss()

    def _stop_accepting(self) -> None:
        if self._ended.is_set() or self._listener is None:
            return
        self._ended.set()
        # A listener that is closed does not wake its accept, a visitor does.
        with contextlib.suppress(OSError):
            Client(self._listener.address).close()

    def _accept_all(self) -> None:
        listener = self._listener
        assert listener is not None  # noqa: S101 - the thread starts after it is set
        while not self._ended.is_set():
            try:
                connection = listener.accept()
            except OSError as error:
                log.warning("a client could not be let in: %s", type(error).__name__)
                self._ended.wait(0.1)
                continue
            self._receive(connection)
        listener.close()

    def _receive(self, connection: Connection) -> None:
        line = Line(connection)
        with self._guard:
            full = len(self._guests) + len(self._arriving) >= MOST_CLIENTS
            if not full:
                self._arriving[line] = time.monotonic() + HANDSHAKE_S
        if full or self._ended.is_set() or not (line.socket is None or is_same_user(line.socket)):
            self._forget(line)
            line.close()
            return
        self._threads.start("door-client", lambda: self._host(line))

    def _host(self, line: Line) -> None:
        """The life of one client, on a thread of its own."""
        try:
            guest = self._admit(line)
            if guest is not None:
                guest.serve()
                with self._guard:
                    self._guests.remove(guest)
        finally:
            self._forget(line)
            line.close()

    def _admit(self, line: Line) -> Guest | None:
        try:
            deliver_challenge(line.connection, self._authkey)
            answer_challenge(line.connection, self._authkey)
        except (AuthenticationError, AssertionError, EOFError, OSError) as error:
            # `answer_challenge` asserts the shape of what it is sent.
            log.warning("a client was refused: %s", type(error).__name__)
            return None
        guest = Guest(line, self._service, self._threads)
        with self._guard:
            del self._arriving[line]
            self._guests.append(guest)
        return guest

    def _forget(self, line: Line) -> None:
        with self._guard:
            self._arriving.pop(line, None)

    def _cut_half_open(self) -> None:
        """A client that never finishes its handshake is cut off."""
        while not self._ended.wait(HANDSHAKE_S / 5):
            now = time.monotonic()
            with self._guard:
                overdue = [line for line, deadline in self._arriving.items() if deadline < now]
            for line in overdue:
                line.hang_up()

    def _present(self) -> list[Guest]:
        with self._guard:
            return list(self._guests)

    def _tell_all(self, event: Json) -> None:
        for guest in self._present():
            guest.push({"event": event})


def _listen(home: Path) -> tuple[Listener, str]:
    for address in addresses(home):
        with contextlib.suppress(OSError):
            return Listener(address, backlog=MOST_CLIENTS), address
    raise HomeBusyError(
        "No local socket could be opened for this home.", "Choose another place for it with `--home`."
    )
