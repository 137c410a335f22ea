"""What commands share: asking the mind, and showing the answer as lines or as JSON."""

import queue
from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.invocation import Invocation, call_of, print_json, warn
from companion.cli.talk import reached
from companion.service import Json

if TYPE_CHECKING:
    from rich.progress import Progress

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]
Show = Callable[[Json], None]


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


def shown_day(stored: str) -> str:
    """The person's own day of a stored time."""
    if len(stored) == len("2026-02-08"):
        return date.fromisoformat(stored).isoformat()
    return datetime.fromisoformat(stored).astimezone().date().isoformat()


def shown_time(stored: str) -> str:
    """The person's own day and time of a stored one."""
    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M}"


Say = Callable[[dict[str, Any]], None]


def every(name: str, say: Say, none: str = "Nothing was found.") -> Show:
    """Shows each of the answer's records of that name, or says that there is none."""

    def show(found: Json) -> None:
        for one in found[name]:
            say(one)
        if not found[name]:
            warn(none)

    return show


def print_plain(found: Json, indent: str = "") -> None:
    """Shows what has no lines of its own: a name and its value a line, what lies within below it."""
    for name, held in found.items():
        words = f"{indent}{name.replace('_', ' ')}:"
        if isinstance(held, dict):
            typer.echo(words)
            print_plain(held, f"{indent}  ")
        elif isinstance(held, list) and held and isinstance(held[0], dict):
            typer.echo(words)
            for one in held:
                print_plain(one, f"{indent}  ")
                typer.echo()
        elif held not in (None, "", []):
            typer.echo(f"{words} {', '.join(map(str, held)) if isinstance(held, list) else held}")


def single(name: str, say: Say) -> Show:
    """Shows the answer's one record of that name."""
    return lambda found: say(found[name])


def says(words: str) -> Show:
    """Says `words` to the person, whatever was answered; braces name parts of the answer."""
    return lambda found: warn(words.format(**found))


def marked(text: str, *marks: str | None) -> str:
    """A line with what is to be known of it in brackets behind it."""
    told = [mark for mark in marks if mark]
    return f"{text}  [{', '.join(told)}]" if told else text


def quoted(rows: Iterable[str]) -> None:
    """Lines that belong to the one above."""
    for row in rows:
        typer.echo(f"       {row}")
