"""How long nobody typed or clicked, so that a window that is left alone locks itself."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

LOOK_MS = 15_000
SIGNS = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
}


class IdleWatch(QObject):
    """Calls `left_alone` once, when nothing came for `minutes()` minutes; 0 minutes mean never."""

    def __init__(
        self,
        app: QApplication,
        minutes: Callable[[], int],
        left_alone: Callable[[], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._app, self._minutes, self._left_alone, self._now = app, minutes, left_alone, now
        self._last = now()
        self._timer = QTimer(self)
        self._timer.setObjectName("idle: how long")
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        app.installEventFilter(self)

    def close(self) -> None:
        self._timer.stop()
        self._app.removeEventFilter(self)

    def look(self) -> None:
        """See whether it is time."""
        minutes = self._minutes()
        if minutes and self._now() - self._last >= minutes * 60:
            self._timer.stop()
            self._left_alone()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in SIGNS:
            self._last = self._now()
        return False
