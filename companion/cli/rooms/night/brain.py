"""`companion brain`: thinking alone, and what came of it."""

from typing import Annotated

import typer

from companion.cli.invocation import call_of
from companion.cli.rooms.asking import AsJson, answer, asked, shown_time
from companion.cli.rooms.night.nightly import DryRun
from companion.cli.rooms.night.running import run as run_now
from companion.cli.rooms.night.running import show_job, show_lines
from companion.service import Json

app = typer.Typer(help="Thinking alone: run, reflect, status, pause, resume, findings, show, cancel, retry.")
FEATURES = "pm, questions, compress, recall, diary, skills"
Run = Annotated[str, typer.Argument(help="The run, as `companion brain status` names it.")]
Limit = Annotated[int, typer.Option(help="How many.", min=1, max=500)]


@app.command()
def run(
    context: typer.Context,
    *,
    night: Annotated[
        bool, typer.Option("--night", help="The whole night: sleep, diary, brain, drift, dreams, brief.")
    ] = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Think now, over what was said in the last while."""
    if night and dry_run:
        raise typer.BadParameter("A whole night cannot be rehearsed: its runs build on each other.")
    run_now(context, () if night else ("brain.run",), whole=night, dry_run=dry_run, as_json=as_json)


@app.command()
def reflect(
    context: typer.Context,
    *,
    feature: Annotated[
        list[str] | None, typer.Option(help=f"What to look at, again for more: {FEATURES}.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Think back now on what was told: facts, questions, what supports them, and how its searches went."""
    asked(call_of(context, as_json=as_json), "night.reflect", {"features": feature or []})
    run_now(context, (), as_json=as_json)


@app.command()
def status(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Whether it is paused, what waits, and what was done."""
    answer(context, "night.status", {}, as_json=as_json, show=_show_status)


@app.command()
def pause(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Let it think of nothing alone; what runs stops at once and is taken up later."""
    answer(context, "night.pause", {}, as_json=as_json, show=_show_pause)


@app.command()
def resume(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Let it think again."""
    answer(context, "night.resume", {}, as_json=as_json, show=_show_pause)


@app.command()
def findings(context: typer.Context, *, limit: Limit = 20, as_json: AsJson = False) -> None:
    """What it found that is worth showing, with what each stands on."""
    answer(context, "night.findings", {"limit": limit}, as_json=as_json, show=show_lines)


@app.command()
def show(context: typer.Context, run: Run, *, as_json: AsJson = False) -> None:
    """One run: its phases, what it wrote and what it changed."""
    answer(context, "night.run_of", {"run": run}, as_json=as_json, show=_show_run)


@app.command()
def cancel(context: typer.Context, run: Run, *, as_json: AsJson = False) -> None:
    """Do it no further; what it did stands until it is undone."""
    answer(context, "night.cancel", {"run": run}, as_json=as_json, show=_show_one)


@app.command()
def retry(context: typer.Context, run: Run, *, as_json: AsJson = False) -> None:
    """Try again what failed or was cancelled, behind the last phase that was done."""
    answer(context, "night.retry", {"run": run}, as_json=as_json, show=_show_one)


def _show_status(found: Json) -> None:
    typer.echo("Paused." if found["paused"] else f"Next: {shown_time(found['next_run'])}.")
    for job in (*found["open"], *found["recent"]):
        show_job(job)


def _show_pause(found: Json) -> None:
    typer.echo("Paused." if found["paused"] else "It thinks again when it is quiet.")


def _show_one(found: Json) -> None:
    show_job(found["job"])


def _show_run(found: Json) -> None:
    show_job(found["job"])
    show_lines(found)
    for change in found["changes"]:
        typer.echo(f"  changed: {change['what']}  {change['ref']}")
