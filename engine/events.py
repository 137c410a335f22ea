"""What happened, told to whoever listens ([E] §11.4).

Events are frozen records named in the past tense. A handler that fails does so alone: the error is logged by
type and place (never by content) and the other handlers still run.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """Base of everything a room tells the rest of the house."""


type_of_event = type[Event]
Handler = Callable[[Any], None]


class EventBus:
    """Synchronous publication on the publisher's thread."""

    def __init__(self) -> None:
        self._handlers: list[tuple[type_of_event, Handler]] = []

    def subscribe(self, event_type: type_of_event, handler: Handler) -> Callable[[], None]:
        """Call `handler` with every event of `event_type` (or a subclass); returns the unsubscription."""
        entry = (event_type, handler)
        self._handlers.append(entry)

        def unsubscribe() -> None:
            if entry in self._handlers:
                self._handlers.remove(entry)

        return unsubscribe

    def publish(self, event: Event) -> None:
        for event_type, handler in tuple(self._handlers):
            if isinstance(event, event_type):
                self._deliver(handler, event)

    @staticmethod
    def _deliver(handler: Handler, event: Event) -> None:
        try:
            handler(event)
        except Exception as error:  # noqa: BLE001 - an event handler fails alone, and is seen to fail
            # No traceback: its locals may hold what a person said.
            log.error("handler of %s failed: %s", type(event).__name__, type(error).__name__)  # noqa: TRY400 - no locals
