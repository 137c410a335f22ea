"""The mind as every surface reaches it: named requests with JSON parameters, progress and result.

The process that owns the home answers them itself; any other process sends them over the local socket and gets
the same replies. So a window, a terminal and a second command are alike to the mind.

* `say` (text, surface, wait: reflect too before it is done, focus: 0–5 or null, off_record) → TurnResult. Progress, as
  `{"stage": …}`: heard {loop_id, episode_id}; recalled {recalled}; text {text}; answered; reflecting. With
  `off_record: true` nothing is recalled for it and nothing of it is kept; the TurnResult says `off_record: true` too
* `draft` (text as typed so far, surface, off_record) → {} at once; what it will need is read ahead, nothing is
  written; off the record nothing is read ahead
* `stop` → {"stopped": bool}
* `goodbye` (off_record, surface) → {"closed": episode id or null}; with `off_record: true` only what was said so on
  that surface is gone, and the time together goes on
* `history` (limit, before: a loop id or null) → {"exchanges": [Exchange], oldest first}
* `state` → MindState
* `context` (loop_id, or null for the latest turn) → {"context": Context or null}: all that stood before the model
* `settle` → {} once nothing is being reflected on
* `library.add`, `export.markdown` …: what rooms are asked, in `companion/requests/`, a module a room
* `use_model` (role "day" or "night", name) → MindState. Progress: loading {progress}
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

Json = dict[str, Any]
OnProgress = Callable[[Json], None]


def ignore_progress(_: Json) -> None:
    """The listener of a caller who only wants the result."""


class Service(Protocol):
    """Where requests go. Thread-safe; progress and the future's callbacks come on a thread of the service's own."""

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        """Start a request. The future fails with a CompanionError (message and remedy, also from afar)."""

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        """Hear what happens unasked, such as `{"event": "state", "state": MindState}`; returns the unsubscription."""

    def close(self) -> None:
        """Leave. The owner finishes what was promised to be kept and then stops; idempotent."""
