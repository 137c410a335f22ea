"""What fails while a widget handles an event is told, and the program lives on.

PySide 6.11 hands such an error on to whoever called into Qt, and crashes on the way where that was Python (seen with
`showEvent` under `setCurrentWidget`, and with `keyPressEvent`): so no error may leave a handler.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

OURS = ("ui.", "companion.")
ASKED = frozenset({"event", "eventFilter"})
"""Handlers that say whether they took the event."""


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
