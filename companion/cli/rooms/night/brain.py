"""`companion brain`: thinking alone, and what came of it."""

from typing import Annotated

import typer

from companion.cli.invocation import call_of
from companion.cli.rooms.asking import AsJson, asked, shown_time, single
from companion.cli.rooms.night.running import done_now, show_done, show_job, show_lines
from companion.cli.verbs import Verb, group
from companion.service import Json


def _show_status(found: Json) -> None:
    typer.echo("Paused." if found["paused"] else f"Next: {shown_time(found['next_run'])}.")
    for job in (*found["open"], *found["recent"]):
        show_job(job)


def _show_pause(found: Json) -> None:
    typer.echo("Paused." if found["paused"] else "It thinks again when it is quiet.")


def _show_run(found: Json) -> None:
    show_job(found["job"])
    show_lines(found)
    for change in found["changes"]:
        typer.echo(f"  changed: {change['what']}  {change['ref']}")


_one = single("job", show_job)
FEATURES = "pm, questions, compress, recall, diary, skills"
THINK = "Think now, over what was said in the last while."

app = group(
    done_now("run", THINK, "brain.run", whole="--night", dry_run=True),
    Verb("status", "night.status", _show_status),
    Verb("pause", "night.pause", _show_pause),
    Verb("resume", "night.resume", _show_pause),
    Verb("findings", "night.findings", show_lines),
    Verb("show", "night.run_of", _show_run),
    Verb("cancel", "night.cancel", _one),
    Verb("retry", "night.retry", _one),
)


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
    call = call_of(context, as_json=as_json)
    asked(call, "night.reflect", {"features": feature or []})
    done = asked(call, "night.run", {}, "Thinking")
    if not as_json:
        show_done(done)
