"""Errors that nobody caught, and how they are told.

What fails while a widget handles an event is one of them, and the program lives on: PySide 6.11 hands such an error on
to whoever called into Qt, and crashes on the way where that was Python (seen with `showEvent` under `setCurrentWidget`,
and with `keyPressEvent`): so no error may leave a handler.
"""

import functools
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from companion.bridge import Bridge, fault_of
from ui.shell import MainWindow

OURS = ("ui.", "companion.")
ASKED = frozenset({"event", "eventFilter"})
"""Handlers that say whether they took the event."""


class Hooks:
    """What nobody caught is told calmly in the place where it happened, and logged by type and place.

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
        fault, widgets = fault_of(error), _widgets_of(error)
        self._bridge.post(lambda: self._window.show_fault(fault, self._place(widgets)))

    def _place(self, widgets: Sequence[QWidget]) -> str:
        """The place that the error came from: that of the innermost widget that still stands in one."""
        for widget in widgets:
            key = self._window.place_of(widget) if shiboken6.isValid(widget) else ""
            if key:
                return key
        return ""

    def _on_error(self, _: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.tell(error.with_traceback(trace))


def _widgets_of(error: BaseException) -> list[QWidget]:
    """Whose methods an error went through, the innermost first."""
    trace, found = error.__traceback__, list[QWidget]()
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        if isinstance(owner, QWidget):
            found.append(owner)
        trace = trace.tb_next
    return found[::-1]


def leaving(window: MainWindow) -> Callable[[], None]:
    """A call that leaves through `window`, for `Bridge.post`."""

    def leave() -> None:
        window.quit()

    return leave


def guard_handlers() -> None:
    """Guard the handlers of every widget of ours that is known by now; done once for each."""
    for kind in _kinds(QWidget):
        if kind.__module__.startswith(OURS):
            for name, handler in list(vars(kind).items()):
                if _is_handler(name) and not hasattr(handler, "__wrapped__"):
                    setattr(kind, name, _guarded(handler))


def _is_handler(name: str) -> bool:
    return name in ASKED or (name.endswith("Event") and hasattr(QWidget, name))


def _kinds(kind: type[QObject]) -> Iterator[type[QObject]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def _guarded(handler: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(handler)
    def handle(*given: Any) -> Any:
        try:
            return handler(*given)
        except Exception as error:  # noqa: BLE001 - told by the hook as any error that nobody caught
            sys.excepthook(type(error), error, error.__traceback__)
            return False if handler.__name__ in ASKED else None

    return handle
