"""A guard for debug runs: it logs whenever the main thread answers nothing for more than 50 ms.

Said are the functions it stood in, never what they were handling.
"""

import logging
import sys
import threading
import time
import traceback

from PySide6.QtCore import QObject, Qt, QTimer

from companion.runtime import Threads

log = logging.getLogger(__name__)

LIMIT_S = 0.050
BEAT_MS = 10
LOOK_S = 0.005
FRAMES = 6


class StallGuard(QObject):
    """The main thread beats; a thread of its own watches.

    `longest_s` is the longest pause between two beats.
    """

    def __init__(self, threads: Threads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.longest_s = 0.0
        self._main = threading.get_ident()
        self._beat = time.perf_counter()
        self._stopped = threading.Event()
        self._timer = QTimer(self)
        self._timer.setObjectName("stall guard: beat")
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start()
        threads.start("stall guard", self._watch)

    def stop(self) -> None:
        self._timer.stop()
        self._stopped.set()

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self.longest_s = max(self.longest_s, now - self._beat)
        self._beat = now

    def _watch(self) -> None:
        told = 0.0
        while not self._stopped.wait(LOOK_S):
            beat = self._beat
            if time.perf_counter() - beat > LIMIT_S and beat != told:
                told = beat
                log.warning("the main thread stalls in %s", self._where())

    def _where(self) -> str:
        frame = sys._current_frames().get(self._main)  # noqa: SLF001 - documented for debuggers
        frames = traceback.extract_stack(frame)[-FRAMES:] if frame is not None else []
        return " < ".join(f"{one.name} ({one.filename}:{one.lineno})" for one in reversed(frames))
