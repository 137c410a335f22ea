"""`companion jobs`: what the companion still has to do by itself, and doing it now."""

import queue

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from companion.cli.invocation import Invocation, call_of, print_json
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.cli.talk import reached
from companion.service import Json

app = typer.Typer(help="What it still has to do by itself: list, wait.")


@app.callback(invoke_without_command=True)
def listed(context: typer.Context, *, as_json: AsJson = False) -> None:
    """List what is outstanding, in the order in which it is done. It goes on with it when it is quiet."""
    if context.invoked_subcommand is None:
        answer(context, "jobs", {}, as_json=as_json, show=_show)


@app.command()
def wait(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Do all of it now, and end when it is done."""
    call = call_of(context, as_json=as_json)
    done = _waited(call)
    if call.as_json:
        print_json(done)
    else:
        typer.echo(f"Done: {done['done']}.")


def _waited(call: Invocation) -> Json:
    """With a bar on standard error, on a terminal alone."""
    reports: queue.SimpleQueue[Json | None] = queue.SimpleQueue()
    with reached(call) as service, _bar() as bar:
        future = service.submit("jobs.wait", {}, reports.put)
        future.add_done_callback(lambda _: reports.put(None))
        task = bar.add_task("Thinking back", total=None)
        while (report := reports.get()) is not None:
            if report.get("stage") == "jobs":
                bar.update(task, completed=report["done"], total=report["of"])
        service.retire()
        return future.result()


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _show(found: Json) -> None:
    jobs = found["jobs"]
    if not jobs:
        typer.echo("Nothing is outstanding.")
    for job in jobs:
        tried = f", tried {job['tries']} times" if job["tries"] else ""
        what = "think back on what was said" if job["kind"] == "reflect" else f"{job['kind']}  {job['run']}"
        typer.echo(f"  {shown_time(job['since'])}  {what}{tried}")
