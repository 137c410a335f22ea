"""`companion brief`, `companion sleep` and `companion undo`."""

from typing import Annotated

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.night.running import run as run_now
from companion.cli.rooms.night.running import show_changes
from companion.service import Json

DryRun = Annotated[bool, typer.Option("--dry-run", help="Change nothing, and say what would be changed.")]
Limit = Annotated[int, typer.Option(help="How many.", min=1, max=500)]


def brief(
    context: typer.Context,
    *,
    new: Annotated[bool, typer.Option("--new", help="Write it anew first.")] = False,
    as_json: AsJson = False,
) -> None:
    """The morning brief: what the day holds, in under a minute."""
    if new:
        run_now(context, ("brief",), as_json=False)
    answer(context, "night.brief", {}, as_json=as_json, show=_show_brief)


def sleep(context: typer.Context, *, dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Consolidate memories: merge what is the same, age, strengthen, put the weak away, find contradictions."""
    run_now(context, ("sleep.consolidation",), dry_run=dry_run, as_json=as_json)


def undo(
    context: typer.Context,
    run: Annotated[str, typer.Argument(help="The run, as `companion brain status` names it.")],
    *,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take back everything that a run changed."""
    answer(context, "night.undo", {"run": run, "dry_run": dry_run}, as_json=as_json, show=show_changes)


def _show_brief(found: Json) -> None:
    if found["brief"] is None:
        typer.echo("No brief was written yet. `companion brief --new` writes one.")
        return
    typer.echo(found["summary"])
    for section, heading in found["sections"].items():
        lines = [line for line in found["brief"]["lines"] if line["section"] == section]
        if lines:
            typer.echo(f"\n{heading}")
        for line in lines:
            typer.echo(f"- {line['text']}")
