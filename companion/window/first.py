"""One window for a home: whoever starts a second calls the first to the front, and ends.

The operating system's lock on `window.lock` is the truth, so that no dead window holds it; the first listens at a local
socket meanwhile. What the second sends is the desktop's token that lets the first come to the front (Wayland), and the
file that it was to open, if any.
"""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, QThread
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from companion.doors.address import window_address
from companion.errors import HomeBusyError

log = logging.getLogger(__name__)

LOCK_FILE: Final = "window.lock"
TOKEN: Final = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable
APART, END, THERE = "\t", b"\n", b"here\n"
PATIENCE_MS, ONCE_MS = 8000, 400
"""How long a first window may take to answer, as one that is just starting does, and how long is waited at once."""
LONGEST = 20_000
"""Bytes of what is sent: a path may have some thousand, each written by three."""


class FirstWindow(QObject):
    """This process has the window of a home, from `claim` to `leave`. `wanted` is called when it is called for,
    with the file that is to be opened in it.
    """

    def __init__(self, lock: FileLock | None, address: str | None) -> None:
        super().__init__()
        self._lock, self._address = lock, address
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_called)
        self.wanted: Callable[[Path | None], None] = lambda _file: None

    def listen(self) -> None:
        """Be there for later starts."""
        if self._lock is None or self._address is None:
            return
        QLocalServer.removeServer(self._address)  # what a window that died left there
        if not self._server.listen(self._address):
            log.warning("no other start can call this window: %s", self._server.serverError().name)

    def leave(self) -> None:
        """The next start gets a window of its own."""
        self._server.close()
        if self._lock is not None:
            self._lock.release()

    def _on_called(self) -> None:
        while (line := self._server.nextPendingConnection()) is not None:
            line.disconnected.connect(line.deleteLater)
            line.readyRead.connect(self._hear)
            if line.canReadLine():  # it was quicker than this
                self._answer(line)

    def _hear(self) -> None:
        line = self.sender()
        if isinstance(line, QLocalSocket) and line.canReadLine():
            self._answer(line)

    def _answer(self, line: QLocalSocket) -> None:
        said = bytes(line.readLine(LONGEST).data()).strip(b"\r\n").decode("utf-8", "replace")
        token, _, file = said.partition(APART)
        if token:
            os.environ[TOKEN] = token
        line.write(THERE)
        line.flush()
        line.disconnectFromServer()
        self.wanted(Path(unquote(file)) if file else None)


def claim(home: Path, *, in_tray: bool = False, file: Path | None = None) -> FirstWindow | None:
    """The window of `home` is this process's from now on; None where another has it, which was called to the front.

    That one is told of a `file` to open. A start that only waits `in_tray` calls nobody. Raises HomeBusyError where the
    other does not answer.
    """
    lock = FileLock(home / LOCK_FILE, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        if not in_tray and not _call(home, file):
            raise HomeBusyError(
                "Companion is open already, but does not answer.", "End it, and start again."
            ) from None
        return None
    except OSError as error:  # a place that cannot be written: the window itself tells of it
        log.warning("no lock for the window: %s", type(error).__name__)
        return FirstWindow(None, None)
    return FirstWindow(lock, window_address(home))


def _call(home: Path, file: Path | None) -> bool:
    address = window_address(home)
    if address is None:
        return False
    line = QLocalSocket()
    for _ in range(PATIENCE_MS // ONCE_MS):
        line.connectToServer(address)
        if line.waitForConnected(ONCE_MS):
            break
        line.abort()
        QThread.msleep(ONCE_MS)
    else:
        return False
    named = "" if file is None else APART + quote(str(file))
    line.write(f"{os.environ.get(TOKEN, '')}{named}".encode() + END)
    return line.waitForReadyRead(PATIENCE_MS)
