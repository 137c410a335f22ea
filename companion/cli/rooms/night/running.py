"""Having something done now, with a bar on standard error, and how runs are shown."""

import queue
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from companion.cli.invocation import call_of, print_json
from companion.cli.rooms.asking import shown_time
from companion.cli.talk import reached
from companion.service import Json

ENDS = {
    "done": "Done",
    "waiting": "Waits",
    "dead": "Failed too often; `companion brain retry` tries again",
    "cancelled": "Cancelled",
    "running": "Still running",
}


def run(
    context: typer.Context,
    kinds: Sequence[str],
    *,
    whole: bool = False,
    dry_run: bool = False,
    as_json: bool,
) -> None:
    """Do these kinds of jobs now, or a `whole` night, and show what came of each."""
    call = call_of(context, as_json=as_json)
    reports: queue.SimpleQueue[Json | None] = queue.SimpleQueue()
    with reached(call) as service, _bar() as bar:
        asked = {"kinds": list(kinds), "whole": whole, "dry_run": dry_run}
        future = service.submit("night.run", asked, reports.put)
        future.add_done_callback(lambda _: reports.put(None))
        task = bar.add_task("Thinking", total=None)
        while (report := reports.get()) is not None:
            if report.get("stage") == "night":
                words = f"{report['kind']} {report['phase']}".strip()
                bar.update(task, description=words, completed=report["done"], total=report["of"])
        found = future.result()
        service.retire()
    if call.as_json:
        print_json(found)
    elif dry_run:
        show_changes(found)
    else:
        for job in found["jobs"]:
            show_job(job)
        if not found["jobs"]:
            typer.echo("Nothing waits to be done.")


def show_job(job: Json) -> None:
    """A run in a line, and the phases that came to something."""
    ended = ENDS[job["state"]]
    cost = sum(one["cost"]["seconds"] for one in job["rounds"])
    calls = sum(one["cost"]["calls"] for one in job["rounds"])
    with_model = f", {job['model']} asked {calls} times, {cost:.0f} s" if calls else ""
    typer.echo(f"{shown_time(job['created_at'])}  {job['kind']}  run:{job['id']}  {ended}{with_model}")
    for done in job["rounds"]:
        told = [f"{done[name]} {words}" for name, words in _COUNTS if done[name]]
        if told:
            typer.echo(f"    {done['phase']}: {', '.join(told)}")


def show_changes(found: Json) -> None:
    """What a run changed, or would."""
    if not found["changes"]:
        typer.echo("Nothing would be changed.")
    for change in found["changes"]:
        typer.echo(f"  {change['what']}  {change['ref']}")


def show_lines(found: Json) -> None:
    """Lines, each with what it stands on."""
    if not found["lines"]:
        typer.echo("Nothing yet.")
    for line in found["lines"]:
        typer.echo(f"- {line['text']}")
        typer.echo(f"    {' '.join(line['cites'])}")


_COUNTS = (("kept", "found"), ("left_out", "left out without ground"), ("changes", "changed"))


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
