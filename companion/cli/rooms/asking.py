"""What commands share: asking the mind, and showing the answer as lines or as JSON."""

import queue
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.invocation import Invocation, call_of, print_json
from companion.cli.rooms.lines import Show
from companion.cli.talk import reached
from companion.service import Json

if TYPE_CHECKING:
    from rich.progress import Progress

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


def asked(call: Invocation, request: str, parameters: Json, bar: str = "") -> Json:
    """What the mind answers to one request; `bar` names the bar that fills meanwhile, for what takes long."""
    with reached(call) as service:
        reports: queue.SimpleQueue[Json | None] = queue.SimpleQueue()
        future = service.submit(request, parameters, reports.put)
        if bar:
            future.add_done_callback(lambda _: reports.put(None))
            _fill(bar, reports)
        found = future.result()
        service.retire()
    return found


def _fill(words: str, reports: "queue.SimpleQueue[Json | None]") -> None:
    """A bar on standard error until None comes; on a terminal alone. It says what is reported as done, of how many."""
    with progress_bar() as bar:
        task = bar.add_task(words, total=None)
        while (report := reports.get()) is not None:
            if "of" in report:
                what = " ".join(filter(None, (report.get("kind"), report.get("phase"))))
                bar.update(task, description=what or words, completed=report["done"], total=report["of"])


def progress_bar() -> "Progress":
    """A bar that goes when it is done."""
    from rich.console import Console  # noqa: PLC0415 - drawing is slow to load
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def tell(call: Invocation, found: Json, show: Show) -> None:
    """Print the whole answer where JSON is wanted, else what `show` says of it."""
    if call.as_json:
        print_json(found)
    else:
        show(found)


def answer(
    context: typer.Context, request: str, parameters: Json, *, as_json: bool, show: Show, bar: str = ""
) -> None:
    """Ask, and tell the answer."""
    call = call_of(context, as_json=as_json)
    tell(call, asked(call, request, parameters, bar), show)
