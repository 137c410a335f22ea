"""Saying something from a terminal: the stages as they come, and Ctrl-C as "stop"."""

import os
import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.cli.invocation import Invocation, warn
from companion.logs import start_logging
from companion.reach import ReachedService, reach
from companion.service import Json, OnProgress, Service
from engine.conversation import TurnResult

Write = Callable[[str], None]
OFF_RECORD = "Off the record: nothing of this is kept, and nothing is recalled for it."


@contextmanager
def reached(call: Invocation, *, talks: bool = False) -> Iterator[ReachedService]:
    """The mind of the home that is meant, left properly whatever happens; who `talks` has its model load at once."""
    home = call.home().prepare()
    start_logging(home.log_dir)
    # Who runs it unattended reads no code: `companion vault recovery --new` makes one.
    told = tell_recovery_code if call.passphrase is None else _keep_quiet
    service = reach(home, call.passphrase, told, loads_at_once=talks)
    try:
        yield service
    finally:
        service.close()


def aside_of(surface: str) -> str:
    """The surface of one conversation off the record: no other process shares it."""
    return f"{surface} {os.getpid()}"


def tell_recovery_code(code: str) -> None:
    """Shown this once, on standard error, as standard output may be a file."""
    warn("A new home was made; its key is in the system keyring. Should that be lost, this code opens it:")
    warn(f"\n    {code}\n\nWrite it down: it is not shown again.")


def _keep_quiet(_: str) -> None:
    """Nobody is told."""


def say(
    service: Service,
    text: str,
    surface: str,
    *,
    on_report: OnProgress,
    off_record: bool = False,
    focus: int | None = None,
) -> TurnResult:
    """Say `text`; `on_report` gets the stages on this thread.

    Ctrl-C stops the answer, once more gives up waiting.
    """
    reports: queue.SimpleQueue[Json | None] = queue.SimpleQueue()
    asked = {"text": text, "surface": surface, "off_record": off_record, "focus": focus}
    future = service.submit("say", asked, reports.put)
    future.add_done_callback(lambda _: reports.put(None))
    stopping = _Stopping(service)
    while (report := stopping.guarded(reports.get)) is not None:
        stopping.notice(report)
        on_report(report)
    return TurnResult.model_validate(future.result())


class _Stopping:
    """Turns the first Ctrl-C of an answer into a request to stop it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._loop_id: str | None = None
        self._asked = False

    def notice(self, report: Json) -> None:
        if report.get("stage") == "heard":
            self._loop_id = report["loop_id"]

    def guarded(self, get: Callable[[], Json | None]) -> Json | None:
        while True:
            try:
                return get()
            except KeyboardInterrupt:
                if self._asked or self._loop_id is None:
                    raise
                self._asked = True
                self._service.submit("stop", {"loop_id": self._loop_id})


class Printer:
    """Writes an answer as it comes, and ends its line once."""

    def __init__(self, write: Write | None = None) -> None:
        self._write = write or sys.stdout.write
        self._ended = False

    def __call__(self, report: dict[str, Any]) -> None:
        match report["stage"]:
            case "searching":
                warn(f"(looked for “{report['query']}”)")
            case "text":
                self._write(report["text"])
                sys.stdout.flush()
            case "answered":
                self.end()

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            self._write("\n")
            sys.stdout.flush()
