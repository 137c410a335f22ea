"""Connections by thread, and closing them all when no one is in the middle of something."""

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.vault.errors import VaultClosedError
from engine.vault.storage.sqlcipher import Connection

CLOSE_PATIENCE_S = 5.0


class Pair:
    """One thread's connections: one that can only read, one that writes; each opened at first need."""

    def __init__(self, opener: Callable[[], Connection]) -> None:
        self._opener = opener
        self._reader: Connection | None = None
        self._writer: Connection | None = None

    @property
    def reader(self) -> Connection:
        if self._reader is None:
            self._reader = self._opener()
            self._reader.execute("PRAGMA query_only = ON")
        return self._reader

    @property
    def writer(self) -> Connection:
        if self._writer is None:
            self._writer = self._opener()
        return self._writer

    def interrupt(self) -> None:
        for connection in self._opened():
            connection.interrupt()

    def close(self) -> None:
        for connection in self._opened():
            connection.close()
        self._reader = self._writer = None

    def _opened(self) -> list[Connection]:
        return [connection for connection in (self._reader, self._writer) if connection is not None]


class Connections:
    """Each thread's pair; those of ended threads are closed when a new thread comes."""

    def __init__(self, opener: Callable[[], Connection]) -> None:
        self._opener = opener
        self._pairs: list[tuple[weakref.ref[threading.Thread], Pair]] = []
        self._local = threading.local()
        self._idle = threading.Condition()
        self._busy = 0
        self._closed = False

    @contextmanager
    def borrowed(self) -> Iterator[Pair]:
        """This thread's pair, held open until the block ends. Raises VaultClosedError."""
        with self._idle:
            if self._closed:
                raise VaultClosedError("The vault is closed.")
            self._busy += 1
        try:
            yield self._mine()
        finally:
            with self._idle:
                self._busy -= 1
                self._idle.notify_all()

    def close(self) -> None:
        """Let running blocks end (after some patience by interruption), then close all. Idempotent."""
        with self._idle:
            self._closed = True
            if not self._idle.wait_for(lambda: self._busy == 0, CLOSE_PATIENCE_S):
                self._interrupt_until_idle()
            pairs, self._pairs = self._pairs, []
        for _, pair in pairs:
            pair.close()

    def _interrupt_until_idle(self) -> None:
        deadline = time.monotonic() + CLOSE_PATIENCE_S
        while self._busy and time.monotonic() < deadline:
            for _, pair in self._pairs:
                pair.interrupt()
            self._idle.wait(0.05)

    def _mine(self) -> Pair:
        pair: Pair | None = getattr(self._local, "pair", None)
        if pair is None:
            pair = self._local.pair = Pair(self._opener)
            with self._idle:
                self._drop_ended()
                self._pairs.append((weakref.ref(threading.current_thread()), pair))
        return pair

    def _drop_ended(self) -> None:
        kept = []
        for thread, pair in self._pairs:
            owner = thread()
            if owner is not None and owner.is_alive():
                kept.append((thread, pair))
            else:
                pair.close()
        self._pairs = kept
