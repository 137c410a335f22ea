"""Errors that nobody caught, and how they are told."""

import sys
import threading
from collections.abc import Callable
from types import TracebackType

from companion.bridge import Bridge, fault_of
from ui.shell import MainWindow


class Hooks:
    """What nobody caught is told calmly in the window and logged by type and place.

    A traceback is for nobody.
    """

    def __init__(self, bridge: Bridge, window: MainWindow) -> None:
        self._bridge, self._window = bridge, window
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._on_error
        threading.excepthook = lambda args: self.tell(args.exc_value)

    def remove(self) -> None:
        sys.excepthook, threading.excepthook = self._before

    def tell(self, error: BaseException | None) -> None:
        """Show `error` as a fault; from any thread."""
        if error is None or isinstance(error, SystemExit):
            return
        if isinstance(error, KeyboardInterrupt):
            self._bridge.post(leaving(self._window))
            return
        fault = fault_of(error)
        self._bridge.post(lambda: self._window.show_fault(fault))

    def _on_error(self, _: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.tell(error.with_traceback(trace))


def leaving(window: MainWindow) -> Callable[[], None]:
    """A call that leaves through `window`, for `Bridge.post`."""

    def leave() -> None:
        window.quit()

    return leave
