"""`companion night`: stays and thinks alone, as a user service that outlives a logout ([E] §9.9)."""

import signal
import threading

import typer

from companion.cli.invocation import invocation, warn
from companion.cli.talk import reached


def night(context: typer.Context) -> None:
    """Stay, and do what is to be done alone whenever it is quiet; ends with Ctrl+C or a termination signal."""
    over = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda _number, _frame: over.set())
    with reached(invocation(context)) as service:
        # Opens the vault, or says why it cannot be.
        service.submit("night.status", {}).result()
        warn("It thinks when it is quiet. `companion brain pause` stops that.")
        over.wait()
        service.retire()
