"""The mind as every surface reaches it: named requests with JSON parameters, progress and result.

The process that owns the home answers them itself; any other process sends them over the local socket and gets
the same replies. So a window, a terminal and a second command are alike to the mind.

* `say` (text, surface, focus: 0–5 or null, harder: with more effort than usual, off_record) → TurnResult. Progress, as
  `{"stage": …}`: heard {loop_id, episode_id}; searching {tool, query}, for each search of the model's own; recalled
  {recalled}; text {text}; answered. With `off_record: true` nothing is
  recalled for it and nothing of it is kept; the TurnResult says `off_record: true` too
* `draft` (text as typed so far, surface, off_record, coming: it is not known yet) → {} at once; what it will need is
  read ahead, nothing is written; off the record nothing is read ahead
* `stop` → {"stopped": bool}
* `goodbye` (off_record, surface) → {"closed": episode id or null}; with `off_record: true` only what was said so on
  that surface is gone, and the time together goes on
* `history` (limit, before: a loop id or null) → {"exchanges": [Exchange], oldest first}
* `state` → MindState
* `context` (loop_id, or null for the latest turn) → {"context": Context or null}: all that stood before the model
* `settle` → {} once nothing is being answered or read ahead
* `jobs` → {"jobs": [{kind, loop_id or run, since, tries}]}: what is to be thought back on, oldest first, and then what
  waits for the night; `jobs.wait` → {"done": count} once all is thought back on. Progress: jobs {done, of}
* `night.run` (kinds: of engine.night.JobKind; whole: a night as it is done by itself; dry_run) → {"jobs": [Job]} once
  all that waits is done, or {"changes"} that would be made. Progress: night {kind, run, phase, done, of}
* `library.add`, `export.markdown` …: what rooms are asked, in `companion/requests/`, a module a room
* `speed` → {"model", "read_per_s", "written_per_s"}: how fast the loaded model is here, measured in some seconds
* `use_model` (role "day" or "night", name) → MindState. Progress: loading {progress}
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Protocol

log = logging.getLogger(__name__)

Json = dict[str, Any]

COMMAND = "command"
"""The surface of single commands: they join the time together and leave it open."""
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


class Listeners:
    """Who hears what happens unasked. Callable from any thread; who is told may leave meanwhile."""

    def __init__(self) -> None:
        self._listeners: list[OnProgress] = []

    def __iter__(self) -> Iterator[OnProgress]:
        return iter(tuple(self._listeners))

    def add(self, listener: OnProgress) -> Callable[[], None]:
        """Returns the unsubscription, which may be called twice."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return unsubscribe

    def tell(self, event: Json) -> None:
        """Pass `event` to every listener."""
        for listener in self:
            tell(listener, event)

    def clear(self) -> None:
        self._listeners.clear()


def tell(listener: OnProgress, report: Json) -> None:
    """Call one listener; its own fault stays with it."""
    try:
        listener(report)
    except Exception as error:  # noqa: BLE001 - a listener fails alone, and is seen to fail
        log.warning("a listener failed: %s", type(error).__name__)
